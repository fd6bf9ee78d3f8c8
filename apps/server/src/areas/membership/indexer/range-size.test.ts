import { epochMs, HOUR_MS } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { RangeSize } from './chain-indexer.ts'

const T0 = epochMs(1_800_000_000_000)

/** Queries until the size is stable, with a provider that accepts `limit` blocks per call. */
function settle(limit: number): { size: number; refusals: number } {
  const range = new RangeSize(2_000)
  let refusals = 0
  for (let call = 0; call < 60; call += 1) {
    const { blocks } = range
    if (blocks <= limit) range.answered(blocks, T0)
    else {
      refusals += 1
      range.refused(blocks, T0)
    }
  }
  return { size: range.blocks, refusals }
}

it.each([1, 2, 3, 7, 10, 100, 500, 1_999, 2_000, 50_000])('finds exactly the limit of a provider of %i blocks a call', (limit) => {
  const { size, refusals } = settle(limit)
  expect(size).toBe(Math.min(limit, 2_000))
  expect(refusals).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(2_000)))
})

it('reports that size is not the problem when even one block is rejected', () => {
  const range = new RangeSize(2)
  expect(range.refused(2, T0)).toBe(true)
  expect(range.blocks).toBe(1)
  expect(range.refused(1, T0)).toBe(false)
})

it('learns nothing from a range that ended early', () => {
  const range = new RangeSize(100)
  range.refused(100, T0)
  range.answered(3, T0)
  expect(range.blocks).toBe(50)
})

it('does not treat a timeout as a size limit, and retries a size that was rejected an hour ago', () => {
  const range = new RangeSize(64)
  range.unanswered()
  range.answered(32, T0)
  expect(range.blocks).toBe(64)
  range.refused(64, T0)
  range.answered(32, T0)
  expect(range.blocks).toBe(48)
  range.answered(48, epochMs(T0 + HOUR_MS + 1))
  expect(range.blocks).toBe(64)
})
