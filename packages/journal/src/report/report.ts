import { itemAt } from '@aerie/core/item-at'
import { microUsdc, usdcText } from '@aerie/core/numbers/units'
import { DAY_MS } from '@aerie/core/time'
import { type Capital, type DailyReturns, dailyReturns } from '../daily-returns.ts'
import { deepestDrawdown } from '../return-statistics.ts'
import { mean, meanInterval } from '../sample.ts'
import { figure } from '../statistic.ts'
import { expectancy, payoff, winRate } from '../trade-statistics.ts'
import { type ZoneTime, zoneClock } from '../zone-time.ts'
import { type FigureInput, FORMULAS, figureOf, P_VALUE_FORMULA, type ReportFigure, reportFigures } from './report-figures.ts'
import { type ReportTrip, sumOf, usdcNumber } from './report-trip.ts'

/** Options of a report. */
export type ReportOptions = {
  readonly zone: string
  readonly capital: Capital
}

const MOST_SCATTERED = 2_000
const text = (micro: bigint): string => usdcText(microUsdc(micro))

/** All journal statistics, decimal USDC. `trips`: closed, with a dollar net. @throws RangeError for an invalid zone */
export function journalReport(trips: readonly ReportTrip[], { zone, capital }: ReportOptions) {
  const ordered = trips.toSorted((a, b) => a.closedAt - b.closedAt || (a.id < b.id ? -1 : 1))
  const clock = zoneClock(zone)
  const daily = dailyReturns(ordered, capital)
  return {
    totals: totalsOf(ordered),
    figures: reportFigures(ordered, daily),
    luck: luckOf(ordered),
    groups: reportGroups(ordered, clock).map(({ rows, ...group }) => ({
      ...group,
      rows: rows.map(({ netMicro, ...row }) => ({ ...row, net: text(netMicro) })),
    })),
    calendar: calendarOf(ordered, clock).map(({ netMicro, ...day }) => ({ ...day, net: text(netMicro) })),
    equity: equityCurve(ordered, capital).map(([at, net, below]): [number, string, number | null] => [at, text(net), below]),
    drawdown: datedDrawdown(daily),
    r_histogram: rHistogram(ordered),
    excursions: scatterOf(ordered),
    earlier_stops: earlierStops(ordered),
  }
}

/** Result of `journalReport`. */
export type JournalReport = ReturnType<typeof journalReport>

const totalsOf = (trips: readonly ReportTrip[]) => ({
  gross: text(sumOf(trips, ({ gross }) => gross)),
  fees: text(sumOf(trips, ({ fees }) => fees)),
  funding: text(sumOf(trips, ({ funding }) => funding)),
  net: text(sumOf(trips, ({ net }) => net)),
})

function luckOf(trips: readonly ReportTrip[]) {
  const found = binomialPValue(trips.map(({ net }) => usdcNumber(net)))
  return found && { ...found, wins: trips.filter(({ net }) => net > 0n).length, formula: P_VALUE_FORMULA }
}

const scatterOf = (trips: readonly ReportTrip[]): [string, string, string, string][] =>
  trips
    .flatMap(({ id, mae, mfe, net }): [string, string, string, string][] =>
      mae === null || mfe === null ? [] : [[id, text(mae), text(mfe), text(net)]],
    )
    .slice(-MOST_SCATTERED)

const GROUPINGS = ['symbol', 'side', 'tag', 'hour', 'weekday'] as const
type Grouping = (typeof GROUPINGS)[number]

type ReportGroup = { key: string; trades: number; netMicro: bigint; win_rate: ReportFigure; expectancy: ReportFigure }
/** Groups of one kind; of `comparisons` 95 % intervals, `expected_by_chance` miss the true value. */
type ReportGroups = { by: Grouping; rows: ReportGroup[]; comparisons: number; expected_by_chance: number }

/** Maximum groups listed per kind: the largest. */
const MOST_GROUPS = 200
const MISSED_SHARE = 0.05

/** Groups by coin, side, tag, and opening hour and weekday in the user's zone. */
const reportGroups = (trips: readonly ReportTrip[], clock: (ms: number) => ZoneTime): ReportGroups[] =>
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

/** Minimum trades for the stop comparison. */
const LEAST_TRADES = 30
/** Tested distances, in multiples of the median MAE. */
const MULTIPLES = [0.5, 1, 1.5, 2] as const
const PART_IN_ONE = 1e9

const EARLIER_STOP_FORMULA =
  'a trade with |MAE| ≥ distance loses distance · worth entered, fees and funding as they were; others stay; change = Σ (with − without) / trades; Student 95 %'

type EarlierStop = {
  /** Distance in medians of MAE, and as a fraction of the entry. */
  multiple: number
  distance: number
  /** Trades it would have closed, and how many of them won without it. */
  stopped: number
  stopped_winners: number
  net: string
  change: ReportFigure
}
type EarlierStops = { n: number; net: string; median_mae: number | null; reason: string | null; rows: EarlierStop[] }

