import { parentPort } from 'node:worker_threads'
import { DECIMALS, parseDecimal } from '@aerie/core/units'
import type { Capital } from '@aerie/journal/daily-returns'
import { type JournalReport, journalReport } from '@aerie/journal/report'
import type { ReportTrip } from '@aerie/journal/report-trip'

/** A trip as the database tells it: amounts as decimal text. */
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
]

/** Pages of rows as JSON text, as the database made them; the answer comes under the same number. */
export type StatisticsQuestion = {
  readonly id: number
  readonly pages: readonly string[]
  readonly zone: string
  readonly capital: Capital
}
export type StatisticsAnswer = { readonly id: number; readonly report: JournalReport }

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
})

/** Statistics in a thread of their own: of 100,000 trips they take longer than anybody else should wait. */
parentPort?.on('message', ({ id, pages, zone, capital }: StatisticsQuestion) => {
  const trips = pages.flatMap((page) => (JSON.parse(page) as StatisticsRow[]).map(tripOf)) // as statistics-service.ts asks for them
  parentPort?.postMessage({ id, report: journalReport(trips, { zone, capital }) } satisfies StatisticsAnswer)
})
