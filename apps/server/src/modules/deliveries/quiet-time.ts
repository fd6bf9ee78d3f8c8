import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import type { QuietHours } from '@aerie/wire/alerts/deliveries'

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** The one name of a time zone that may be written in many ways; undefined where this machine knows none of that name. */
export function timezoneNamed(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** More than there are zones by name; offsets such as `+01:30` come on top. */
const MOST_CLOCKS = 1_000
function clockOf(timezone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timezone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  clocks.set(timezone, clock)
  return clock
}

/**
 * When the quiet hours end that hold at an instant, milliseconds since the epoch; undefined where none hold. `from` equal to `to` is no
 * time at all. A change to summer time within them moves the end by its hour, which who wakes then sees by asking again.
 *
 * @throws RangeError for a time zone that `timezoneNamed` does not know
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
