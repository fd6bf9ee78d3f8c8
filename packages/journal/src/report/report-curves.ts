import { itemAt } from '@aerie/core/item-at'
import { DAY_MS } from '@aerie/core/time'
import type { Capital, DailyReturns } from '../daily-returns.ts'
import { deepestDrawdown } from '../return-statistics.ts'
import type { ZoneTime } from '../zone-time.ts'
import { type ReportTrip, usdcNumber } from './report-trip.ts'

/** A point of the equity curve: when, net so far, and the fraction below the peak where a capital is known. */
export type EquityPoint = readonly [at: number, netMicro: bigint, below: number | null]

const MOST_POINTS = 2_000
/** First, least, most and last of each part. */
const POINTS_A_PART = 4

/**
 * Net result so far after each trade, thinned so that every peak and trough of its part stays.
 *
 * @param trips oldest first
 * @throws never
 */
export function equityCurve(trips: readonly ReportTrip[], capital: Capital): EquityPoint[] {
  let net = 0n
  let peak = 0n
  const points = trips.map((trip): EquityPoint => {
    net += trip.net
    if (net > peak) peak = net
    return [trip.closedAt, net, belowPeak(net, peak, capital)]
  })
  return thinned(points)
}

function belowPeak(net: bigint, peak: bigint, capital: Capital): number | null {
  if ('reason' in capital) return null
  const top = capital.usdc + usdcNumber(peak)
  return top <= 0 ? null : Math.max(-1, (capital.usdc + usdcNumber(net)) / top - 1)
}

function thinned(points: EquityPoint[]): EquityPoint[] {
  if (points.length <= MOST_POINTS) return points
  const size = Math.ceil(points.length / (MOST_POINTS / POINTS_A_PART))
  const kept: EquityPoint[] = []
  for (let from = 0; from < points.length; from += size) kept.push(...cornersOf(points.slice(from, from + size)))
  return kept
}

function cornersOf(part: readonly EquityPoint[]): EquityPoint[] {
  let [least, most] = [0, 0]
  for (const [index, [, net]] of part.entries()) {
    if (net < (part[least]?.[1] ?? net)) least = index
    if (net > (part[most]?.[1] ?? net)) most = index
  }
  const corners = [...new Set([0, least, most, part.length - 1])].toSorted((a, b) => a - b)
  return corners.map((index) => itemAt(part, index))
}

/** A fall of equity with its dates. */
export type DatedDrawdown = { depth: number; peak_at_ms: number; trough_at_ms: number; recovered_at_ms: number | null }

/** The deepest drawdown of a daily series with its days; null where there is no series or no fall. */
export function datedDrawdown(daily: DailyReturns): DatedDrawdown | null {
  if (!('returns' in daily)) return null
  const { depth, peak, trough, recovery } = deepestDrawdown(daily.returns)
  if (depth === 0) return null
  const endOf = (day: number): number => (daily.firstDay + day + 1) * DAY_MS
  return { depth, peak_at_ms: endOf(peak), trough_at_ms: endOf(trough), recovered_at_ms: recovery === undefined ? null : endOf(recovery) }
}

/** Results of one day of the user's zone. */
export type CalendarDay = { day: string; trades: number; netMicro: bigint }
const MOST_CALENDAR_DAYS = 3_660

/** Days with a closed trade, oldest first. */
export function calendarOf(trips: readonly ReportTrip[], clock: (ms: number) => ZoneTime): CalendarDay[] {
  const days = new Map<string, CalendarDay>()
  for (const { closedAt, net } of trips) {
    const { day } = clock(closedAt)
    const known = days.get(day) ?? { day, trades: 0, netMicro: 0n }
    days.set(day, { day, trades: known.trades + 1, netMicro: known.netMicro + net })
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)).slice(-MOST_CALENDAR_DAYS)
}

/** Trades by their R. */
export type RHistogram = { width: number; bins: { from: number; trips: number }[] }
const BIN_WIDTH = 0.5
const MOST_R = 20

/** How many trades lie in each half of an R; what lies beyond 20 R counts in the outermost bins. */
export function rHistogram(trips: readonly ReportTrip[]): RHistogram {
  const counts = new Map<number, number>()
  for (const { r } of trips) {
    if (r === null) continue
    const bin = Math.floor(Math.min(Math.max(r, -MOST_R), MOST_R - BIN_WIDTH) / BIN_WIDTH)
    counts.set(bin, (counts.get(bin) ?? 0) + 1)
  }
  const used = [...counts.keys()]
  if (used.length === 0) return { width: BIN_WIDTH, bins: [] }
  const [first, last] = [Math.min(...used), Math.max(...used)]
  const bins = Array.from({ length: last - first + 1 }, (_, index) => ({
    from: (first + index) * BIN_WIDTH,
    trips: counts.get(first + index) ?? 0,
  }))
  return { width: BIN_WIDTH, bins }
}
