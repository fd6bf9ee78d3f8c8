import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import type { QuietHours } from '@aerie/wire/alerts/deliveries'

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** Whether this machine knows a time zone by its name. */
export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** One for each zone there is: a few hundred. */
function clockOf(timezone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timezone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  clocks.set(timezone, clock)
  return clock
}

/**
 * When the quiet hours end that hold at an instant, milliseconds since the epoch; undefined where none hold. `from` equal to `to` is no
 * time at all. A change to summer time within them moves the end by its hour, which who wakes then sees by asking again.
 *
 * @throws RangeError for a time zone that `isTimezone` does not know
 */
export function quietUntil({ from, to, timezone }: QuietHours, at: number): number | undefined {
  const minute = minutesOf(clockOf(timezone).format(at))
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end
  if (!isQuiet) return undefined
  const left = (end - minute) * MINUTE_MS
  const wholeMinute = Math.floor(at / MINUTE_MS) * MINUTE_MS
  return wholeMinute + (left > 0 ? left : left + DAY_MS)
}
