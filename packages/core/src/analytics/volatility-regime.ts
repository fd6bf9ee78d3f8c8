import { numberAt } from '../numbers/number-at.ts'
/** Percentiles of past volatility at which normal, high and extreme begin; below the first is calm. */
export const REGIME_PERCENTILES = [0.25, 0.75, 0.95] as const

/** Quantile of ascending values at `level` (0 to 1), Hyndman-Fan type 7 as in R and NumPy; NaN without values. */
export function quantileOf(sorted: ArrayLike<number>, level: number): number {
  const position = level * (sorted.length - 1)
  const below = Math.floor(position)
  const low = sorted[below] ?? Number.NaN
  return below + 1 < sorted.length ? low + (position - below) * (numberAt(sorted, below + 1) - low) : low
}

/** Share of `values` below `value`, 0 to 1; ties count half. NaN without values. */
export function percentileRank(values: ArrayLike<number>, value: number): number {
  let below = 0
  let equal = 0
  for (let i = 0; i < values.length; i += 1) {
    if (numberAt(values, i) < value) below += 1
    else if (values[i] === value) equal += 1
  }
  return (below + equal / 2) / values.length
}

/** Volatilities at which normal, high and extreme begin, from past values. */
export const regimeThresholds = (values: Float64Array): number[] => {
  const sorted = values.toSorted()
  return REGIME_PERCENTILES.map((level) => quantileOf(sorted, level))
}

/** Regime of `value`: 0 calm, 1 normal, 2 high, 3 extreme. */
export const regimeOf = (value: number, thresholds: readonly number[]): number =>
  thresholds.reduce((count, threshold) => count + (value >= threshold ? 1 : 0), 0)

/** A run of steps in one regime: from index `from` up to but excluding `until`. */
export type RegimePeriod = {
  readonly regime: number
  readonly from: number
  readonly until: number
  /** Whether both ends were observed, i.e. the neighbouring steps are known and of another regime. */
  readonly isWhole: boolean
}

/** Runs of one regime in a volatility series. An unknown step (NaN) ends a run, whose true end is then unknown. */
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
