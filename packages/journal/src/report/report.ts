import { microUsdc, usdcText } from '@aerie/core/numbers/units'
import { type Capital, dailyReturns } from '../daily-returns.ts'
import { P_VALUE_FORMULA } from '../formulas.ts'
import { binomialPValue } from '../p-value.ts'
import { zoneClock } from '../zone-time.ts'
import { earlierStops } from './earlier-stops.ts'
import { calendarOf, datedDrawdown, equityCurve, rHistogram } from './report-curves.ts'
import { reportFigures } from './report-figures.ts'
import { reportGroups } from './report-groups.ts'
import { type ReportTrip, sumOf, usdcNumber } from './report-trip.ts'

/** What a report is made over. */
export type ReportOptions = {
  /** IANA name. */
  readonly zone: string
  readonly capital: Capital
}

const MOST_SCATTERED = 2_000
const text = (micro: bigint): string => usdcText(microUsdc(micro))

/**
 * Everything that the statistics of a journal show, amounts as decimal USDC.
 *
 * @param trips closed, with a net in dollars, in any order
 * @throws RangeError for a zone that is none
 */
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

/** What `journalReport` tells. */
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
