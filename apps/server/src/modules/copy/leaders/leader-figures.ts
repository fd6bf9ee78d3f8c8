import { DAY_MS } from '@aerie/core/time'
import { dailyReturns } from '@aerie/journal/daily-returns'
import type { ReportTrip } from '@aerie/journal/report/report-trip'
import { maxDrawdown, totalReturn } from '@aerie/journal/return-statistics'
import { meanInterval } from '@aerie/journal/sample'
import { figure, noFigure, type Statistic } from '@aerie/journal/statistic'
import type { LeaderPage, LeaderRow } from '@aerie/wire/copies'
import { FEWEST_FOLLOWERS } from '../../../db/schema/copies.ts'

/** What the journal says of one day of a leader's account: UTC, net of closed trips in micro-USDC. */
export type LeaderDay = { readonly day: number; readonly net: bigint; readonly trades: number }

const DAYS_A_YEAR = 365
/** Days from which a bound of the mean says anything. */
const FEWEST_DAYS = 10
const IN_ONE = 1e6

type Figures = Pick<LeaderRow, 'return' | 'return_lower' | 'max_drawdown' | 'trades'> & Pick<LeaderPage, 'curve'>

/** A day's closed trips as one: returns are reckoned by days. */
const tripOf = ({ day, net }: LeaderDay): ReportTrip => ({
  id: String(day),
  symbol: '',
  side: 'long',
  openedAt: null,
  closedAt: day * DAY_MS,
  gross: net,
  fees: 0n,
  funding: 0n,
  net,
  r: null,
  mae: null,
  mfe: null,
  slippage: null,
  arrivalSlippage: null,
  triggerSlippage: null,
  entered: 0n,
  maePart: null,
  isWatched: false,
  tags: [],
})

/**
 * A leader's figures from the journal: daily returns on realised equity, as Post-trade has them.
 *
 * @param days oldest first
 * @param deposit what the account was opened with, micro-USDC
 * Source: docs/math/journal.md
 */
export function leaderFigures(days: readonly LeaderDay[], deposit: bigint): Figures {
  const trades = days.reduce((sum, day) => sum + day.trades, 0)
  const daily = dailyReturns(days.map(tripOf), { usdc: Number(deposit) / IN_ONE })
  if ('reason' in daily) {
    const none = answerOf(noFigure(trades === 0 ? 'no closed trades in this market' : daily.reason, 0))
    return { return: none, return_lower: none, max_drawdown: none, trades, curve: [] }
  }
  const { returns, firstDay } = daily
  return {
    return: answerOf(totalReturn(returns)),
    return_lower: answerOf(lowerBound(returns)),
    max_drawdown: answerOf(maxDrawdown({ returns, periodsAYear: DAYS_A_YEAR })),
    trades,
    curve: curveOf(returns, firstDay),
  }
}

const answerOf = ({ value, n, reason }: Statistic): LeaderRow['return'] => ({ value, n, reason: reason ?? null })

function lowerBound(returns: readonly number[]): Statistic {
  const n = returns.length
  const interval = n < FEWEST_DAYS ? undefined : meanInterval(returns)
  return interval === undefined ? noFigure('needs at least 10 days', n) : figure(interval[0], n)
}

/** Newest days that a curve shows. */
const MOST_DAYS = 400

function curveOf(returns: readonly number[], firstDay: number): LeaderPage['curve'] {
  let [equity, peak] = [1, 1]
  const points = returns.map((value, index) => {
    equity *= 1 + value
    peak = Math.max(peak, equity)
    return { day: new Date((firstDay + index) * DAY_MS).toISOString().slice(0, 10), equity, below: equity / peak - 1 }
  })
  return points.slice(-MOST_DAYS)
}

type Followed = { readonly realised: bigint; readonly allocated: bigint; readonly followers: number }

/** What followers have realised of what they allocated. @param followers users, each counted once */
export function followersResult({ realised, allocated, followers }: Followed): LeaderRow['return'] {
  if (followers === 0 || allocated === 0n) return { value: null, n: 0, reason: 'no follower has closed a copied trade' }
  if (followers < FEWEST_FOLLOWERS) return { value: null, n: followers, reason: 'needs at least 3 followers with a closed trade' }
  return { value: Number(realised) / Number(allocated), n: followers, reason: null }
}
