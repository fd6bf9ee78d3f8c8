import { itemAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'
import { numberAt } from '../numbers/number-at.ts'

/** Hours of a year of a market that never closes: 365 days of 24. */
export const HOURS_A_YEAR = 8_760

/** RiskMetrics' decay of a day (J.P. Morgan, 1996). */
export const RISK_METRICS_DECAY = 0.94

/** Variance of one step as a volatility of a year: its root times that of the steps in a year. */
export const annualised = (variance: number, stepsAYear: number): number => Math.sqrt(Math.max(0, variance) * stepsAYear)

/**
 * Close-to-close variance of a step: that of the returns around their mean, over n - 1.
 *
 * @param returns logarithmic, finite
 * @returns undefined under two returns
 * @throws never
 * Source: Hull, Options, Futures, and Other Derivatives, 15.4; docs/math/volatility.md
 */
export function closeToClose(returns: ArrayLike<number>): number | undefined {
  if (returns.length < 2) return undefined
  let sum = 0
  for (let i = 0; i < returns.length; i += 1) sum += numberAt(returns, i)
  const mean = sum / returns.length
  let squares = 0
  for (let i = 0; i < returns.length; i += 1) squares += (numberAt(returns, i) - mean) ** 2
  return squares / (returns.length - 1)
}

/** The prices of a candle, or their logarithms. */
type Prices = Pick<Candle, 'open' | 'high' | 'low' | 'close'>

/**
 * Garman and Klass' variance of one candle from the logarithms of its prices: `(h - l)^2 / 2 - (2 ln 2 - 1) (c - o)^2`. Below 0
 * never on sound candles.
 *
 * @throws never
 * Source: Garman and Klass (1980), docs/math/volatility.md
 */
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

/**
 * Parkinson's variance of a step: mean of `ln(H / L)^2 / (4 ln 2)`. It sees the way within a candle, not the jumps between them.
 *
 * @returns undefined without candles
 * @throws never
 * Source: Parkinson (1980), docs/math/volatility.md
 */
export const parkinson = (candles: readonly Prices[]): number | undefined =>
  meanOf(candles, ({ high, low }) => Math.log(high / low) ** 2 / (4 * Math.log(2)))

/**
 * Garman and Klass' variance of a step, a mean over the candles; it takes the drift for none.
 *
 * @returns undefined without candles
 * @throws never
 * Source: Garman and Klass (1980), docs/math/volatility.md
 */
export const garmanKlass = (candles: readonly Prices[]): number | undefined =>
  meanOf(candles, (candle) => garmanKlassOfLogs(logsOf(candle)))

const rogersSatchell = ({ open, high, low, close }: Prices): number =>
  Math.log(high / close) * Math.log(high / open) + Math.log(low / close) * Math.log(low / open)

/**
 * Yang and Zhang's variance of a step: that of the jumps from close to open, plus k of that from open to close, plus 1 - k of
 * Rogers and Satchell's, `k = 0.34 / (1.34 + (n + 1) / (n - 1))`. Neither a drift nor jumps mislead it.
 *
 * @param candles each next to the one before; the first only gives the close before the second
 * @returns undefined under three candles
 * @throws never
 * Source: Yang and Zhang (2000), docs/math/volatility.md
 */
export function yangZhang(candles: readonly Prices[]): number | undefined {
  const own = candles.slice(1)
  const jumps = closeToClose(own.map(({ open }, i) => Math.log(open / itemAt(candles, i).close)))
  const days = closeToClose(own.map(({ open, close }) => Math.log(close / open)))
  const ways = meanOf(own, rogersSatchell)
  if (jumps === undefined || days === undefined || ways === undefined) return undefined
  const k = 0.34 / (1.34 + (own.length + 1) / (own.length - 1))
  return jumps + k * days + (1 - k) * ways
}

/**
 * Next variance of an exponentially weighted mean: `decay * before + (1 - decay) * change^2`.
 *
 * @throws never
 * Source: Hull, Risk Management and Financial Institutions, example 5.2; docs/math/volatility.md
 * @example ewmaStep({ before: 0.0001, change: 0.02, decay: 0.9 }) // 0.00013
 */
export const ewmaStep = ({ before, change, decay }: { before: number; change: number; decay: number }): number =>
  decay * before + (1 - decay) * change ** 2

/**
 * Exponentially weighted variance of a step: squared returns around 0, each `decay` times the weight of the next. Weights are made to
 * sum to 1, so that the beginning of the series counts for no more than its share.
 *
 * @param returns logarithmic, ascending; those that are not finite only age the others
 * @returns undefined where no return is known
 * @throws never
 * Source: J.P. Morgan, RiskMetrics Technical Document (1996), 5.2; docs/math/volatility.md
 */
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

/** Share of a window's returns that must be known before its volatility is told. */
export const RETURN_COVERAGE = 0.95

/**
 * Close-to-close variance of each stretch of `length` returns, by the index of its last one, in one pass over sums.
 *
 * @param returns logarithmic; NaN where not known
 * @returns as long as `returns`; NaN where under 95 % of a stretch are known
 * @throws never
 */
export function rollingVariance(returns: Float64Array, length: number): Float64Array {
  const rolling = new Float64Array(returns.length).fill(Number.NaN)
  const least = Math.max(2, Math.ceil(length * RETURN_COVERAGE))
  // Sums up to each index: no error is carried along by adding and taking away.
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
