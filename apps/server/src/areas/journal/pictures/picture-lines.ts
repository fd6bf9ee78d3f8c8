import { createHash } from 'node:crypto'
import { itemAt, numberAt } from '@aerie/core/item-at'
import { BANDS } from '@aerie/forecast/quantile-levels'
import {
  HOURS_SHOWN,
  type HourCandle,
  hoursBefore,
  type MomentTrip,
  momentPicture,
  momentsOf,
  type TripMoment,
} from '@aerie/journal/pictures/moment-picture'
import { momentSvg } from '@aerie/journal/pictures/moment-svg'
import { desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { journalFacts, journalNotes, journalTrips } from '../../../platform/db/schema/journal.ts'
import { tradingAccounts } from '../../../platform/db/schema/trading.ts'
import { factsAnswer } from '../trips/trip-answers.ts'
import type { TripFilter } from '../trips/trip-filter.ts'
import { conditionOf, type TripCursor } from '../trips/trip-repository.ts'
import { tripCoin, tripSource } from '../trips/trip-service.ts'

/** Trips per event-loop turn: about 10 ms. */
const PAGE = 40

/** JSON lines: source data, its SHA-256 as it appears in the line, and the image. Same candles, lines and forecast as on screen. */
export async function* pictureLines(db: Db, userId: string, filter: TripFilter): AsyncGenerator<string> {
  for (let after: TripCursor | undefined; ; ) {
    const { trips, last } = await picturedTrips(db, { userId, filter, after, limit: PAGE })
    yield* await linesOf(db, trips)
    if (last === undefined) return
    after = last
  }
}

type Drawn = { readonly trip: PicturedTrip; readonly moment: TripMoment }

async function linesOf(db: Db, trips: readonly PicturedTrip[]): Promise<string[]> {
  const drawn = trips.flatMap((trip) => momentsOf(trip).map((moment): Drawn => ({ trip, moment })))
  const wanted = drawn.map(({ trip: { coin, source }, moment }): WantedMoment => ({ moment, coin: coin ?? '', source: source ?? '' }))
  const hours = await hoursOf(db, wanted)
  const forecasts = await forecastsOf(db, wanted)
  return drawn.map((each, place) => lineOf(each, hours[place] ?? [], forecasts[place] ?? null))
}

function lineOf({ trip, moment }: Drawn, hours: readonly HourCandle[], forecast: PicturedForecast | null): string {
  const { id, symbol, coin, source } = trip
  const { kind, at, price, levels } = moment
  const data = JSON.stringify({
    trip: id,
    moment: kind,
    at: new Date(at).toISOString(),
    symbol,
    coin,
    source,
    price,
    lines: levels,
    forecast: forecast && { ...forecast, issued_at: new Date(forecast.issued_at).toISOString() },
    hours,
    hours_missing: HOURS_SHOWN - hours.length,
  })
  const picture = momentPicture(moment, hours, forecast && { low: forecast.low80, high: forecast.high80 })
  const svg = picture && momentSvg(picture, `${symbol} ${kind} ${price} ${new Date(at).toISOString()}`)
  const sha256 = createHash('sha256').update(data, 'utf8').digest('hex')
  return `{"sha256":"${sha256}","data":${data},"picture":${JSON.stringify(svg)}}\n`
}

const t = journalTrips
const HOURS = 24

type PicturedTrip = MomentTrip & {
  readonly id: string
  readonly symbol: string
  readonly coin: string | null
  readonly source: string | null
}

type Page = { readonly userId: string; readonly filter: TripFilter; readonly after: TripCursor | undefined; readonly limit: number }

async function picturedTrips(db: Db, { userId, filter, after, limit }: Page): Promise<{ trips: PicturedTrip[]; last?: TripCursor }> {
  const isAfter = after === undefined ? sql`true` : sql`(${t.sortAt}, ${t.id}) < (${after.sortAt}::bigint, ${after.id}::uuid)`
  const rows = await db
    .select({
      trip: t,
      facts: journalFacts,
      source: tripSource,
      exit: sql<unknown>`${t.body}->'exitForecast'`,
      isExitKnown: sql<boolean>`${t.body} ? 'exitForecast'`,
    })
    .from(t)
    .leftJoin(journalNotes, sql`${journalNotes.userId} = ${t.userId} and ${journalNotes.tripId} = ${t.id}`)
    .leftJoin(journalFacts, eq(journalFacts.tripId, t.id))
    .leftJoin(tradingAccounts, eq(tradingAccounts.id, t.accountId))
    .where(sql`${conditionOf(userId, filter)} and ${isAfter}`)
    .orderBy(desc(t.sortAt), desc(t.id))
    .limit(limit)
  const trips = rows.map(({ trip, facts, source, exit, isExitKnown }) => ({
    id: trip.id,
    symbol: trip.symbol,
    coin: tripCoin(trip),
    source,
    entry: trip.entry,
    exit: trip.exit,
    opened_at_ms: trip.openedAt,
    closed_at_ms: trip.closedAt,
    money_reason: trip.moneyReason,
    facts: facts && factsAnswer(facts),
    ...(isExitKnown && { exit_forecast: z.parse(hashed, exit) }),
  }))
  const last = rows.at(-1)?.trip
  return { trips, ...(last !== undefined && rows.length === limit && { last: { sortAt: last.sortAt, id: last.id } }) }
}

const hashed = z.nullable(z.object({ hash: z.string() }))

type WantedMoment = { readonly moment: TripMoment; readonly coin: string; readonly source: string }

async function hoursOf(db: Db, wanted: readonly WantedMoment[]): Promise<HourCandle[][]> {
  const spans = wanted.map(({ moment, coin, source }, place) => ({ place, source, coin, ...hoursBefore(moment.at) }))
  const { rows } = await db.execute(sql`
    select w.place, json_agg(json_build_array(c.open_time, c.open, c.high, c.low, c.close) order by c.open_time) as hours
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) w(place int, source text, coin text, "from" bigint, "to" bigint)
    join market_sources s on s.id = w.source
    join candles_3600 c on c.source = s.number and c.symbol = w.coin and c.open_time >= w."from" and c.open_time < w."to"
    group by w.place`)
  const found = new Map(z.parse(hourRows, rows).map(({ place, hours }) => [place, hours]))
  return wanted.map((_, place) => found.get(place) ?? [])
}

const hourCandle = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
const hourRows = z.array(z.object({ place: z.int(), hours: z.array(hourCandle) }))

type PicturedForecast = { readonly hash: string; readonly issued_at: number; readonly low80: number; readonly high80: number }

/** The 24-hour forecast visible at each moment: the recorded one, of either series, else the newest of the hourly record by then; null if there was none or it had expired. */
async function forecastsOf(db: Db, wanted: readonly WantedMoment[]): Promise<(PicturedForecast | null)[]> {
  const asked = wanted.map(({ moment: { at, forecast }, coin, source }, place) => ({
    place,
    source,
    coin,
    at,
    hash: forecast ?? null,
    is_none: forecast === null,
  }))
  const { rows } = await db.execute(sql`
    select w.place, encode(f.hash, 'hex') as hash, f.issued_at::float8 as issued_at, f.anchor, f.quantiles
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) w(place int, source text, coin text, at bigint, hash text, is_none boolean)
    join forecast_chains c on c.source_id = w.source and (w.hash is not null or c.series = 'hourly')
    cross join lateral (
      select * from forecasts f where f.chain = c.number and f.symbol = w.coin and f.hours = ${HOURS} and f.issued_at <= w.at
        and (w.hash is null or f.hash = decode(w.hash, 'hex'))
        and f.issued_at > w.at - ${HOURS * 3_600_000}::bigint order by f.issued_at desc limit 1
    ) f where not w.is_none and f.due_at >= w.at`)
  const found = new Map(z.parse(forecastRows, rows).map((row) => [row.place, picturedForecast(row)]))
  return wanted.map((_, place) => found.get(place) ?? null)
}

const forecastRow = z.object({
  place: z.int(),
  hash: z.string(),
  issued_at: z.number(),
  anchor: z.number(),
  quantiles: z.array(z.number()),
})
const forecastRows = z.array(forecastRow)

function picturedForecast({ hash, issued_at, anchor, quantiles }: z.output<typeof forecastRow>): PicturedForecast {
  const { low, high } = itemAt(BANDS, 1)
  const priceAt = (index: number): number => anchor * Math.exp(numberAt(quantiles, index))
  return { hash, issued_at, low80: priceAt(low), high80: priceAt(high) }
}
