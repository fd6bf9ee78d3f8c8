import { itemAt } from '@aerie/core/item-at'
import { type TripTable, tripTable } from '@aerie/journal/trip-table'
import type { TripColumns, TripDetail, TripRow } from '@aerie/wire/journal/journal'
import { isLeast } from './excursion-text.ts'
import { microOf } from './figure-text.ts'

/** Rows for display, columns for filtering and sorting. */
export type Journal = {
  readonly trips: readonly TripRow[]
  readonly table: TripTable
  readonly indexById: ReadonlyMap<string, number>
  readonly total: number
  /** Whether some trip has a range for MAE or MFE. */
  readonly hasRanges: boolean
}

export const rowsOf = (columns: TripColumns): TripRow[] =>
  columns.id.map((id, at) => ({
    id,
    symbol: itemAt(columns.symbol, at),
    side: itemAt(columns.side, at),
    opened_at_ms: itemAt(columns.opened_at_ms, at),
    closed_at_ms: itemAt(columns.closed_at_ms, at),
    size: itemAt(columns.size, at),
    entry: itemAt(columns.entry, at),
    exit: itemAt(columns.exit, at),
    gross: itemAt(columns.gross, at),
    fees: itemAt(columns.fees, at),
    funding: itemAt(columns.funding, at),
    net: itemAt(columns.net, at),
    r: itemAt(columns.r, at),
    mae: itemAt(columns.mae, at),
    mfe: itemAt(columns.mfe, at),
    mae_part: itemAt(columns.mae_part, at),
    mfe_part: itemAt(columns.mfe_part, at),
    mae_far: itemAt(columns.mae_far, at),
    mfe_far: itemAt(columns.mfe_far, at),
    mae_part_far: itemAt(columns.mae_part_far, at),
    mfe_part_far: itemAt(columns.mfe_part_far, at),
    resolution: itemAt(columns.resolution, at),
    slippage: itemAt(columns.slippage, at),
    arrival_slippage: itemAt(columns.arrival_slippage, at),
    trigger_slippage: itemAt(columns.trigger_slippage, at),
    tags: itemAt(columns.tags, at),
    rating: itemAt(columns.rating, at),
    has_note: itemAt(columns.has_note, at),
    origin: itemAt(columns.origin, at),
    source_kind: itemAt(columns.source_kind, at),
    currency: itemAt(columns.currency, at),
  }))

export const journalOf = (trips: readonly TripRow[], total: number): Journal => ({
  trips,
  total,
  hasRanges: trips.some((trip) => trip.mae_far !== null || isLeast(trip)),
  indexById: new Map(trips.map(({ id }, place) => [id, place])),
  table: tripTable(
    trips.map((trip) => ({
      symbol: trip.symbol,
      side: trip.side,
      openedAt: trip.opened_at_ms,
      closedAt: trip.closed_at_ms,
      net: microOf(trip.net),
      fees: microOf(trip.fees),
      funding: microOf(trip.funding),
      r: trip.r,
      mae: microOf(trip.mae),
      mfe: microOf(trip.mfe),
      slippage: microOf(trip.slippage),
      arrivalSlippage: microOf(trip.arrival_slippage),
      triggerSlippage: microOf(trip.trigger_slippage),
      rating: trip.rating,
      tags: trip.tags,
      isImported: trip.origin !== 'paper',
    })),
  ),
})

export function withAnnotations(
  journal: Journal,
  { id, tags, rating, note }: Pick<TripDetail, 'id' | 'tags' | 'rating' | 'note'>,
): Journal {
  const place = journal.indexById.get(id)
  const trip = place === undefined ? undefined : journal.trips[place]
  if (place === undefined || trip === undefined) return journal
  return journalOf(journal.trips.with(place, { ...trip, tags, rating, has_note: note.trim() !== '' }), journal.total)
}
