import { DAY_MS, type EpochMs } from '@aerie/core/time'

/** Longest ban a provider documents (Binance, three days): a longer answer is a mistake. */
const LONGEST_MS = 3 * DAY_MS

/**
 * Reads `Retry-After`: seconds or an HTTP date.
 *
 * @param value header as received
 * @param date the answer's own `Date` header, against which a date is measured; without it, `now`
 * @returns milliseconds to wait, at most three days; null when absent or unreadable
 */
export function retryAfterMs(value: string | null, date: string | null, now: EpochMs): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS)
  const until = Date.parse(text)
  if (Number.isNaN(until)) return null
  const sent = date === null ? Number.NaN : Date.parse(date)
  return Math.min(Math.max(until - (Number.isNaN(sent) ? now : sent), 0), LONGEST_MS)
}
