import { itemAt } from '../item-at.ts'
import { type Known, known, unknown } from '../known.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'

/** Supported candle intervals, finest first. */
export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const
export type Interval = (typeof INTERVALS)[number]

/** Interval lengths in milliseconds. */
export const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
}

/** Alignment offset in seconds: weeks begin on Monday 00:00 UTC, and the epoch was a Thursday. */
export const candleOrigin = (interval: Interval): number => (interval === '1w' ? (4 * DAY_MS) / 1000 : 0)

/** The stored interval from which candles of `interval` are aggregated. */
export const baseOf = (interval: Interval): '1m' | '1h' => (INTERVAL_MS[interval] < HOUR_MS ? '1m' : '1h')

/** `time` is the open in whole epoch seconds (UTC), prices are in the quote currency, volume in coins. */
export type Candle = {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Open time in seconds of the `interval` candle that contains `timeSeconds`. */
export const candleOpen = (timeSeconds: number, interval: Interval): number => {
  const seconds = INTERVAL_MS[interval] / 1000
  const origin = candleOrigin(interval)
  return Math.floor((timeSeconds - origin) / seconds) * seconds + origin
}

/** Plausibility: finite positive prices, `low <= open, close <= high`, volume not negative, open time a whole second. */
export const isSoundCandle = (candle: Candle): boolean =>
  Number.isSafeInteger(candle.time) &&
  Number.isFinite(candle.high) &&
  candle.low > 0 &&
  candle.low <= Math.min(candle.open, candle.close) &&
  candle.high >= Math.max(candle.open, candle.close) &&
  Number.isFinite(candle.volume) &&
  candle.volume >= 0

/** Merges ascending candles of one finer interval into a coarser one; gaps are not filled, and the last candle may be still forming. */
export function aggregateCandles(candles: Iterable<Candle>, interval: Interval): Candle[] {
  const merged: Candle[] = []
  for (const candle of candles) {
    const time = candleOpen(candle.time, interval)
    const last = merged.at(-1)
    if (last?.time === time) merged[merged.length - 1] = joinCandles(last, candle)
    else merged.push({ ...candle, time })
  }
  return merged
}

/** Removes float residue from a sum of sizes: no venue trades below 10⁻⁸ coins; from 90 million coins on, 15 digits are kept. */
export const tidySum = (sum: number): number => (Math.abs(sum) < 9e7 ? Math.round(sum * 1e8) / 1e8 : Number(sum.toPrecision(15)))

/** Appends `next` to `first`: open of the first, close of the next, combined extremes and volume. */
export const joinCandles = (first: Candle, next: Candle): Candle => ({
  time: first.time,
  open: first.open,
  high: Math.max(first.high, next.high),
  low: Math.min(first.low, next.low),
  close: next.close,
  volume: tidySum(first.volume + next.volume),
})

/** High and low of the last 24 hours. */
export type DayRange = {
  readonly high: number
  readonly low: number
  readonly since: number
}

const COVERAGE = 0.95

/** High and low of ascending candles entirely within the 24 hours before `now`; unknown if over 5 % of them are missing. */
export function dayRange(candles: readonly Candle[], interval: Interval, now: number): Known<DayRange> {
  const stepMs = INTERVAL_MS[interval]
  const day = candles.filter(({ time }) => time * 1000 >= now - DAY_MS && time * 1000 <= now)
  if (day.length < Math.floor((DAY_MS / stepMs - 1) * COVERAGE)) return unknown('no-history')
  return known({
    high: Math.max(...day.map(({ high }) => high)),
    low: Math.min(...day.map(({ low }) => low)),
    since: itemAt(day, 0).time * 1000,
  })
}
