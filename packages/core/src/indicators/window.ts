import { itemAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'
import type { Row } from './indicator.ts'

/** NaN for a missing parameter: every value that depends on it becomes NaN too. */
export const UNSET = Number.NaN

/** Selects the value of a candle to aggregate. */
export type Pick = (candle: Candle, index: number) => number

/** Close. */
export const close: Pick = ({ close }) => close
/** Midpoint of high and low. */
export const middle: Pick = ({ high, low }) => (high + low) / 2
/** Mean of high, low and close. */
export const typical: Pick = (candle) => (candle.high + candle.low + candle.close) / 3

/** Sum of `pick` over the `length` candles ending at `index`; NaN if there are fewer. */
export function sum(candles: readonly Candle[], index: number, length: number, pick: Pick): number {
  if (index < length - 1) return Number.NaN
  let total = 0
  for (let i = index - length + 1; i <= index; i++) total += pick(itemAt(candles, i), i)
  return total
}

/** Mean of `pick` over the `length` candles ending at `index`; NaN if there are fewer. */
export const mean = (candles: readonly Candle[], index: number, length: number, pick: Pick): number =>
  sum(candles, index, length, pick) / length

/** Highest high of the `length` candles ending at `index`; NaN if there are fewer. */
export function highest(candles: readonly Candle[], index: number, length: number): number {
  if (index < length - 1) return Number.NaN
  let top = itemAt(candles, index).high
  for (let i = index - length + 1; i < index; i++) top = Math.max(top, itemAt(candles, i).high)
  return top
}

/** Lowest low of the `length` candles ending at `index`; NaN if there are fewer. */
export function lowest(candles: readonly Candle[], index: number, length: number): number {
  if (index < length - 1) return Number.NaN
  let bottom = itemAt(candles, index).low
  for (let i = index - length + 1; i < index; i++) bottom = Math.min(bottom, itemAt(candles, i).low)
  return bottom
}

/** Mean of the newest `length` values of `key`: `current` plus the previous rows; NaN if one is unknown. */
export function rowMean(rows: readonly Row[], key: string, length: number, current: number): number {
  let total = current
  for (let back = 1; back < length; back++) total += rows[rows.length - back]?.[key] ?? Number.NaN
  return total / length
}

/** The row `back` candles before the current one. */
export const rowAgo = (rows: readonly Row[], back: number): Row => rows[rows.length - back] ?? {}

/** One EMA step with weight 2 / (length + 1); with `before` unknown, seeded by `first` (NaN while there is too little history). */
export const ema = (before: number | undefined, value: number, length: number, first: () => number): number =>
  before === undefined ? first() : before + (2 / (length + 1)) * (value - before)

/** One step of Wilder's mean, weight 1 / length. */
export const wilder = (before: number | undefined, value: number, length: number, first: () => number): number =>
  before === undefined ? first() : before + (value - before) / length

/** Wilder's true range; for the first candle, its own range. */
export function trueRange(candles: readonly Candle[], index: number): number {
  const { high, low } = itemAt(candles, index)
  const before = candles[index - 1]?.close
  return before === undefined ? high - low : Math.max(high, before) - Math.min(low, before)
}
