import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'

/** Candle intervals of the product, finest first. */
export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const
export type Interval = (typeof INTERVALS)[number]

/** Length of each interval in milliseconds. */
export const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
}

/** Where candles are counted from, in seconds since the epoch: weeks begin on Monday, 00:00 UTC, and the epoch began on a Thursday. */
export const candleOrigin = (interval: Interval): number => (interval === '1w' ? (4 * DAY_MS) / 1000 : 0)

/** The interval that is stored and that candles of `interval` are made of. */
export const baseOf = (interval: Interval): '1m' | '1h' => (INTERVAL_MS[interval] < HOUR_MS ? '1m' : '1h')

/** One candle: `time` is its open in whole seconds since the epoch (UTC), prices in the quote currency, volume in coins. */
export type Candle = {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Open time, in seconds, of the candle of `interval` that holds the instant `timeSeconds`. */
export const candleOpen = (timeSeconds: number, interval: Interval): number => {
  const seconds = INTERVAL_MS[interval] / 1000
  const origin = candleOrigin(interval)
  return Math.floor((timeSeconds - origin) / seconds) * seconds + origin
}

/**
 * Whether a candle can be believed: finite, positive prices with `low <= open, close <= high`, volume not negative,
 * and an open time that is a whole second.
 */
export const isSoundCandle = (candle: Candle): boolean =>
  Number.isSafeInteger(candle.time) &&
  Number.isFinite(candle.high) &&
  candle.low > 0 &&
  candle.low <= Math.min(candle.open, candle.close) &&
  candle.high >= Math.max(candle.open, candle.close) &&
  Number.isFinite(candle.volume) &&
  candle.volume >= 0

/**
 * Merges candles into a coarser interval. Missing candles stay missing: a coarse candle is made of what is there.
 *
 * @param candles ascending by time, all of one finer interval
 * @param interval the coarser interval
 * @returns ascending by time; the last one may still be forming
 * @throws never
 */
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

/**
 * A sum of sizes without the residue of binary floating point: 25.7235, not 25.723500000000005. No venue trades in finer
 * steps than 10⁻⁸ coins; from 90 million coins on, fifteen digits are kept.
 *
 * @throws never
 */
export const tidySum = (sum: number): number => (Math.abs(sum) < 9e7 ? Math.round(sum * 1e8) / 1e8 : Number(sum.toPrecision(15)))

/** `next` appended to `first`: the open of the first, the close of the next, the extremes and volume of both. */
export const joinCandles = (first: Candle, next: Candle): Candle => ({
  time: first.time,
  open: first.open,
  high: Math.max(first.high, next.high),
  low: Math.min(first.low, next.low),
  close: next.close,
  volume: tidySum(first.volume + next.volume),
})
