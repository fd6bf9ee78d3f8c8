import { createHash } from 'node:crypto'
import { HOURS_SHOWN, type HourCandle, momentPicture, momentsOf, type TripMoment } from '@aerie/journal/pictures/moment-picture'
import { momentSvg } from '@aerie/journal/pictures/moment-svg'
import type { Db } from '../../../db/client.ts'
import type { TripFilter } from '../trips/trip-filter.ts'
import type { TripPlace } from '../trips/trip-repository.ts'
import { forecastsOf, hoursOf, type PicturedForecast, type PicturedTrip, picturedTrips, type WantedMoment } from './picture-rows.ts'

/** Trips that are drawn in one turn: some 10 ms of the server's thread. */
const PAGE = 40

/**
 * The pictures of the chart at entry and exit of a user's trips, newest first, as lines of JSON: what each is drawn from, the SHA-256 of that
 * text as it stands in the line, and the picture. The same hours, lines and forecast are on the screen. A page is in memory, however many there are.
 */
export async function* pictureLines(db: Db, userId: string, filter: TripFilter): AsyncGenerator<string> {
  for (let after: TripPlace | undefined; ; ) {
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
