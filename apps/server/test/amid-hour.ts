import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { vi } from 'vitest'

/** Moves this file's clock forward to ten minutes past the next hour, so that hourly work runs once whenever the tests run. */
export function amidHour(): void {
  const real = Date.now
  const start = real()
  const shift = HOUR_MS - (start % HOUR_MS) + 10 * MINUTE_MS
  vi.spyOn(Date, 'now').mockImplementation(() => real() + shift)
}
