import { expect, it } from 'vitest'
import { backoff, backoffMs } from './backoff.ts'

const LIMITS = { baseMs: 500, capMs: 30_000 }

it('doubles with each failure up to its cap, however many there are', () =>
  expect([1, 2, 3, 6, 7, 8, 5_000].map((failures) => backoffMs(failures, LIMITS))).toEqual([
    500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000,
  ]))

it('has full jitter when configured: from the minimum to the full delay', () => {
  const limits = { ...LIMITS, leastMs: 100 }
  expect([0, 0.5, 1].map((chance) => backoffMs(2, limits, () => chance))).toEqual([100, 550, 1_000])
})

it('keeps to a minimum share of the full delay, and never exceeds the cap', () => {
  const limits = { baseMs: 6, capMs: 60, leastShare: 1 / 3 }
  expect([0, 1].map((chance) => backoffMs(3, limits, () => chance))).toEqual([8, 24])
  expect([0, 1].map((chance) => backoffMs(9, limits, () => chance))).toEqual([20, 60])
})

it('never waits less than the minimum, even when the base is smaller', () =>
  expect(backoffMs(1, { baseMs: 10, capMs: 100, leastMs: 50 }, () => 0.9)).toBe(50))

it('counts its failures until it is reset', () => {
  const retry = backoff(LIMITS)
  expect([retry.nextMs(), retry.nextMs(), retry.failures()]).toEqual([500, 1_000, 2])
  retry.reset()
  expect([retry.failures(), retry.nextMs()]).toEqual([0, 500])
})
