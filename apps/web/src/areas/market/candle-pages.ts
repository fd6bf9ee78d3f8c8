import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { type CandleTuple, candleTuple } from '@aerie/wire/market/market'
import * as z from 'zod/mini'
import { api } from '../../platform/api/api.ts'

export const PAGE_CANDLES = 1000
/** Limit on how far back a chart starts to keep another timeframe's view; beyond, it starts at the newest. */
export const MOST_AT_START = 10 * PAGE_CANDLES

const candles = z.array(candleTuple)

export const readCandles = (symbol: string, query: Record<string, string | number>, signal: AbortSignal): Promise<CandleTuple[]> =>
  api.get(
    `/candles/${encodeURIComponent(symbol)}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    candles,
    { signal },
  )

/** One short of a full page may still be full: a candle may be forming. */
export const mayHaveOlder = (page: readonly CandleTuple[]): boolean => page.length >= PAGE_CANDLES - 1

type Wanted = { readonly symbol: string; readonly interval: Interval; readonly since: number | null }

export async function readSince({ symbol, interval, since }: Wanted, signal: AbortSignal) {
  let page = await readCandles(symbol, { interval, limit: PAGE_CANDLES }, signal)
  let found = page
  const newest = (page.at(-1)?.[0] ?? 0) * 1000
  const isNear = since !== null && newest - since <= MOST_AT_START * INTERVAL_MS[interval]
  while (isNear && mayHaveOlder(page) && (found[0]?.[0] ?? 0) * 1000 > since) {
    page = await readCandles(symbol, { interval, limit: PAGE_CANDLES, to: found[0]?.[0] ?? 0 }, signal)
    found = [...page, ...found]
  }
  return { candles: found, hasOlder: mayHaveOlder(page) }
}
