import { numberAt } from '../numbers/number-at.ts'
/** Percentiles of the past at which normal, high and extreme begin; below the first is calm. */
export const REGIME_PERCENTILES = [0.25, 0.75, 0.95] as const

/**
 * Quantile of values in ascending order, linear between neighbours at `level (n - 1)` (Hyndman and Fan's type 7, as R and NumPy).
 *
 * @param level 0 to 1
 * @returns NaN without values
 * @throws never
 */
export function quantileOf(sorted: ArrayLike<number>, level: number): number {
  const position = level * (sorted.length - 1)
  const below = Math.floor(position)
  const low = sorted[below] ?? Number.NaN
  return below + 1 < sorted.length ? low + (position - below) * (numberAt(sorted, below + 1) - low) : low
}

/**
 * Share of `values` below `value`; half of those that equal it count.
 *
 * @returns 0 to 1; NaN without values
 * @throws never
 */
export function percentileRank(values: ArrayLike<number>, value: number): number {
  let below = 0
  let equal = 0
  for (let i = 0; i < values.length; i += 1) {
    if (numberAt(values, i) < value) below += 1
    else if (values[i] === value) equal += 1
  }
  return (below + equal / 2) / values.length
}

/** Volatilities at which normal, high and extreme begin, from those of the past. */
export const regimeThresholds = (values: Float64Array): number[] => {
  const sorted = values.toSorted()
  return REGIME_PERCENTILES.map((level) => quantileOf(sorted, level))
}

/** 0 calm, 1 normal, 2 high, 3 extreme: how many thresholds `value` has reached. */
export const regimeOf = (value: number, thresholds: readonly number[]): number =>
  thresholds.reduce((count, threshold) => count + (value >= threshold ? 1 : 0), 0)

/** A stretch of steps in one regime: from index `from` up to, not including, `until`. */
export type RegimePeriod = {
  readonly regime: number
  readonly from: number
  readonly until: number
  /** Whether its first and last step were both seen: what goes before and after is known and of another regime. */
  readonly isWhole: boolean
}

/**
 * The stretches of one regime in a series of volatilities. A step that is not known ends a stretch, whose true end is then not known.
 *
 * @param values NaN where not known
 * @throws never
 */
export function regimePeriods(values: Float64Array, thresholds: readonly number[]): RegimePeriod[] {
  const regimes = Array.from(values, (value) => (Number.isFinite(value) ? regimeOf(value, thresholds) : undefined))
  const spells: RegimePeriod[] = []
  for (let from = 0; from < regimes.length; ) {
    const regime = regimes[from]
    let until = from + 1
    while (until < regimes.length && regimes[until] === regime) until += 1
    const isWhole = regimes[from - 1] !== undefined && regimes[until] !== undefined
    if (regime !== undefined) spells.push({ regime, from, until, isWhole })
    from = until
  }
  return spells
}
