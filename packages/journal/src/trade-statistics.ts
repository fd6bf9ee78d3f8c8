import { mean, meanInterval, sampleDeviation, wilsonInterval } from './sample.ts'
import { figure, noFigure, type Statistic } from './statistic.ts'

/** Result of a closed trade: `net` after fees and funding; `r` in multiples of the initial risk, null without a stop. */
export type TradeResult = { readonly net: number; readonly r: number | null }

/** Names of the trade statistics. */
export const TRADE_STATISTICS = ['win_rate', 'profit_factor', 'expectancy', 'payoff', 'sqn'] as const

/** Cap of n in the System Quality Number, for comparability with Van Tharp's scale. */
export const SQN_MOST_TRADES = 100

/** All statistics of closed trades. Source: docs/math/journal.md. */
export function tradeStatistics(trades: readonly TradeResult[]): Record<(typeof TRADE_STATISTICS)[number], Statistic> {
  const nets = trades.map(({ net }) => net)
  return {
    win_rate: winRate(nets),
    profit_factor: profitFactor(nets),
    expectancy: expectancy(nets),
    payoff: payoff(nets),
    sqn: sqn(trades.map(({ r }) => r).filter((r) => r !== null)),
  }
}

const winsOf = (nets: readonly number[]): readonly number[] => nets.filter((net) => net > 0)
const lossesOf = (nets: readonly number[]): readonly number[] => nets.filter((net) => net < 0)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Wins over wins plus losses, with Wilson's interval; break-even trades are excluded. */
export function winRate(nets: readonly number[]): Statistic {
  const wins = winsOf(nets).length
  const n = wins + lossesOf(nets).length
  return n === 0 ? noFigure('no trade won or lost', 0) : figure(wins / n, n, wilsonInterval(wins, n))
}

/** Gross profit over gross loss. */
export function profitFactor(nets: readonly number[]): Statistic {
  const losses = lossesOf(nets)
  if (nets.length === 0) return noFigure('no trades', 0)
  return losses.length === 0 ? noFigure('no trade lost', nets.length) : figure(sum(winsOf(nets)) / -sum(losses), nets.length)
}

/** Mean net result per trade, with Student's interval. */
export const expectancy = (nets: readonly number[]): Statistic =>
  nets.length === 0 ? noFigure('no trades', 0) : figure(mean(nets), nets.length, meanInterval(nets))

/** Mean win over mean loss. */
export function payoff(nets: readonly number[]): Statistic {
  const [wins, losses] = [winsOf(nets), lossesOf(nets)]
  const n = wins.length + losses.length
  if (losses.length === 0) return noFigure(n === 0 ? 'no trade won or lost' : 'no trade lost', n)
  return wins.length === 0 ? noFigure('no trade won', n) : figure(mean(wins) / -mean(losses), n)
}

/** Expectancy per unit lost: `(1 + payoff) · win rate - 1`. Source: freqtrade's definition. */
export function expectancyRatio(nets: readonly number[]): Statistic {
  const [ratio, rate] = [payoff(nets), winRate(nets)]
  if (ratio.value === null || rate.value === null) return noFigure(ratio.reason ?? rate.reason ?? 'no trades', rate.n)
  return figure((1 + ratio.value) * rate.value - 1, rate.n)
}

/** System Quality Number `√n · mean(R) / sd(R)` with n capped at 100. Source: Van Tharp, Definitive Guide to Position Sizing (2008). */
export function sqn(multiples: readonly number[]): Statistic {
  const n = multiples.length
  const deviation = sampleDeviation(multiples)
  if (deviation === undefined)
    return noFigure(n === 0 ? 'no trade had a stop when it was opened' : 'needs at least two trades with a stop', n)
  if (deviation === 0) return noFigure('the results do not vary', n)
  return figure((Math.sqrt(Math.min(n, SQN_MOST_TRADES)) * mean(multiples)) / deviation, n)
}
