import { itemAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'

/** A gapless grid of candles: `length` open times starting at `from`, `step` apart, in whole seconds. */
export type ReturnGrid = { readonly from: number; readonly step: number; readonly length: number }

/** Log returns of ascending closed candles on a grid; NaN if a candle or its direct predecessor is missing (docs/math/volatility.md). */
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

/** The finite values. */
export const knownValues = (values: Float64Array): Float64Array => values.filter(Number.isFinite)
