import { MOST_TRIP_TICKS, type TripTicks } from '@aerie/wire/journal/journal'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../../db/client.ts'
import { journalTrips } from '../../../db/schema/journal.ts'
import { tradingAccounts } from '../../../db/schema/trading.ts'
import { TICKS_EVERY_MS } from '../../market/market-recorder.ts'
import { tripCoin, tripSource } from './trip-market.ts'
import type { TripRecord } from './trip-repository.ts'

const tickRows = z.array(z.object({ at: z.number(), price: z.string() }))

/** The prices of a trip's coin that are stored of its market from its first fill to its last, or to the newest. */
export async function ticksOf(db: Db, trip: TripRecord): Promise<TripTicks> {
  const coin = tripCoin(trip)
  const source = await sourceOf(db, trip.id)
  if (coin === null || source === null || trip.openedAt === null) return noTicks('none_stored')
  const { rows } = await db.execute(sql`
    select m.as_of::float8 as at, m.price::numeric::text as price from market_sources s join market_ticks m on m.source = s.number
    where s.id = ${source} and m.symbol = ${coin} and m.as_of between ${trip.openedAt}::bigint and ${trip.closedAt ?? Number.MAX_SAFE_INTEGER}::bigint
    order by m.as_of limit ${MOST_TRIP_TICKS + 1}`)
  const found = z.parse(tickRows, rows)
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
