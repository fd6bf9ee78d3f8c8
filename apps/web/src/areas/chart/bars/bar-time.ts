import type { Interval } from '@aerie/core/market/candle'

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

export const isByDay = (interval: Interval): boolean => interval === '1d' || interval === '1w'

export const timeText = (ms: number): string => local.format(ms)
export const utcText = (ms: number): string => `${utc.format(ms)} UTC`

/** Open time of a candle: a UTC date for a day, the first day for a week, otherwise local time. */
export const barTime = (ms: number, interval: Interval): string => {
  if (!isByDay(interval)) return timeText(ms)
  return interval === '1w' ? `Week of ${utcDay.format(ms)}` : utcDay.format(ms)
}
