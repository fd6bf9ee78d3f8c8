import { BYTE_ORDER_MARK, csvLine, textCell } from '@aerie/journal/csv-text'
import type { TripDetail } from '@aerie/wire/journal/journal'
import type { Db } from '../../db/client.ts'
import type { TripFilter } from './trips/trip-filter.ts'
import { type NotedTrip, type TripPlace, tripRepository } from './trips/trip-repository.ts'

const PAGE = 1_000
const iso = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

/** Columns of the export, and of the files of trips that are imported. */
const COLUMNS: readonly (readonly [name: string, cell: (noted: NotedTrip) => string | number | null])[] = [
  ['trip', ({ trip }) => trip.id],
  ['origin', ({ trip }) => trip.origin],
  ['source', ({ trip }) => trip.sourceKind],
  ['symbol', ({ trip }) => trip.symbol],
  ['side', ({ trip }) => trip.side],
  ['opened_at', ({ trip }) => iso(trip.openedAt)],
  ['closed_at', ({ trip }) => iso(trip.closedAt)],
  ['size', ({ trip }) => trip.size],
  ['entry', ({ trip }) => trip.entry],
  ['exit', ({ trip }) => trip.exit],
  ['currency', ({ trip }) => trip.currency],
  ['gross', ({ trip }) => trip.gross],
  ['fees', ({ trip }) => trip.fees],
  ['funding', ({ trip }) => trip.funding],
  ['net', ({ trip }) => trip.net],
  ['risk', ({ trip }) => trip.risk],
  ['r', ({ trip }) => trip.r],
  ['mae', ({ trip }) => trip.mae],
  ['mfe', ({ trip }) => trip.mfe],
  ['mae_part', ({ trip }) => trip.maePart],
  ['mfe_part', ({ trip }) => trip.mfePart],
  ['resolution', ({ trip }) => trip.resolution],
  ['slippage', ({ trip }) => trip.slippage],
  ['arrival_slippage', ({ trip }) => trip.arrivalSlippage],
  ['trigger_slippage', ({ trip }) => trip.triggerSlippage],
  ['tags', ({ note }) => textCell((note?.tags ?? []).join(','))],
  ['rating', ({ note }) => note?.rating ?? null],
  ['note', ({ note }) => textCell(note?.note ?? '')],
  ['money_reason', ({ trip }) => trip.moneyReason],
  [
    'fees_in_coins',
    ({ trip }) =>
      textCell(
        coinsOf(trip)
          .map(({ coin, amount }) => `${amount} ${coin}`)
          .join(';'),
      ),
  ],
  ['mae_far', ({ trip }) => trip.maeFar],
  ['mfe_far', ({ trip }) => trip.mfeFar],
  ['mae_part_far', ({ trip }) => trip.maePartFar],
  ['mfe_part_far', ({ trip }) => trip.mfePartFar],
]

/** Import-job.ts keeps them beside the columns; a paper account pays none. */
const coinsOf = ({ body }: NotedTrip['trip']): TripDetail['fees_in_coins'] =>
  (body as { readonly coins?: TripDetail['fees_in_coins'] }).coins ?? [] // written by import-job.ts or live-trip.ts alone

const TEXTS = new Set(['origin', 'symbol', 'currency'])
const lineOf = (noted: NotedTrip): string =>
  csvLine(COLUMNS.map(([name, cell]) => (TEXTS.has(name) ? textCell(String(cell(noted) ?? '')) : String(cell(noted) ?? ''))))

/** A user's trips as CSV, newest first, a page at a time: memory holds one page, however many there are. */
export async function* tripsCsv(db: Db, userId: string, filter: TripFilter): AsyncGenerator<string> {
  let header = BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name))
  for (let after: TripPlace | undefined; ; ) {
    const page = await tripRepository(db).page({ userId, filter, after, limit: PAGE })
    yield header + page.map(lineOf).join('')
    header = ''
    const last = page.at(-1)?.trip
    if (page.length < PAGE || last === undefined) return
    after = { sortAt: last.sortAt, id: last.id }
  }
}