/** In-sample results with stops at multiples of the median MAE; overstates losses of scaled positions. Source: Sweeney (1997). */
export function earlierStops(trips: readonly ReportTrip[]): EarlierStops {
  const watched = trips.flatMap((trip): Watched[] =>
    trip.isWatched && trip.maePart !== null && trip.entered > 0n ? [{ ...trip, maePart: trip.maePart }] : [],
  )
  const totals = { n: watched.length, net: usdcText(microUsdc(sumOf(watched, ({ net }) => net))) }
  const median = medianOf(watched.map(({ maePart }) => -maePart))
  if (watched.length < LEAST_TRADES || median === undefined)
    return { ...totals, median_mae: null, reason: `needs ${LEAST_TRADES} trades with a measured MAE`, rows: [] }
  if (median === 0) return { ...totals, median_mae: 0, reason: 'half of the trades never stood at a loss', rows: [] }
  return { ...totals, median_mae: -median, reason: null, rows: MULTIPLES.map((multiple) => stopAt(watched, multiple, median)) }
}

type Watched = ReportTrip & { readonly maePart: number }

function stopAt(trips: readonly Watched[], multiple: number, median: number): EarlierStop {
  const distance = multiple * median
  const part = BigInt(Math.round(distance * PART_IN_ONE))
  const stopped = trips.filter(({ maePart }) => -maePart >= distance)
  const changes = trips.map((trip) => (-trip.maePart >= distance ? stoppedNet(trip, part) - trip.net : 0n))
  const numbers = changes.map(usdcNumber)
  const total = sumOf(trips, ({ net }) => net) + changes.reduce((sum, change) => sum + change, 0n)
  return {
    multiple,
    distance,
    stopped: stopped.length,
    stopped_winners: stopped.filter(({ net }) => net > 0n).length,
    net: usdcText(microUsdc(total)),
    change: figureOf(figure(mean(numbers), numbers.length, meanInterval(numbers)), EARLIER_STOP_FORMULA),
  }
}

const stoppedNet = ({ entered, fees, funding }: ReportTrip, part: bigint): bigint =>
  -((entered * part) / BigInt(PART_IN_ONE)) - fees + funding

function medianOf(values: readonly number[]): number | undefined {
  const ordered = values.toSorted((a, b) => a - b)
  const half = Math.floor(ordered.length / 2)
  const [below, above] = [ordered[ordered.length % 2 === 0 ? half - 1 : half], ordered[half]]
  return below === undefined || above === undefined ? undefined : (below + above) / 2
}

type EquityPoint = readonly [at: number, netMicro: bigint, below: number | null]

const MOST_POINTS = 2_000
/** First, minimum, maximum and last of each part. */
const POINTS_A_PART = 4

/** Cumulative net after each trade (oldest first), downsampled so that every part keeps its peak and trough. */
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

type DatedDrawdown = { depth: number; peak_at_ms: number; trough_at_ms: number; recovered_at_ms: number | null }

function datedDrawdown(daily: DailyReturns): DatedDrawdown | null {
  if (!('returns' in daily)) return null
  const { depth, peak, trough, recovery } = deepestDrawdown(daily.returns)
  if (depth === 0) return null
  const endOf = (day: number): number => (daily.firstDay + day + 1) * DAY_MS
  return { depth, peak_at_ms: endOf(peak), trough_at_ms: endOf(trough), recovered_at_ms: recovery === undefined ? null : endOf(recovery) }
}

type CalendarDay = { day: string; trades: number; netMicro: bigint }
const MOST_CALENDAR_DAYS = 3_660

function calendarOf(trips: readonly ReportTrip[], clock: (ms: number) => ZoneTime): CalendarDay[] {
  const days = new Map<string, CalendarDay>()
  for (const { closedAt, net } of trips) {
    const { day } = clock(closedAt)
    const known = days.get(day) ?? { day, trades: 0, netMicro: 0n }
    days.set(day, { day, trades: known.trades + 1, netMicro: known.netMicro + net })
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)).slice(-MOST_CALENDAR_DAYS)
}

type RHistogram = { width: number; bins: { from: number; trips: number }[] }
const BIN_WIDTH = 0.5
const MOST_R = 20

/** Counts per half R; values beyond ±20R go to the outer bins. */
function rHistogram(trips: readonly ReportTrip[]): RHistogram {
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

/** One-sided binomial p-value of the wins; null without both a win and a loss. Source: docs/math/journal.md. */
export function binomialPValue(nets: readonly number[]): { readonly chance: number; readonly n: number } | null {
  const ratio = payoff(nets)
  if (ratio.value === null) return null
  const wins = nets.filter((net) => net > 0).length
  return { chance: upperTail(wins, ratio.n, 1 / (1 + ratio.value)), n: ratio.n }
}

/** Probability of at least `hits` in `n` independent trials, summed in log space. */
function upperTail(hits: number, n: number, chance: number): number {
  let total = 0
  let log = n * Math.log1p(-chance)
  for (let k = 0; k <= n; k += 1) {
    if (k >= hits) total += Math.exp(log)
    log += Math.log((n - k) / (k + 1)) + Math.log(chance) - Math.log1p(-chance)
  }
  return Math.min(1, total)
}
