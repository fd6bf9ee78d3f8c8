import type { TripDetail } from '@aerie/wire/journal/journal'
import { queryOptions } from '@tanstack/react-query'
import { barsOf } from '../../../chart-engine/bars/bars.ts'
import { readCandles } from '../../../chart-engine/bars/candle-pages.ts'
import { readPieces } from './trip-pieces.ts'
import type { TripWindow } from './trip-window.ts'

/** The candles around a trade, and the finest prices of its own time: null where these could not be read, so that a replay goes by candles and says so. */
export const tripPricesQuery = (trip: TripDetail, coin: string, shown: TripWindow) => {
  const { interval, from, to } = shown
  return queryOptions({
    queryKey: ['journal', 'candles', trip.id, coin, interval, from, to] as const,
    queryFn: async ({ signal }) => {
      const [candles, finest] = await Promise.all([
        readCandles(coin, { interval, from: from / 1000, to: to / 1000, limit: 1000 }, signal),
        readPieces(trip, coin, shown, signal).catch(() => null),
      ])
      return { bars: barsOf(candles, interval), finest }
    },
    staleTime: 60_000,
  })
}
