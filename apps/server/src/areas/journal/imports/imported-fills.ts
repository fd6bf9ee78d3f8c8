import { DECIMALS, type Price, parseDecimal, price, size } from '@aerie/core/numbers/units'
import type { ImportedFill } from '@aerie/journal/import/entries'
import { coinsOf, moneyDecimals, moneyScale } from '@aerie/journal/import/markets'
import { entryOfStored, type StoredEntry } from '@aerie/journal/import/stored-entry'
import { journalFillOf } from '@aerie/journal/import/trip-folder'
import type { PriceSpan } from '@aerie/journal/round-trip'
import type { TripDetail } from '@aerie/wire/journal/journal'
import type { Db } from '../../../platform/db/client.ts'
import { type FillTerms, ownFills, type TripFillRecord } from '../trips/trip-answers.ts'
import type { TripRecord } from '../trips/trip-repository.ts'
import { feePriceOf } from './fee-price.ts'
import { importRepository } from './import-repository.ts'

export const MOST_READ = 2_000

export type ImportedBody = {
  readonly first: string
  readonly last: string
  readonly fills: number
  readonly position?: 'long' | 'short'
  /** Of a contract that is settled in its coin: the size is in dollars. */
  readonly inverse?: true
  /** Coins left over as too few to sell. */
  readonly rest?: string
  readonly coins: TripDetail['fees_in_coins']
  /** A fee in a third coin was valued by a candle. */
  readonly estimated?: true
  /** Low and high after each fill, once its minute candles were read. */
  readonly spans?: SpanTexts
  readonly far_spans?: SpanTexts
}

export type SpanTexts = readonly (readonly [low: string, high: string])[]

export const importedBody = ({ body }: Pick<TripRecord, 'body'>): ImportedBody => body as ImportedBody

export const spansOf = (spans: SpanTexts = []): readonly PriceSpan[] =>
  spans.map(([low, high]) => ({ low: exactPrice(low), high: exactPrice(high) }))

function exactPrice(text: string): Price {
  const parsed = parseDecimal(text, DECIMALS.price)
  if (!parsed.ok) throw new RangeError(`Not a price of the journal: ${text}`)
  return price(parsed.value)
}

/** How amounts and prices of a trip's fills are counted (`moneyScale`). Those of inverse contracts are of their dollars, on the other side. */
export const fillTerms = (trip: TripRecord): FillTerms => ({
  scale: moneyScale(trip.currency),
  decimals: moneyDecimals(trip.currency),
  isInverse: importedBody(trip).inverse === true,
})

/** The trip's fills from its import entries, and whether they are complete. */
export async function importedFills(
  db: Db,
  trip: TripRecord,
): Promise<{ readonly fills: readonly TripFillRecord[]; readonly isWhole: boolean }> {
  const body = importedBody(trip)
  const entries = await entriesOf(db, trip, body)
  const fills = entries.map((entry) => importedFill(entry))
  const side = body.inverse === true ? (trip.side === 'long' ? 'short' : 'long') : trip.side
  const others = fills.slice(1).filter(({ fill }) => (fill.side === 'buy') === (side === 'long'))
  const entered = parseDecimal(trip.size, 12)
  const first = (entered.ok ? entered.value : 0n) - others.reduce((sum, { fill }) => sum + fill.size, 0n)
  const isWhole = fills.length > 0 && fills.length === body.fills && first > 0n
  if (!isWhole) return { fills, isWhole }
  let held = first
  const exact = entries.map((entry, at) => {
    const record = importedFill(entry, held)
    if (at > 0) held += (record.fill.side === 'buy') === (side === 'long') ? record.fill.size : -record.fill.size
    return record
  })
  return { fills: ownFills(exact, side, size(first)), isWhole }
}

type PricedEntry = { readonly entry: ImportedFill; readonly feePrice: Price | undefined }

async function entriesOf(db: Db, trip: TripRecord, { first, last, fills, position }: ImportedBody): Promise<PricedEntry[]> {
  if (trip.openedAt === null || fills === 0) return []
  const span = { from: trip.openedAt, to: trip.closedAt ?? Number.MAX_SAFE_INTEGER, limit: MOST_READ }
  const rows = await importRepository(db).entriesBetween(trip.userId, { exchange: trip.origin, symbol: trip.symbol }, span)
  const from = rows.findIndex(({ key }) => key === first)
  const to = rows.findIndex(({ key }) => key === last)
  // Without a position a fill is of the only one.
  const isOf = (entry: ImportedFill): boolean => position === undefined || entry.position === undefined || entry.position === position
  return rows.slice(Math.max(0, from), to === -1 ? undefined : to + 1).flatMap(({ at, body, feeCloses }) => {
    const entry = entryOfStored(body as StoredEntry, { symbol: trip.symbol, at })
    return entry.kind === 'fill' && isOf(entry) ? [{ entry, feePrice: feePriceOf(entry, feeCloses) }] : []
  })
}

function importedFill({ entry, feePrice }: PricedEntry, held?: bigint): TripFillRecord {
  const { fill, coinFee } = journalFillOf(entry, { feePrice, held })
  return { fill, feeCoin: coinFee?.coin ?? entry.settled ?? coinsOf(entry.symbol).quote, isFeeKnown: coinFee === undefined, seq: null }
}
