import { itemAt, numberAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'

/** Hours in a year of a market that never closes (365 days). */
export const HOURS_A_YEAR = 8_760

/** RiskMetrics' daily decay factor (J.P. Morgan, 1996). */
export const RISK_METRICS_DECAY = 0.94

/** Annualised volatility of a per-step variance: sqrt(variance * steps per year). */
export const annualised = (variance: number, stepsAYear: number): number => Math.sqrt(Math.max(0, variance) * stepsAYear)

/** Sample variance of log returns (n - 1); undefined under two. Source: Hull, Options, Futures, and Other Derivatives, 15.4 */
export function closeToClose(returns: ArrayLike<number>): number | undefined {
  if (returns.length < 2) return undefined
  let sum = 0
  for (let i = 0; i < returns.length; i += 1) sum += numberAt(returns, i)
  const mean = sum / returns.length
  let squares = 0
  for (let i = 0; i < returns.length; i += 1) squares += (numberAt(returns, i) - mean) ** 2
  return squares / (returns.length - 1)
}

type Prices = Pick<Candle, 'open' | 'high' | 'low' | 'close'>

/** Garman-Klass variance of one candle from log prices; never below 0 if sound. Source: Garman and Klass (1980), docs/math/volatility.md */
export const garmanKlassOfLogs = ({ open, high, low, close }: Prices): number =>
  0.5 * (high - low) ** 2 - GARMAN_KLASS * (close - open) ** 2

const GARMAN_KLASS = 2 * Math.log(2) - 1

const logsOf = ({ open, high, low, close }: Prices): Prices => ({
  open: Math.log(open),
  high: Math.log(high),
  low: Math.log(low),
  close: Math.log(close),
})

const meanOf = (candles: readonly Prices[], term: (candle: Prices) => number): number | undefined =>
  candles.length === 0 ? undefined : candles.reduce((sum, candle) => sum + term(candle), 0) / candles.length

/** Parkinson's variance per step; ignores jumps between candles. Undefined if empty. Source: Parkinson (1980), docs/math/volatility.md */
export const parkinson = (candles: readonly Prices[]): number | undefined =>
  meanOf(candles, ({ high, low }) => Math.log(high / low) ** 2 / (4 * Math.log(2)))

/** Mean Garman-Klass variance per step, assuming zero drift; undefined without candles. Source: docs/math/volatility.md */
export const garmanKlass = (candles: readonly Prices[]): number | undefined =>
  meanOf(candles, (candle) => garmanKlassOfLogs(logsOf(candle)))

const rogersSatchell = ({ open, high, low, close }: Prices): number =>
  Math.log(high / close) * Math.log(high / open) + Math.log(low / close) * Math.log(low / open)

/** Yang-Zhang variance per step of consecutive candles (the first gives a close); undefined under three. Source: Yang and Zhang (2000) */
export function yangZhang(candles: readonly Prices[]): number | undefined {
  const own = candles.slice(1)
  const jumps = closeToClose(own.map(({ open }, i) => Math.log(open / itemAt(candles, i).close)))
  const days = closeToClose(own.map(({ open, close }) => Math.log(close / open)))
  const ways = meanOf(own, rogersSatchell)
  if (jumps === undefined || days === undefined || ways === undefined) return undefined
  const k = 0.34 / (1.34 + (own.length + 1) / (own.length - 1))
  return jumps + k * days + (1 - k) * ways
}

/** One EWMA variance step. Source: Hull, Risk Management and Financial Institutions, example 5.2; docs/math/volatility.md */
export const ewmaStep = ({ before, change, decay }: { before: number; change: number; decay: number }): number =>
  decay * before + (1 - decay) * change ** 2

/** EWMA variance around 0; non-finite returns only age the others. Source: J.P. Morgan, RiskMetrics Technical Document (1996), 5.2 */
export function ewma(returns: ArrayLike<number>, decay: number): number | undefined {
  let sum = 0
  let weight = 0
  for (let i = 0; i < returns.length; i += 1) {
    const change = numberAt(returns, i)
    const isKnown = Number.isFinite(change)
    sum = isKnown ? ewmaStep({ before: sum, change, decay }) : decay * sum
    weight = decay * weight + (isKnown ? 1 - decay : 0)
  }
  return weight > 0 ? sum / weight : undefined
}

/** Minimum share of known returns for a window's volatility. */
export const RETURN_COVERAGE = 0.95

/** Rolling close-to-close variance over `length` log returns, indexed by the last; NaN where under 95 % of the window is known. */
export function rollingVariance(returns: Float64Array, length: number): Float64Array {
  const rolling = new Float64Array(returns.length).fill(Number.NaN)
  const least = Math.max(2, Math.ceil(length * RETURN_COVERAGE))
  // Prefix sums: no rounding error accumulates from adding and subtracting.
  const sums = new Float64Array(returns.length + 1)
  const squares = new Float64Array(returns.length + 1)
  const counts = new Uint32Array(returns.length + 1)
  for (let i = 0; i < returns.length; i += 1) {
    const value = numberAt(returns, i)
    const known = Number.isFinite(value)
    sums[i + 1] = numberAt(sums, i) + (known ? value : 0)
    squares[i + 1] = numberAt(squares, i) + (known ? value ** 2 : 0)
    counts[i + 1] = numberAt(counts, i) + (known ? 1 : 0)
    const from = i + 1 - length
    if (from < 0) continue
    const count = numberAt(counts, i + 1) - numberAt(counts, from)
    const sum = numberAt(sums, i + 1) - numberAt(sums, from)
    if (count >= least) rolling[i] = Math.max(0, numberAt(squares, i + 1) - numberAt(squares, from) - sum ** 2 / count) / (count - 1)
  }
  return rolling
}

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

/** A gapless grid of candles: `length` open times starting at `from`, `step` apart, in whole seconds. */
type ReturnGrid = { readonly from: number; readonly step: number; readonly length: number }

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
