import { DAY_MS } from '@aerie/core/time'
import { type ReportTrip, usdcNumber } from './report/report-trip.ts'

/** Initial equity in USDC, or why it is unknown. */
export type Capital = { readonly usdc: number } | { readonly reason: string }

/** Maximum days of a series; a wrong date must not create a million. */
const MOST_DAYS = 36_600

/** Daily returns; `firstDay`: days since the epoch, UTC. */
export type DailyReturns = { readonly returns: readonly number[]; readonly firstDay: number } | { readonly reason: string }

/** Daily returns at 00:00 UTC on realized equity, 0 without closed trades. `trips`: closed, oldest first. */
export function dailyReturns(trips: readonly ReportTrip[], capital: Capital): DailyReturns {
  if ('reason' in capital) return capital
  const byDay = netByDay(trips)
  const days = [...byDay.keys()]
  const firstDay = days[0]
  if (firstDay === undefined) return { reason: 'no closed trades' }
  const count = (days.at(-1) ?? firstDay) - firstDay + 1
  if (count > MOST_DAYS) return { reason: 'the trades span over a hundred years: is a date wrong?' }
  return returnsOf(byDay, { firstDay, count, start: capital.usdc })
}

function netByDay(trips: readonly ReportTrip[]): Map<number, number> {
  const byDay = new Map<number, number>()
  for (const { closedAt, net } of trips) {
    const day = Math.floor(closedAt / DAY_MS)
    byDay.set(day, (byDay.get(day) ?? 0) + usdcNumber(net))
  }
  return byDay
}

type Span = { readonly firstDay: number; readonly count: number; readonly start: number }

function returnsOf(byDay: ReadonlyMap<number, number>, { firstDay, count, start }: Span): DailyReturns {
  const returns: number[] = []
  let equity = start
  for (let day = 0; day < count; day += 1) {
    if (equity <= 0) return { reason: 'the losses are as large as the capital' }
    const net = byDay.get(firstDay + day) ?? 0
    returns.push(Math.max(-1, net / equity))
    equity += net
  }
  return { returns, firstDay }
}
