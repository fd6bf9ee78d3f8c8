import type { Interval } from '@aerie/core/market/candle'

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** Whether candles are of whole days, which are days of UTC. */
export const isByDay = (interval: Interval): boolean => interval === '1d' || interval === '1w'

/** In the user's zone. */
export const timeText = (ms: number): string => local.format(ms)
/** `22 Nov 2026, 16:00 UTC` */
export const utcText = (ms: number): string => `${utc.format(ms)} UTC`

/** When a candle opened: a day says its day, which is of UTC, and no hour; a week the day that it begins on. */
export const barTime = (ms: number, interval: Interval): string => {
  if (!isByDay(interval)) return timeText(ms)
  return interval === '1w' ? `Week of ${utcDay.format(ms)}` : utcDay.format(ms)
}
