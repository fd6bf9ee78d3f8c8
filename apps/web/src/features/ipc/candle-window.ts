import { INTERVAL_MS, type Interval } from '@aerie/core/candle'
import { HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { candleTuple } from '@aerie/wire/market'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../lib/api.ts'

/** How much of the past stands beside a forecast, and in which candles. */
export type CandleWindow = { readonly interval: Interval; readonly pastHours: number }

/** About three times as much past as future, in a hundred candles or so. */
export function windowFor(hours: number): CandleWindow {
  if (hours <= 2) return { interval: '5m', pastHours: 6 }
  if (hours <= 6) return { interval: '15m', pastHours: 18 }
  if (hours <= 12) return { interval: '15m', pastHours: 36 }
  return { interval: '1h', pastHours: 72 }
}

const candles = z.array(candleTuple)
/** The last candle is still forming: it is read again this often. */
const REFRESH_MS = 15 * SECOND_MS

/** The candles of `window`, and those since the forecast was made. */
export const candlesQuery = (symbol: string, { interval, pastHours }: CandleWindow) => {
  // A forecast is at most an hour old; one more hour covers a late one.
  const limit = Math.ceil(((pastHours + 2) * HOUR_MS) / INTERVAL_MS[interval])
  return queryOptions({
    queryKey: ['candles', symbol, interval, limit] as const,
    queryFn: ({ signal }) => api.get(`/candles/${encodeURIComponent(symbol)}?interval=${interval}&limit=${limit}`, candles, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
    placeholderData: (before, query) => (query?.queryKey[1] === symbol ? keepPreviousData(before) : undefined),
  })
}
