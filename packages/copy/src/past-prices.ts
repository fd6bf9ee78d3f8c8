import type { Candle } from '@aerie/core/market/candle'
import { type Price, price } from '@aerie/core/numbers/units'

const SERIES = [
  ['minute', 60],
  ['hour', 3_600],
] as const

/** How fine a price of the past is. */
export type PastResolution = (typeof SERIES)[number][0]

/** Candles of a coin, oldest first: all hours, and the minutes that are stored around what is asked for. */
export type PastCandles = Readonly<Record<PastResolution, readonly Candle[]>>

/** Index of the candle of an instant in milliseconds; -1 before the first. @throws never */
export function indexAt(candles: readonly Candle[], at: number): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((candles[middle]?.time ?? 0) * 1_000 <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Between open and close of its candle as if it had gone straight; undefined where none is stored for that time. */
function priceIn(candles: readonly Candle[], seconds: number, at: number): number | undefined {
  const candle = candles[indexAt(candles, at)]
  if (candle === undefined || at >= (candle.time + seconds) * 1_000) return undefined
  return candle.open + ((candle.close - candle.open) * (at / 1_000 - candle.time)) / seconds
}

/** A price of the past, and how fine it is. */
export type PastPrice = { readonly value: number; readonly resolution: PastResolution }

/** The price of an instant, by the minute where that is stored, else by the hour; undefined where neither is. @throws never */
export function priceAt(candles: PastCandles, at: number): PastPrice | undefined {
  for (const [resolution, seconds] of SERIES) {
    const value = priceIn(candles[resolution], seconds, at)
    if (value !== undefined) return { value, resolution }
  }
  return undefined
}

/** How the price moved from one instant to a later one, as a factor, by the finest candles that have both. @throws never */
export function driftBetween(candles: PastCandles, from: number, to: number): PastPrice | undefined {
  for (const [resolution, seconds] of SERIES) {
    const [first, second] = [from, to].map((at) => priceIn(candles[resolution], seconds, at))
    if (first !== undefined && second !== undefined && first > 0) return { value: second / first, resolution }
  }
  const only = priceAt(candles, from)
  return only && { value: 1, resolution: only.resolution }
}

/** The mark of an instant: of the last candle where the instant has none of its own; undefined before the first. @throws never */
export function pastMark(candles: PastCandles, at: number): Price | undefined {
  const value = priceAt(candles, at)?.value ?? candles.hour[indexAt(candles.hour, at)]?.close
  return value === undefined ? undefined : price(BigInt(Math.round(value * 1e6)) * 1_000_000n)
}
