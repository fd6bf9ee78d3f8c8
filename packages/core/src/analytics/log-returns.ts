import { itemAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'

/** A gapless grid of candles: `length` open times from `from` on, `step` apart, in whole seconds. */
export type ReturnGrid = { readonly from: number; readonly step: number; readonly length: number }

/**
 * Logarithmic returns on a grid: `ln(C / C')` of the candle that opens at `from + i * step` and the one just before it. A return over
 * a hole is none: it would not be that of one step.
 *
 * @param candles ascending, all of one interval of `step` seconds, closed; those outside the grid do not count, but for the one before it
 * @returns NaN where the candle or the one just before it is missing
 * @throws never
 * Source: docs/math/volatility.md
 * @example logReturns([{ time: 0, close: 100, … }, { time: 3600, close: 110, … }], { from: 3600, step: 3600, length: 1 }) // [0.0953…]
 */
export function logReturns(candles: readonly Pick<Candle, 'time' | 'close'>[], { from, step, length }: ReturnGrid): Float64Array {
  const returns = new Float64Array(length).fill(Number.NaN)
  for (let i = 1; i < candles.length; i += 1) {
    const { time, close } = itemAt(candles, i)
    const before = itemAt(candles, i - 1)
    const at = (time - from) / step
    if (at >= 0 && at < length && time - before.time === step) returns[at] = Math.log(close / before.close)
  }
  return returns
}

/** The values that are known: without those that are not finite. */
export const knownValues = (values: Float64Array): Float64Array => values.filter(Number.isFinite)
