import { DAY_MS, type EpochMs } from '@aerie/core/time'

/** Longest documented ban (Binance, three days); longer values are errors. */
const LONGEST_MS = 3 * DAY_MS

/** Parses `Retry-After` to ms, at most three days; null if unreadable. `date`: the response's `Date`, the base for dates. */
export function retryAfterMs(value: string | null, date: string | null, now: EpochMs): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS)
  const until = Date.parse(text)
  if (Number.isNaN(until)) return null
  const sent = date === null ? Number.NaN : Date.parse(date)
  return Math.min(Math.max(until - (Number.isNaN(sent) ? now : sent), 0), LONGEST_MS)
}
