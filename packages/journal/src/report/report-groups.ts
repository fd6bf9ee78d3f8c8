import { FORMULAS } from '../formulas.ts'
import { expectancy, winRate } from '../trade-statistics.ts'
import type { ZoneTime } from '../zone-time.ts'
import { type FigureInput, figureOf, type ReportFigure } from './report-figures.ts'
import { type ReportTrip, sumOf, usdcNumber } from './report-trip.ts'

/** What trades are grouped by. */
export const GROUPINGS = ['symbol', 'side', 'tag', 'hour', 'weekday'] as const
/** One of `GROUPINGS`. */
export type Grouping = (typeof GROUPINGS)[number]

/** One group of trades. */
export type ReportGroup = { key: string; trades: number; netMicro: bigint; win_rate: ReportFigure; expectancy: ReportFigure }
/** Groups of one kind; of `comparisons` intervals at 95 %, `expected_by_chance` miss the truth. */
export type ReportGroups = { by: Grouping; rows: ReportGroup[]; comparisons: number; expected_by_chance: number }

/** Groups that are told of one kind: the largest. */
const MOST_GROUPS = 200
const MISSED_SHARE = 0.05

/**
 * The trades by coin, side, tag, hour and weekday of their opening.
 *
 * @param clock reads an instant in the user's zone
 * @throws never
 */
export const reportGroups = (trips: readonly ReportTrip[], clock: (ms: number) => ZoneTime): ReportGroups[] =>
  GROUPINGS.map((by) => groupsBy(by, trips, clock))

function groupsBy(by: Grouping, trips: readonly ReportTrip[], clock: (ms: number) => ZoneTime): ReportGroups {
  const groups = new Map<string, ReportTrip[]>()
  for (const trip of trips) {
    for (const key of keysOf(by, trip, clock)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [trip])
      else group.push(trip)
    }
  }
  const rows = [...groups].map(([key, members]) => groupOf(key, members)).toSorted(isOrdered(by) ? byKey : bySize)
  return { by, rows: rows.slice(0, MOST_GROUPS), comparisons: rows.length, expected_by_chance: rows.length * MISSED_SHARE }
}

const isOrdered = (by: Grouping): boolean => by === 'hour' || by === 'weekday'
const byKey = (a: ReportGroup, b: ReportGroup): number => Number(a.key) - Number(b.key)
const bySize = (a: ReportGroup, b: ReportGroup): number => b.trades - a.trades || (a.key < b.key ? -1 : 1)

function keysOf(by: Grouping, trip: ReportTrip, clock: (ms: number) => ZoneTime): readonly string[] {
  if (by === 'symbol' || by === 'side') return [trip[by]]
  if (by === 'tag') return trip.tags.length === 0 ? [''] : trip.tags
  return trip.openedAt === null ? [] : [String(clock(trip.openedAt)[by])]
}

function groupOf(key: string, members: readonly ReportTrip[]): ReportGroup {
  const nets = members.map(({ net }) => usdcNumber(net))
  const wins: FigureInput[] = [{ name: 'wins', value: String(nets.filter((net) => net > 0).length) }]
  return {
    key,
    trades: members.length,
    netMicro: sumOf(members, ({ net }) => net),
    win_rate: figureOf(winRate(nets), FORMULAS.win_rate, wins),
    expectancy: figureOf(expectancy(nets), FORMULAS.expectancy),
  }
}
