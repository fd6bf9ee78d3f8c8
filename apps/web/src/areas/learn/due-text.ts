import { DAY_MS, HOUR_MS } from '@aerie/core/time'

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

/** E.g. `today`, `tomorrow`, `in 5 days`, or the date. */
export function dueText(at: number, now: number = Date.now()): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS)
  if (days <= 0) return 'today'
  if (days === 1) return 'tomorrow'
  return days <= 14 ? `in ${days} days` : `on ${day.format(at)}`
}

/** Local midnight; a day may have 23 or 25 hours. */
const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0) + 2 * HOUR_MS
