import { parseDecimal, size, usdcText } from '@aerie/core/numbers/units'
import { SECOND_MS } from '@aerie/core/time'
import { microOf } from '@aerie/journal/import/entries'
import { coinOfMoney, coinsOf, isDollar, moneyDecimals } from '@aerie/journal/import/markets'
import { NoTurn, turnQueue } from '@aerie/runtime/turn-queue'
import {
  MOST_TRIP_TICKS,
  MOST_TRIPS_A_PAGE,
  type TripDetail,
  type TripPatch,
  type TripsQuery,
  type TripTicks,
} from '@aerie/wire/journal/journal'
import { isLiquidationId } from '@aerie/wire/trading/trading-orders'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { journalTrips } from '../../../platform/db/schema/journal.ts'
import { tradingAccounts } from '../../../platform/db/schema/trading.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { storedPrices, TICKS_EVERY_MS } from '../../market/index.ts'
import { accountHistory, type FillEvent } from '../../trading/index.ts'
import { priceOf } from '../imports/fee-price.ts'
import { importRepository } from '../imports/import-repository.ts'
import { fillTerms, importedBody, importedFills, MOST_READ, spansOf } from '../imports/imported-fills.ts'
import { parseFields } from './entry-facts.ts'
import { storedTrip } from './live-trip.ts'
import { detailAnswer, ownFills, rowAnswer, type TripFillRecord } from './trip-answers.ts'
import type { TripFilter } from './trip-filter.ts'
import { type FactsRecord, type NotedTrip, type TripCursor, type TripRanking, type TripRecord, tripRepository } from './trip-repository.ts'

/** Market source of a trip joined with its account; imports use the live one; null if none. */
export const tripSource = sql<
  string | null
>`coalesce(${tradingAccounts.sourceId}, (select id from market_sources where id like 'live:%' order by number desc limit 1))`

/** Coin of a trip: exchanges write `BTCUSDT`. Null if not quoted in dollars. */
export function tripCoin({ accountId, symbol }: Pick<TripRecord, 'accountId' | 'symbol'>): string | null {
  if (accountId !== null) return symbol
  const { base, quote } = coinsOf(symbol)
  return isDollar(quote) ? base : null
}

const ROWS_A_PAGE = 50
/** Each page takes the database up to a second: limited, so that they do not use all connections. */
const COLUMNS_TURNS = { atOnce: 3, perKey: 1, waiting: 100, waitMs: 20 * SECOND_MS }

