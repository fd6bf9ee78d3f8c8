import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { momentNow, sinceMs } from './elapsed.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000, toFake: ['Date', 'performance'] }))
afterEach(() => vi.useRealTimers())

it('goes with the time of day, which does not stand still while the machine sleeps', () => {
  const moment = momentNow()
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(sinceMs(moment)).toBe(3_600_000)
})

it('goes on evenly where the time of day is set back', () => {
  vi.advanceTimersByTime(500)
  const moment = momentNow()
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(2_000)
  expect(sinceMs(moment)).toBe(2_000)
})
