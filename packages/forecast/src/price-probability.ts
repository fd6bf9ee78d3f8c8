import { numberAt } from '@aerie/core/item-at'
import { LEVEL_COUNT, QUANTILE_LEVELS } from './quantile-levels.ts'

const TAIL_EXPONENT = 3.5

/** P(price > `level`): linear in log price between quantiles; power-law tails (exponent 3.5, as Student t) never reach 0 or 1. */
export function chanceAbove(prices: ArrayLike<number>, level: number): number {
  const at = Math.log(level)
  const logs = Array.from(prices, Math.log)
  const median = numberAt(logs, (LEVEL_COUNT - 1) / 2)
  const lowest = numberAt(logs, 0)
  const highest = numberAt(logs, LEVEL_COUNT - 1)
  if (at < lowest) return 1 - tailChance(median - lowest, median - at)
  if (at > highest) return tailChance(highest - median, at - median)
  const upper = Math.max(
    1,
    logs.findIndex((value) => value >= at),
  )
  const low = numberAt(logs, upper - 1)
  const high = numberAt(logs, upper)
  const share = high > low ? (at - low) / (high - low) : 0.5
  return 1 - (numberAt(QUANTILE_LEVELS, upper - 1) + share * (numberAt(QUANTILE_LEVELS, upper) - numberAt(QUANTILE_LEVELS, upper - 1)))
}

/** Probability beyond `distance` from the median, given 2.5 % beyond `edge`. */
const tailChance = (edge: number, distance: number): number => (edge > 0 ? QUANTILE_LEVELS[0] * (edge / distance) ** TAIL_EXPONENT : 0)

/**
 * P(the price touches `level` before the horizon of `prices`): twice the probability of ending beyond it, at most 1, by the reflection
 * principle for a symmetric path without jumps. A level at the anchor has been touched. Measured in docs/math/forecast.md.
 */
export function chanceOfTouching(prices: ArrayLike<number>, anchor: number, level: number): number {
  if (level === anchor) return 1
  const above = chanceAbove(prices, level)
  return Math.min(1, 2 * (level > anchor ? above : 1 - above))
}
