import { candleOpen, INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import type { CandleTuple } from '@aerie/wire/market/market'

/** A bar of the chart. A gap has no prices (NaN) and no extremes, so that it draws nothing and moves no axis. */
export type Bar = {
  /** When it opens, in epoch milliseconds. */
  timestamp: number
  open: number
  high: number
  low: number
  close: number
  /** Undefined where it is not known. */
  volume?: number
}

/** Longer gaps are drawn this many bars wide. */
const WIDEST_GAP = 500

/** Whether no candle is known at this place of the time axis. */
export const isGap = (bar: Bar): boolean => Number.isNaN(bar.close)

/** One candle as a bar. */
export const barOf = ([time, open, high, low, close, volume]: CandleTuple): Bar => ({
  timestamp: time * 1000,
  open,
  high,
  low,
  close,
  volume,
})

const gapAt = (timestamp: number): Bar => ({
  timestamp,
  open: Number.NaN,
  high: Number.NEGATIVE_INFINITY,
  low: Number.POSITIVE_INFINITY,
  close: Number.NaN,
})

/** The empty bars strictly between two open times. */
export function gapsBetween(fromMs: number, toMs: number, interval: Interval): Bar[] {
  const step = INTERVAL_MS[interval]
  const missing = Math.min(WIDEST_GAP, Math.round((toMs - fromMs) / step) - 1)
  return Array.from({ length: Math.max(0, missing) }, (_, i) => gapAt(toMs - (missing - i) * step))
}

/**
 * Candles as bars, oldest first, with a gap wherever candles are missing; what repeats or goes back in time is left out.
 *
 * @param before open time in ms of what comes after them, where something does
 */
export function barsOf(candles: readonly CandleTuple[], interval: Interval, before?: number): Bar[] {
  const bars: Bar[] = []
  for (const candle of candles) {
    const bar = barOf(candle)
    const last = bars.at(-1)
    if (last !== undefined && bar.timestamp <= last.timestamp) continue
    if (before !== undefined && bar.timestamp >= before) break
    if (last !== undefined) bars.push(...gapsBetween(last.timestamp, bar.timestamp, interval))
    bars.push(bar)
  }
  const last = bars.at(-1)
  if (last !== undefined && before !== undefined) bars.push(...gapsBetween(last.timestamp, before, interval))
  return bars
}

/**
 * What a price does to the newest bar: changes it, or begins the next one after the gaps that lie between.
 *
 * @returns the bars to put, oldest first: the first may replace `last`; none for a price older than `last`
 */
export function barsFromTick(last: Bar, price: number, asOf: number, interval: Interval): Bar[] {
  const opened = candleOpen(asOf / 1000, interval) * 1000
  if (opened < last.timestamp) return []
  if (opened === last.timestamp) return [{ ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }]
  // How much was traded is not in a price: the volume is not known until the candle is read.
  return [...gapsBetween(last.timestamp, opened, interval), { timestamp: opened, open: price, high: price, low: price, close: price }]
}

/** The newest candle as it was just read, under a price of it that may be newer. */
export function underPrice(read: Bar, price: number | null): Bar {
  if (price === null) return read
  return { ...read, high: Math.max(read.high, price), low: Math.min(read.low, price), close: price }
}
