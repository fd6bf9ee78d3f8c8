import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { vi } from 'vitest'

/**
 * Puts the clock of this test file to ten minutes past the next hour, from where it goes on: what is made once an hour is made
 * once in it, whenever it runs. Forward, so that nothing has ended that was given out before.
 */
export function amidHour(): void {
  const real = Date.now
  const start = real()
  const shift = HOUR_MS - (start % HOUR_MS) + 10 * MINUTE_MS
  vi.spyOn(Date, 'now').mockImplementation(() => real() + shift)
}
