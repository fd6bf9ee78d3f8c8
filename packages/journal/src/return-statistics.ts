import { mean, NORMAL_975, rootMeanSquare, sampleDeviation } from './sample.ts'
import { figure, noFigure, type Statistic } from './statistic.ts'

/** Returns as fractions of opening equity, null if unknown (time still counts); no risk-free rate, n - 1. Source: docs/math/journal.md. */
export type ReturnSeries = {
  /** One per period, oldest first; each at least -1. */
  readonly returns: readonly (number | null)[]
  readonly periodsAYear: number
}

/** Names of the return statistics. */
export const RETURN_STATISTICS = ['sharpe', 'sortino', 'volatility', 'max_drawdown', 'total_return', 'cagr', 'calmar'] as const

/** Minimum days for the Calmar ratio. */
export const CALMAR_FEWEST_DAYS = 90
const DAYS_A_YEAR = 365

/** All statistics of a series. */
export function returnStatistics(series: ReturnSeries): Record<(typeof RETURN_STATISTICS)[number], Statistic> {
  const known = knownReturns(series)
  return {
    sharpe: sharpe(known, series.periodsAYear),
    sortino: sortino(known, series.periodsAYear),
    volatility: volatility(known, series.periodsAYear),
    max_drawdown: maxDrawdown(series),
    total_return: totalReturn(known),
    cagr: cagr(series),
    calmar: calmar(series),
  }
}

const knownReturns = ({ returns }: ReturnSeries): readonly number[] => returns.filter((value) => value !== null)

/** Annualized Sharpe ratio (1994) `mean(r) / sd(r) · √periods` with Lo's 95 % interval (2002). */
export function sharpe(returns: readonly number[], periodsAYear: number): Statistic {
  const n = returns.length
  const deviation = sampleDeviation(returns)
  if (deviation === undefined) return noFigure('needs at least two returns', n)
  if (deviation === 0) return noFigure('the returns do not vary', n)
  const ratio = mean(returns) / deviation
  const scale = Math.sqrt(periodsAYear)
  const reach = NORMAL_975 * Math.sqrt((1 + ratio ** 2 / 2) / n)
  return figure(ratio * scale, n, [(ratio - reach) * scale, (ratio + reach) * scale])
}

/** `√(mean of min(r - target, 0)²)` over all returns, not only those below. Source: Rollinger and Hoffman (Red Rock Capital). */
export const downsideDeviation = (returns: readonly number[], target = 0): number =>
  rootMeanSquare(
    returns.map((value) => Math.min(value - target, 0)),
    returns.length,
  )

/** Annualized Sortino ratio: `mean(r - target) / downside deviation · √periods`. Source: as `downsideDeviation`. */
export function sortino(returns: readonly number[], periodsAYear: number, target = 0): Statistic {
  const n = returns.length
  if (n < 2) return noFigure('needs at least two returns', n)
  if (returns.every((value) => value >= target)) return noFigure('no return lies below the target', n)
  const downside = downsideDeviation(returns, target)
  return figure(((mean(returns) - target) / downside) * Math.sqrt(periodsAYear), n)
}

/** Annualized volatility: `sd(r) · √periods`. */
export function volatility(returns: readonly number[], periodsAYear: number): Statistic {
  const deviation = sampleDeviation(returns)
  return deviation === undefined
    ? noFigure('needs at least two returns', returns.length)
    : figure(deviation * Math.sqrt(periodsAYear), returns.length)
}

/** Compounded total return. */
export const totalReturn = (returns: readonly number[]): Statistic =>
  returns.length === 0 ? noFigure('no returns', 0) : figure(growth(returns) - 1, returns.length)

const growth = (returns: readonly number[]): number => returns.reduce((product, value) => product * (1 + value), 1)

/** Deepest drawdown; period indices, where -1 is the start of the first. */
export type Drawdown = {
  /** `equity / peak - 1`, ≤ 0. */
  readonly depth: number
  readonly peak: number
  readonly trough: number
  readonly recovery: number | undefined
}

/** Deepest drawdown, the first of equals; the start counts as a peak. */
export function deepestDrawdown(returns: readonly (number | null)[]): Drawdown {
  let equity = 1
  let top = { equity: 1, at: -1 }
  let deepest: Drawdown & { readonly from: number } = { depth: 0, peak: -1, trough: -1, recovery: undefined, from: 1 }
  for (const [at, value] of returns.entries()) {
    equity *= 1 + (value ?? 0)
    if (equity >= top.equity) {
      if (deepest.recovery === undefined && deepest.depth < 0 && equity >= deepest.from) deepest = { ...deepest, recovery: at }
      top = { equity, at }
    }
    const depth = top.equity === 0 ? 0 : equity / top.equity - 1
    if (depth < deepest.depth) deepest = { depth, peak: top.at, trough: at, recovery: undefined, from: top.equity }
  }
  const { depth, peak, trough, recovery } = deepest
  return { depth, peak, trough, recovery }
}

/** Deepest drawdown, ≤ 0. */
export function maxDrawdown(series: ReturnSeries): Statistic {
  const n = knownReturns(series).length
  return n === 0 ? noFigure('no returns', 0) : figure(deepestDrawdown(series.returns).depth, n)
}

/** CAGR, time-weighted: `growth^(periods a year / periods) - 1`. `n` counts all periods. */
export function cagr(series: ReturnSeries): Statistic {
  const known = knownReturns(series)
  const periods = series.returns.length
  if (known.length === 0) return noFigure('no returns', periods)
  const rate = growth(known) ** (series.periodsAYear / periods) - 1
  return Number.isFinite(rate) ? figure(rate, periods) : noFigure('too short a time for a rate of a year', periods)
}

/** CAGR over the deepest drawdown; no value under 90 days. `n` counts all periods. */
export function calmar(series: ReturnSeries): Statistic {
  const periods = series.returns.length
  if (periods * DAYS_A_YEAR < CALMAR_FEWEST_DAYS * series.periodsAYear) return noFigure('needs at least 90 days', periods)
  const rate = cagr(series)
  const depth = deepestDrawdown(series.returns).depth
  if (rate.value === null) return noFigure(rate.reason ?? 'no rate of a year', periods)
  return depth === 0 ? noFigure('no drawdown', periods) : figure(rate.value / -depth, periods)
}
