import type { Candle } from '@aerie/core/market/candle'
import { type Price, price, priceText, usdcFloor, usdcText } from '@aerie/core/numbers/units'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { coinsOf, isDollar } from '@aerie/journal/import/markets'
import { type ExcursionRange, type MinutePrices, minuteExcursions, type TripExcursions } from '@aerie/journal/import/minute-excursions'
import type { Excursion } from '@aerie/journal/round-trip'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/db/client.ts'
import type { MarketService } from '../../market/index.ts'
import { partOf } from '../trips/live-trip.ts'
import { type TripRecord, tripRepository } from '../trips/trip-repository.ts'
import { type ImportedBody, importedBody, importedFills, type SpanTexts } from './imported-fills.ts'

type Deps = {
  readonly db: Db
  readonly logger: FastifyBaseLogger
  readonly market: Pick<MarketService, 'candles'> & { readonly hub: Pick<MarketService['hub'], 'kind'> }
}

const AT_ONCE = 20
/** Longest trip read by minute candles: two weeks. */
const MOST_MINUTES = 20_160

/**
 * Uses live one-minute candles, never replayed or simulated prices. Incomplete coverage leaves MAE and MFE unknown; without the trip's own
 * fills, the far end. @returns processes the next few trips; resolves to whether there may be more
 */
export function importedExcursions({ db, logger, market }: Deps): () => Promise<boolean> {
  const trips = tripRepository(db)
  let after: string | undefined
  return async () => {
    if (market.hub.kind() !== 'live') return false
    const page = await trips.unwatchedImports(after, AT_ONCE)
    after = page.length < AT_ONCE ? undefined : page.at(-1)?.id
    for (const trip of page) await watch(trip)
    return after !== undefined
  }

  async function watch(trip: TripRecord): Promise<void> {
    try {
      const found = await read(trip)
      if (found !== undefined) await trips.watchImport(trip, found)
    } catch (error) {
      logger.warn({ err: error, symbol: trip.symbol }, 'the candles of an imported trip could not be read')
    }
  }

  async function read(trip: TripRecord): Promise<WatchedColumns | undefined> {
    const minutes = await minutesOf(market, trip)
    if (minutes === undefined) return undefined
    const { fills, isWhole } = await importedFills(db, trip)
    const found = isWhole
      ? minuteExcursions(
          fills.map(({ fill }) => fill),
          minutes.all,
        )
      : undefined
    // A trip with a known near end is only read again for its far end.
    if (found === undefined || (trip.resolution !== 'none' && found.far === undefined)) return undefined
    return { ...columnsOf(found, minutes.between === 0 ? 'fills' : 'minute'), body: { ...importedBody(trip), ...spanTexts(found) } }
  }
}

type TripMinutes = { readonly all: MinutePrices[]; readonly between: number }

async function minutesOf(market: Deps['market'], { symbol, currency, openedAt, closedAt }: TripRecord): Promise<TripMinutes | undefined> {
  const { base, quote } = coinsOf(symbol)
  if (openedAt === null || closedAt === null || !isDollar(quote) || !isDollar(currency)) return undefined
  const [first, last] = [Math.floor(openedAt / MINUTE_MS), Math.floor(closedAt / MINUTE_MS)]
  const between = Math.max(0, last - first - 1)
  if (between > MOST_MINUTES) return undefined
  const span = { from: (first * MINUTE_MS) / SECOND_MS, to: ((last + 1) * MINUTE_MS) / SECOND_MS, limit: last + 1 - first }
  const all = (await market.candles({ symbol: base, interval: '1m', ...span })).map(minuteOf)
  const isBetween = ({ at }: MinutePrices): boolean => at > first * MINUTE_MS && at < last * MINUTE_MS
  return all.filter(isBetween).length < between ? undefined : { all, between }
}

const minuteOf = ({ time, low, high }: Candle): MinutePrices => ({ at: time * SECOND_MS, low: exactPrice(low), high: exactPrice(high) })
const exactPrice = (value: number): Price => price(BigInt(Math.round(value * 1e12)))

export type WatchedColumns = Pick<
  TripRecord,
  'mae' | 'mfe' | 'maePart' | 'mfePart' | 'maeFar' | 'mfeFar' | 'maePartFar' | 'mfePartFar' | 'resolution' | 'body'
>

const textsOf = ({ spans = [] }: TripExcursions): SpanTexts => spans.map(({ low, high }) => [priceText(low), priceText(high)])
const spanTexts = ({ near, far }: ExcursionRange): Pick<ImportedBody, 'spans' | 'far_spans'> => ({
  spans: textsOf(near),
  ...(far && { far_spans: textsOf(far) }),
})

const moneyOf = (excursion: Excursion | undefined): string | null => (excursion === undefined ? null : usdcText(usdcFloor(excursion.money)))
const partOrNull = (excursion: Excursion | undefined): number | null => (excursion === undefined ? null : partOf(excursion.part))

const columnsOf = ({ near, far }: ExcursionRange, resolution: TripRecord['resolution']): Omit<WatchedColumns, 'body'> => ({
  mae: moneyOf(near.worst),
  mfe: moneyOf(near.best),
  maePart: partOrNull(near.worst),
  mfePart: partOrNull(near.best),
  maeFar: moneyOf(far?.worst),
  mfeFar: moneyOf(far?.best),
  maePartFar: partOrNull(far?.worst),
  mfePartFar: partOrNull(far?.best),
  resolution,
})
