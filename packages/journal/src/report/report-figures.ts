import { recordKeys, recordOf } from '@aerie/core/record-keys'
import type { DailyReturns } from '../daily-returns.ts'
import { RETURN_STATISTICS, returnStatistics } from '../return-statistics.ts'
import { mean, meanInterval, sampleDeviation } from '../sample.ts'
import { figure, noFigure, type Statistic } from '../statistic.ts'
import { expectancyRatio, tradeStatistics } from '../trade-statistics.ts'
import { type ReportTrip, sumOf, usdcNumber } from './report-trip.ts'

/** Formatted input of a figure. */
export type FigureInput = { name: string; value: string }
/** Figure with its formula and inputs. */
export type ReportFigure = {
  value: number | null
  n: number
  reason?: string
  interval?: [number, number]
  formula: string
  inputs?: FigureInput[]
}

const DAYS_A_YEAR = 365

/** All figures of closed trips with a dollar net, oldest first. */
export function reportFigures(trips: readonly ReportTrip[], daily: DailyReturns): Record<FigureName, ReportFigure> {
  const results = trips.map(({ net, r }) => ({ net: usdcNumber(net), r }))
  const values: Record<FigureName, Statistic> = {
    ...tradeStatistics(results),
    expectancy_ratio: expectancyRatio(results.map(({ net }) => net)),
    mean_r: meanOf(
      trips.map(({ r }) => r),
      'no trade had a stop when it was opened',
    ),
    ...returnFigures(daily),
    mean_hold_ms: meanOf(
      trips.map(({ openedAt, closedAt }) => (openedAt === null ? null : closedAt - openedAt)),
      'no trade has a known opening time',
    ),
    mean_slippage: meanOf(
      trips.map(({ slippage }) => (slippage === null ? null : usdcNumber(slippage))),
      'no order has a mid price at its decision',
    ),
    mean_arrival_slippage: meanOf(
      trips.map(({ arrivalSlippage }) => (arrivalSlippage === null ? null : usdcNumber(arrivalSlippage))),
      'no order has a known mid price at arrival',
    ),
    mean_trigger_slippage: meanOf(
      trips.map(({ triggerSlippage }) => (triggerSlippage === null ? null : usdcNumber(triggerSlippage))),
      'no triggered orders',
    ),
    exit_efficiency: exitEfficiency(trips),
  }
  const inputs = inputsOf(trips, daily)
  return mapFigures(values, (name, value) => figureOf(value, FORMULAS[name], inputs[name]))
}

const mapFigures = <From, To>(from: Record<FigureName, From>, to: (name: FigureName, value: From) => To): Record<FigureName, To> =>
  recordOf(recordKeys(from), (name) => to(name, from[name]))

/** Statistic with its formula. */
export function figureOf({ value, n, reason, interval }: Statistic, formula: string, inputs?: FigureInput[]): ReportFigure {
  return {
    value,
    n,
    ...(reason !== undefined && { reason }),
    ...(interval && { interval: [interval[0], interval[1]] }),
    formula,
    ...(inputs && { inputs }),
  }
}

function meanOf(values: readonly (number | null)[], reason: string): Statistic {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? noFigure(reason, 0) : figure(mean(known), known.length, meanInterval(known))
}

function returnFigures(daily: DailyReturns): Record<(typeof RETURN_STATISTICS)[number], Statistic> {
  if ('returns' in daily) return returnStatistics({ returns: daily.returns, periodsAYear: DAYS_A_YEAR })
  const none = noFigure(daily.reason, 0)
  return recordOf(RETURN_STATISTICS, () => none)
}

function exitEfficiency(trips: readonly ReportTrip[]): Statistic {
  const profitable = trips.filter(({ mfe }) => mfe !== null && mfe > 0n)
  if (profitable.length === 0) return noFigure('no trade has a known MFE above zero', 0)
  return figure(Number(sumOf(profitable, ({ net }) => net)) / Number(sumOf(profitable, ({ mfe }) => mfe ?? 0n)), profitable.length)
}

