import { floatAt } from '@aerie/core/item-at'
import { aggregateCandles, type Candle, INTERVAL_MS, type Interval } from '@aerie/core/market/candle'

/** Candles of one interval in columns, ascending and unique: a third of the memory of objects. */
export type Series = {
  readonly interval: Interval
  readonly length: number
  /** Open times, seconds since the epoch. */
  readonly time: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

/** Builds a series from ascending, unique candles. */
export function seriesOf(interval: Interval, candles: readonly Candle[]): Series {
  const column = (name: keyof Candle) => Float64Array.from(candles, (candle) => candle[name])
  return {
    interval,
    length: candles.length,
    time: column('time'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  }
}

/** Candle at `index`. */
export const candleAt = (series: Series, index: number): Candle => ({
  time: floatAt(series.time, index),
  open: floatAt(series.open, index),
  high: floatAt(series.high, index),
  low: floatAt(series.low, index),
  close: floatAt(series.close, index),
  volume: floatAt(series.volume, index),
})

/** Open time of the candle at `index`, in milliseconds. */
export const opensAt = (series: Series, index: number): number => floatAt(series.time, index) * 1000
/** Close time of the candle at `index`, in milliseconds. */
export const closesAt = (series: Series, index: number): number => opensAt(series, index) + INTERVAL_MS[series.interval]

/** Index of the first candle that opens at or after `ms`, or the length. */
export function firstFrom({ time, length }: Series, ms: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (floatAt(time, middle) * 1000 < ms) low = middle + 1
    else high = middle
  }
  return low
}

/** Number of candles closed by `ms`. */
export const closedBy = (series: Series, ms: number): number => {
  const index = firstFrom(series, ms - INTERVAL_MS[series.interval])
  return index < series.length && closesAt(series, index) <= ms ? index + 1 : index
}

/** Candles that open in [from, to) and have closed by `to`, in milliseconds. */
export function candlesBetween(series: Series, from: number, to: number): Candle[] {
  const first = firstFrom(series, from)
  return Array.from({ length: Math.max(0, closedBy(series, to) - first) }, (_, index) => candleAt(series, first + index))
}

/** Aggregates a finer series to hours. Missing minutes had no trades; partial first and last hours are skipped. */
export function toHours(series: Series): Series {
  if (series.interval === '1h' || series.length === 0) return series
  const hours = aggregateCandles(
    Array.from({ length: series.length }, (_, index) => candleAt(series, index)),
    '1h',
  )
  if (opensAt(series, 0) % INTERVAL_MS['1h'] !== 0) hours.shift()
  if (closesAt(series, series.length - 1) % INTERVAL_MS['1h'] !== 0) hours.pop()
  return seriesOf('1h', hours)
}