export const tripService = (db: Db) => {
  const trips = tripRepository(db)
  const takeTurn = turnQueue(COLUMNS_TURNS)
  const mine = async (userId: string, id: string): Promise<NotedTrip> => {
    const found = await trips.trip(userId, id)
    if (found === undefined) throw new AppError('not_found', { detail: 'This trade does not exist.' })
    return found
  }
  const detail = async (userId: string, id: string): Promise<TripDetail> => {
    const noted = await mine(userId, id)
    return noted.trip.accountId === null ? importedDetail(db, noted) : liveDetail(db, noted, await trips.facts(id))
  }
  return {
    rows: async (userId: string, query: TripsQuery) => {
      const limit = limitOf(query, MOST_TRIPS_A_PAGE.rows, ROWS_A_PAGE)
      const found = await trips.page({ userId, filter: query, after: parseCursor(query.cursor), limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = page.at(-1)?.trip
      return { data: page.map(rowAnswer), next: found.length > limit && last !== undefined ? cursorOf(last) : null }
    },
    /** Open round trips; at most a page. */
    open: async (userId: string, symbol: string | undefined) => {
      const filter = { state: 'open', ...(symbol !== undefined && { symbol }) } as const
      const found = await trips.page({ userId, filter, after: undefined, limit: MOST_TRIPS_A_PAGE.rows })
      return found.map(rowAnswer)
    },
    ranked: async (userId: string, filter: TripFilter, ranking: TripRanking) => {
      const { rows, total } = await trips.ranked(userId, filter, ranking)
      return { rows: rows.map(rowAnswer), total }
    },
    /** JSON text; rows are passed through as the database wrote them. */
    columns: async (userId: string, query: TripsQuery): Promise<string> => {
      const limit = limitOf(query, MOST_TRIPS_A_PAGE.columns, MOST_TRIPS_A_PAGE.columns)
      const after = parseCursor(query.cursor)
      const endTurn = await takeTurn(userId).catch(refuseTurn)
      try {
        const page = await trips.columns({ userId, filter: query, after, limit })
        const total = await trips.count(userId, query)
        const next = page.rows === limit && page.last !== undefined ? cursorOf(page.last) : null
        return `{"data":${page.data},"next":${JSON.stringify(next)},"total":${total}}`
      } finally {
        endTurn()
      }
    },
    detail,
    ticks: async (userId: string, id: string): Promise<TripTicks> => ticksOf(db, (await mine(userId, id)).trip),
    patch: async (userId: string, id: string, patch: TripPatch): Promise<TripDetail> => {
      await mine(userId, id)
      const tags = patch.tags && [...new Set(patch.tags)]
      await trips.patchNote(userId, id, { ...patch, ...(tags && { tags }) })
      return detail(userId, id)
    },
  }
}

function refuseTurn(error: unknown): never {
  if (!(error instanceof NoTurn)) throw error
  throw new AppError('unavailable', { detail: 'Many journals are being read. Try again in a moment.', retryAfterSeconds: 5, cause: error })
}

export type TripService = ReturnType<typeof tripService>

const limitOf = ({ limit }: TripsQuery, most: number, usual: number): number => Math.min(most, limit === undefined ? usual : Number(limit))

const cursorOf = ({ sortAt, id }: Pick<TripRecord, 'sortAt' | 'id'>): string => `${sortAt}_${id}`

const CURSOR = /^(-?\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function parseCursor(cursor: string | undefined): TripCursor | undefined {
  if (cursor === undefined) return undefined
  const [, sortAt, id] = CURSOR.exec(cursor) ?? []
  if (sortAt === undefined || id === undefined)
    throw new AppError('bad_input', { detail: 'The cursor is not valid.', errors: { cursor: ['not a cursor'] } })
  return { sortAt: Number(sortAt), id }
}

async function liveDetail(db: Db, noted: NotedTrip, facts: FactsRecord | undefined): Promise<TripDetail> {
  const exact = storedTrip(noted.trip.id, noted.trip.body)
  const fills = await fillsOf(db, noted.trip)
  const first = facts === undefined ? undefined : parseDecimal(parseFields(facts.body).size, 12)
  const own = first?.ok === true ? ownFills(fills, noted.trip.side, size(first.value)) : fills
  // Spans are indexed from the first fill: with truncated fills they cannot be assigned.
  const spans = own.length === exact.trip.fillCount ? (exact.trip.spans ?? []) : []
  return detailAnswer(noted, { exact, facts, fills: own, spans, feesInCoins: [] })
}

async function fillsOf(db: Db, { accountId, symbol, firstSeq, lastSeq }: TripRecord): Promise<TripFillRecord[]> {
  if (accountId === null || firstSeq === null || lastSeq === null) return []
  const fills = await accountHistory(db).fillsUpTo(accountId, symbol, { seq: lastSeq, limit: MOST_READ })
  return fills.filter(({ seq }) => seq >= firstSeq).map(fillRecord)
}

const fillRecord = ({ clientId, symbol, side, size: amount, notional: worth, fee, t: at, seq }: FillEvent): TripFillRecord => ({
  fill: { symbol, side, size: amount, worth, fee, at },
  feeCoin: 'USDC',
  isFeeKnown: true,
  seq,
  isLiquidation: isLiquidationId(clientId),
})

async function importedDetail(db: Db, noted: NotedTrip): Promise<TripDetail> {
  const body = importedBody(noted.trip)
  const { fills, isWhole } = await importedFills(db, noted.trip)
  const [spans, farSpans] = isWhole ? [spansOf(body.spans), spansOf(body.far_spans)] : [[], []]
  const detail = detailAnswer(noted, {
    exact: undefined,
    facts: undefined,
    fills,
    spans,
    farSpans,
    feesInCoins: body.coins,
    terms: fillTerms(noted.trip),
  })
  const dollars = await netInDollars(db, noted.trip)
  return {
    ...detail,
    fill_count: body.fills,
    ...(body.rest !== undefined && { rest: body.rest }),
    ...(dollars !== undefined && { net_in_dollars: dollars }),
  }
}

/** Undefined for trips that are not closed, or not in a coin. */
async function netInDollars(db: Db, { currency, net, closedAt }: TripRecord): Promise<string | null | undefined> {
  const coin = coinOfMoney(currency)
  if (coin === undefined || net === null || closedAt === null) return undefined
  const amount = parseDecimal(net, moneyDecimals(currency))
  const close = priceOf(await importRepository(db).closeAt(coin, closedAt))
  if (!amount.ok || close === undefined) return null
  return usdcText(microOf((amount.value * close) / 10n ** BigInt(moneyDecimals(currency))))
}

async function ticksOf(db: Db, trip: TripRecord): Promise<TripTicks> {
  const coin = tripCoin(trip)
  const source = await sourceOf(db, trip.id)
  if (coin === null || source === null || trip.openedAt === null) return noTicks('none_stored')
  const to = trip.closedAt ?? Number.MAX_SAFE_INTEGER
  const found = await storedPrices(db, { source, symbol: coin, from: trip.openedAt, to, limit: MOST_TRIP_TICKS + 1 })
  if (found.length === 0) return noTicks('none_stored')
  if (found.length > MOST_TRIP_TICKS) return noTicks('too_many')
  return { ticks: found.map(({ at, price }) => [at, price]), every_ms: TICKS_EVERY_MS, reason: null }
}

const noTicks = (reason: NonNullable<TripTicks['reason']>): TripTicks => ({ ticks: [], every_ms: TICKS_EVERY_MS, reason })

async function sourceOf(db: Db, tripId: string): Promise<string | null> {
  const [found] = await db
    .select({ source: tripSource })
    .from(journalTrips)
    .leftJoin(tradingAccounts, eq(tradingAccounts.id, journalTrips.accountId))
    .where(eq(journalTrips.id, tripId))
  return found?.source ?? null
}
