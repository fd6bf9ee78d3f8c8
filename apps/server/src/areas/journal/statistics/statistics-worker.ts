import { parentPort } from 'node:worker_threads'
import { DECIMALS, parseDecimal } from '@aerie/core/numbers/units'
import type { Capital } from '@aerie/journal/daily-returns'
import { type JournalReport, journalReport } from '@aerie/journal/report/report'
import type { ReportTrip } from '@aerie/journal/report/report-trip'
import { type HabitsReport, habitsOf } from '../habit-rows.ts'

/** A trip as queried: amounts as decimal text. */
export type StatisticsRow = readonly [
  id: string,
  symbol: string,
  side: 'long' | 'short',
  openedAt: number | null,
  closedAt: number,
  gross: string,
  fees: string,
  funding: string,
  net: string,
  r: number | null,
  mae: string | null,
  mfe: string | null,
  slippage: string | null,
  tags: readonly string[],
  arrivalSlippage: string | null,
  triggerSlippage: string | null,
  entered: string,
  maePart: number | null,
  isWatched: boolean,
]

export type ReportQuestion = { readonly pages: readonly string[]; readonly zone: string; readonly capital: Capital }
export type HabitsQuestion = { readonly habits: string; readonly zone: string }
export type StatisticsQuestion = { readonly id: number; readonly ask: ReportQuestion | HabitsQuestion }
export type StatisticsAnswer = { readonly id: number; readonly report: JournalReport | HabitsReport }

function micro(text: string): bigint {
  const parsed = parseDecimal(text, DECIMALS.usdc)
  if (!parsed.ok) throw new RangeError(`Not an amount of the journal: ${text}`)
  return parsed.value
}
const microOrNull = (text: string | null): bigint | null => (text === null ? null : micro(text))

const tripOf = ([
  id,
  symbol,
  side,
  openedAt,
  closedAt,
  gross,
  fees,
  funding,
  net,
  r,
  mae,
  mfe,
  slippage,
  tags,
  arrivalSlippage,
  triggerSlippage,
  entered,
  maePart,
  isWatched,
]: StatisticsRow): ReportTrip => ({
  id,
  symbol,
  side,
  openedAt,
  closedAt,
  gross: micro(gross),
  fees: micro(fees),
  funding: micro(funding),
  net: micro(net),
  r,
  mae: microOrNull(mae),
  mfe: microOrNull(mfe),
  slippage: microOrNull(slippage),
  tags,
  arrivalSlippage: microOrNull(arrivalSlippage),
  triggerSlippage: microOrNull(triggerSlippage),
  entered: micro(entered),
  maePart,
  isWatched,
})

const reportOf = ({ pages, zone, capital }: ReportQuestion): JournalReport => {
  const trips = pages.flatMap((page) => (JSON.parse(page) as StatisticsRow[]).map(tripOf))
  return journalReport(trips, { zone, capital })
}

/** Separate thread: statistics of 100,000 trips would block other requests. */
parentPort?.on('message', ({ id, ask }: StatisticsQuestion) => {
  const report = 'habits' in ask ? habitsOf(ask.habits, ask.zone) : reportOf(ask)
  parentPort?.postMessage({ id, report } satisfies StatisticsAnswer)
})
