import type { Known } from '@aerie/core/known'
import type { Candle, Interval } from '@aerie/core/market/candle'
import { type DayRange, dayRange } from '@aerie/core/market/day-range'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { candleTuple } from '@aerie/wire/market/market'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../lib/http/api.ts'
import { marketNow, useMarketState } from '../../live/market/market-status.ts'

/** The day's extremes and the candles they are read from. */
export type DayExtremes = { readonly range: Known<DayRange>; readonly interval: Interval }

/** Finest first: a recording may know hours only. */
const SOURCES = [
  { interval: '5m', limit: 290 },
  { interval: '1h', limit: 26 },
] as const satisfies readonly { readonly interval: Interval; readonly limit: number }[]

/** Highest and lowest price of the last 24 hours of `symbol`, read again each market minute. */
export const dayRangeQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['day-range', symbol] as const,
    queryFn: ({ signal }) => readDayRange(symbol, signal),
    refetchInterval: () => marketMinute(),
    staleTime: 5 * SECOND_MS,
  })

async function readDayRange(symbol: string, signal: AbortSignal): Promise<DayExtremes> {
  const [fine, coarse] = SOURCES
  const extremes = await readFrom(symbol, fine, signal)
  return extremes.range.known ? extremes : await readFrom(symbol, coarse, signal)
}

async function readFrom(symbol: string, { interval, limit }: (typeof SOURCES)[number], signal: AbortSignal): Promise<DayExtremes> {
  const path = `/candles/${symbol}?interval=${interval}&limit=${limit}`
  const candles = (await api.get(path, z.array(candleTuple), { signal, anonymous: true })).map(toCandle)
  const newest = (candles.at(-1)?.time ?? 0) * SECOND_MS
  return { range: dayRange(candles, interval, Math.max(newest, marketNow() ?? 0)), interval }
}

const toCandle = ([time, open, high, low, close, volume]: z.output<typeof candleTuple>): Candle => ({
  time,
  open,
  high,
  low,
  close,
  volume,
})

/** A minute of the market in real time; a fast replay is not asked more often than every five seconds. */
function marketMinute(): number {
  const speed = useMarketState.getState().status?.speed ?? 1
  return Math.max(5 * SECOND_MS, MINUTE_MS / Math.max(1, speed))
}
