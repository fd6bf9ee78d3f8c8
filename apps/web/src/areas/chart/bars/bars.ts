import { candleOpen, INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import type { CandleTuple } from '@aerie/wire/market/market'

/** A gap has NaN prices and no extremes, so that it draws nothing and does not affect the axis. */
export type Bar = {
  /** Open time in epoch ms. */
  timestamp: number
  open: number
  high: number
  low: number
  close: number
  volume?: number
}

/** Longer gaps are drawn this many bars wide. */
const WIDEST_GAP = 500

export const isGap = (bar: Bar): boolean => Number.isNaN(bar.close)

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

export function gapsBetween(fromMs: number, toMs: number, interval: Interval): Bar[] {
  const step = INTERVAL_MS[interval]
  const missing = Math.min(WIDEST_GAP, Math.round((toMs - fromMs) / step) - 1)
  return Array.from({ length: Math.max(0, missing) }, (_, i) => gapAt(toMs - (missing - i) * step))
}

/** Candles to bars with gaps, oldest first; drops duplicates and out-of-order ones. `before`: open time in ms of the bar that follows. */
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

/** The bars to put for a price, oldest first, with gaps; the first may replace `last`. None if the price is older than `last`. */
export function barsFromTick(last: Bar, price: number, asOf: number, interval: Interval): Bar[] {
  const opened = candleOpen(asOf / 1000, interval) * 1000
  if (opened < last.timestamp) return []
  if (opened === last.timestamp) return [{ ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }]
  // A tick has no volume: it stays unknown until the candle is fetched.
  return [...gapsBetween(last.timestamp, opened, interval), { timestamp: opened, open: price, high: price, low: price, close: price }]
}

export function underPrice(read: Bar, price: number | null): Bar {
  if (price === null) return read
  return { ...read, high: Math.max(read.high, price), low: Math.min(read.low, price), close: price }
}