const plain = (value: number): string => String(Number(value.toPrecision(8)))
const usdc = (micro: bigint): string => `${usdcNumber(micro)} USDC`
const meanText = (micro: bigint, n: number): string => (n === 0 ? 'none' : `${plain(usdcNumber(micro) / n)} USDC`)

function inputsOf(trips: readonly ReportTrip[], daily: DailyReturns): Partial<Record<FigureName, FigureInput[]>> {
  const wins = trips.filter(({ net }) => net > 0n)
  const losses = trips.filter(({ net }) => net < 0n)
  const [won, lost] = [sumOf(wins, ({ net }) => net), sumOf(losses, ({ net }) => net)]
  const counts = [
    { name: 'wins', value: String(wins.length) },
    { name: 'losses', value: String(losses.length) },
  ]
  const payoff = [
    { name: 'mean win', value: meanText(won, wins.length) },
    { name: 'mean loss', value: meanText(lost, losses.length) },
  ]
  return {
    win_rate: [...counts, { name: 'break-even', value: String(trips.length - wins.length - losses.length) }],
    profit_factor: [
      { name: 'Σ wins', value: usdc(won) },
      { name: 'Σ losses', value: usdc(lost) },
    ],
    expectancy: [{ name: 'Σ net', value: usdc(sumOf(trips, ({ net }) => net)) }],
    payoff,
    expectancy_ratio: [...counts, ...payoff],
    ...returnInputs(daily),
  }
}

function returnInputs(daily: DailyReturns): Partial<Record<FigureName, FigureInput[]>> {
  if (!('returns' in daily)) return {}
  const deviation = sampleDeviation(daily.returns)
  const moments = [
    { name: 'mean r', value: plain(mean(daily.returns)) },
    { name: 'sd r', value: deviation === undefined ? 'none' : plain(deviation) },
    { name: 'days', value: String(daily.returns.length) },
  ]
  return { sharpe: moments, sortino: moments, volatility: moments }
}

/** Formulas of the journal's figures, as in docs/math/journal.md. */
export const FORMULAS = {
  win_rate: 'wins / (wins + losses); break-even apart; Wilson 95 %',
  profit_factor: 'Σ wins / |Σ losses|',
  expectancy: 'Σ net / trades; Student 95 %',
  expectancy_ratio: '(1 + payoff) · win rate − 1',
  payoff: 'mean win / |mean loss|',
  sqn: '√min(n, 100) · mean(R) / sd(R), sd over n − 1',
  mean_r: 'Σ R / trades with a stop at entry; Student 95 %',
  sharpe: 'mean(r) / sd(r) · √365, r daily at 00:00 UTC on realised equity; ± 1.96 · √((1 + SR²/2) / n) · √365 (Lo 2002)',
  sortino: 'mean(r) / √(mean of min(r, 0)² over all days) · √365',
  volatility: 'sd(r) · √365, sd over n − 1',
  max_drawdown: 'least of equity / peak − 1, daily at 00:00 UTC on realised equity',
  total_return: 'Π(1 + r) − 1',
  cagr: 'Π(1 + r)^(365 / days) − 1',
  calmar: 'CAGR / |max drawdown|, from 90 days on',
  mean_hold_ms: 'Σ (last fill − first fill) / trades; Student 95 %',
  mean_slippage: 'Σ lost against the middle at the decision / trades with one; Student 95 %',
  mean_arrival_slippage: 'Σ lost against the middle of the book that an order first met / trades with one; Student 95 %',
  mean_trigger_slippage: 'Σ lost against the price that set an order off / trades with one; Student 95 %',
  exit_efficiency: 'Σ net / Σ MFE, of trades that stood in profit; where MFE is a range, its smaller end',
} as const

/** Key of `FORMULAS`. */
type FigureName = keyof typeof FORMULAS

/** Formula of the p-value of the number of wins. */
export const P_VALUE_FORMULA = 'P(at least as many wins of n), each won with 1 / (1 + payoff): the record without an edge'
