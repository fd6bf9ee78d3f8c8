import { defined } from '@aerie/core/defined'
import { numberAt } from '@aerie/core/item-at'
import { BANDS, LEVEL_COUNT, MEDIAN_INDEX, QUANTILE_LEVELS } from './quantile-levels.ts'

type Quantiles = ArrayLike<number>

/** Pinball loss of a quantile at `level` (0 to 1); 0 is perfect (Gneiting and Raftery 2007). */
export const pinball = (level: number, quantile: number, outcome: number): number =>
  outcome >= quantile ? level * (outcome - quantile) : (1 - level) * (quantile - outcome)

/** CRPS is averaged over the levels 5 % to 95 %. */
const FIRST_INNER = 1
const LAST_INNER = LEVEL_COUNT - 2

/** CRPS, approximated by twice the mean pinball loss over the 19 levels from 5 % to 95 %. In the outcome's unit; lower is better. */
export function crps(quantiles: Quantiles, outcome: number): number {
  let sum = 0
  for (let i = FIRST_INNER; i <= LAST_INNER; i++) sum += pinball(numberAt(QUANTILE_LEVELS, i), numberAt(quantiles, i), outcome)
  return (2 * sum) / (LAST_INNER - FIRST_INNER + 1)
}

/** Mean pinball loss of the two outermost levels, 2.5 and 97.5 %. */
export const tailPinball = (quantiles: Quantiles, outcome: number): number =>
  (pinball(QUANTILE_LEVELS[0], numberAt(quantiles, 0), outcome) +
    pinball(numberAt(QUANTILE_LEVELS, LEVEL_COUNT - 1), numberAt(quantiles, LEVEL_COUNT - 1), outcome)) /
  2

/** Whether the outcome is inside the `percent` band, edges included. */
export function isCovered(quantiles: Quantiles, outcome: number, percent: (typeof BANDS)[number]['percent']): boolean {
  const band = defined(BANDS.find((each) => each.percent === percent))
  return outcome >= numberAt(quantiles, band.low) && outcome <= numberAt(quantiles, band.high)
}

/** Probability integral transform, linear between quantiles, 0 or 1 beyond them. Uniform if calibrated (Dawid 1984). */
export function pit(quantiles: Quantiles, outcome: number): number {
  if (outcome < numberAt(quantiles, 0)) return 0
  for (let i = 1; i < LEVEL_COUNT; i++) {
    const high = numberAt(quantiles, i)
    if (outcome > high) continue
    const low = numberAt(quantiles, i - 1)
    const share = high > low ? (outcome - low) / (high - low) : 0.5
    return numberAt(QUANTILE_LEVELS, i - 1) + share * (numberAt(QUANTILE_LEVELS, i) - numberAt(QUANTILE_LEVELS, i - 1))
  }
  return 1
}

/** Scores of one forecast. Returns are natural logs. */
export type ForecastScore = {
  readonly crps: number
  readonly tail: number
  readonly covered: Readonly<Record<50 | 80 | 95, boolean>>
  readonly pit: number
  readonly width: number
  readonly medianError: number
}

/** Scores a log-return forecast against its outcome. */
export const scoreForecast = (quantiles: Quantiles, outcome: number): ForecastScore => ({
  crps: crps(quantiles, outcome),
  tail: tailPinball(quantiles, outcome),
  covered: {
    50: isCovered(quantiles, outcome, 50),
    80: isCovered(quantiles, outcome, 80),
    95: isCovered(quantiles, outcome, 95),
  },
  pit: pit(quantiles, outcome),
  width: numberAt(quantiles, BANDS[1].high) - numberAt(quantiles, BANDS[1].low),
  medianError: Math.abs(outcome - numberAt(quantiles, MEDIAN_INDEX)),
})

/** Wilson's 95 % confidence interval (1927). `independent`: number of independent observations, positive, need not be whole. */
export function wilsonInterval(share: number, independent: number): readonly [low: number, high: number] {
  const z = 1.959964
  const spread = z ** 2 / independent
  const centre = (share + spread / 2) / (1 + spread)
  const half = (z * Math.sqrt((share * (1 - share)) / independent + z ** 2 / (4 * independent ** 2))) / (1 + spread)
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}
