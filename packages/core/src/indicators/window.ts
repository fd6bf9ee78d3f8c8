import { itemAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'
import type { Row } from './indicator.ts'

/** A parameter that was not given: NaN, as every value that depends on it then is. */
export const UNSET = Number.NaN

/** What a window is taken of. */
export type Pick = (candle: Candle, index: number) => number

/** The close. */
export const close: Pick = ({ close }) => close
/** Half of high plus low. */
export const middle: Pick = ({ high, low }) => (high + low) / 2
/** A third of high plus low plus close. */
export const typical: Pick = (candle) => (candle.high + candle.low + candle.close) / 3

/** Sum of `pick` over the `length` candles that end at `index`; NaN where there are fewer. */
export function sum(candles: readonly Candle[], index: number, length: number, pick: Pick): number {
  if (index < length - 1) return Number.NaN
  let total = 0
  for (let i = index - length + 1; i <= index; i++) total += pick(itemAt(candles, i), i)
  return total
}

/** Mean of `pick` over the `length` candles that end at `index`; NaN where there are fewer. */
export const mean = (candles: readonly Candle[], index: number, length: number, pick: Pick): number =>
  sum(candles, index, length, pick) / length

/** Highest high over the `length` candles that end at `index`; NaN where there are fewer. */
export function highest(candles: readonly Candle[], index: number, length: number): number {
  if (index < length - 1) return Number.NaN
  let top = itemAt(candles, index).high
  for (let i = index - length + 1; i < index; i++) top = Math.max(top, itemAt(candles, i).high)
  return top
}

/** Lowest low over the `length` candles that end at `index`; NaN where there are fewer. */
export function lowest(candles: readonly Candle[], index: number, length: number): number {
  if (index < length - 1) return Number.NaN
  let bottom = itemAt(candles, index).low
  for (let i = index - length + 1; i < index; i++) bottom = Math.min(bottom, itemAt(candles, i).low)
  return bottom
}

/** Mean of the newest `length` values of `key`: `current` at the row in the making, the rest from the rows before; NaN where one is unknown. */
export function rowMean(rows: readonly Row[], key: string, length: number, current: number): number {
  let total = current
  for (let back = 1; back < length; back++) total += rows[rows.length - back]?.[key] ?? Number.NaN
  return total / length
}

/** The row `back` candles ago, from the row in the making. */
export const rowAgo = (rows: readonly Row[], back: number): Row => rows[rows.length - back] ?? {}

/**
 * One step of an exponential mean of weight 2 / (length + 1). `before` unknown: begins with the plain mean `first`, which is NaN
 * as long as there is too little.
 */
export const ema = (before: number | undefined, value: number, length: number, first: () => number): number =>
  before === undefined ? first() : before + (2 / (length + 1)) * (value - before)

/** One step of Wilder's mean, of weight 1 / length. */
export const wilder = (before: number | undefined, value: number, length: number, first: () => number): number =>
  before === undefined ? first() : before + (value - before) / length

/** Wilder's true range; for the first candle its own range. */
export function trueRange(candles: readonly Candle[], index: number): number {
  const { high, low } = itemAt(candles, index)
  const before = candles[index - 1]?.close
  return before === undefined ? high - low : Math.max(high, before) - Math.min(low, before)
}
