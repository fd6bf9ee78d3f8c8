import { numberAt } from '@aerie/core/numbers/number-at'
import { LEVEL_COUNT, QUANTILE_LEVELS } from './quantile-levels.ts'

/** The tails beyond the outermost quantiles are drawn as power laws in the log return with this exponent. */
const TAIL_EXPONENT = 3.5

/**
 * Chance that the price ends above `level`, from a forecast's price quantiles.
 *
 * Between two quantiles the distribution is linear in the log price. Beyond the outermost ones the chance falls off as a
 * power of the distance from the median with exponent 3.5 (a Student t with 3.5 degrees of freedom, the fitted shape of
 * hourly residuals), so that it nears 0 and 1 and never reaches them.
 *
 * @param prices at QUANTILE_LEVELS, ascending, positive
 * @param level positive price
 * @returns 0 to 1, falling in `level`
 */
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

/** Chance beyond `distance` from the median, given that beyond `edge` it is 2.5 %. */
const tailChance = (edge: number, distance: number): number => (edge > 0 ? QUANTILE_LEVELS[0] * (edge / distance) ** TAIL_EXPONENT : 0)
