import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { momentNow, sinceMs } from './elapsed.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000, toFake: ['Date', 'performance'] }))
afterEach(() => vi.useRealTimers())

it('follows the wall clock, which keeps running while the machine sleeps', () => {
  const moment = momentNow()
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(sinceMs(moment)).toBe(3_600_000)
})

it('keeps advancing steadily when the wall clock is set back', () => {
  vi.advanceTimersByTime(500)
  const moment = momentNow()
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(2_000)
  expect(sinceMs(moment)).toBe(2_000)
})
