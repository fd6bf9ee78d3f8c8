import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { type CandleTuple, candleTuple } from '@aerie/wire/market/market'
import * as z from 'zod/mini'
import { api } from '../../lib/http/api.ts'

/** Candles of one answer. */
export const PAGE_CANDLES = 1000
/** As far back a chart begins at most, for the time that another timeframe had on show: further back it begins with the newest. */
export const MOST_AT_START = 10 * PAGE_CANDLES

const candles = z.array(candleTuple)

/** The candles of `symbol`, oldest first. */
export const readCandles = (symbol: string, query: Record<string, string | number>, signal: AbortSignal): Promise<CandleTuple[]> =>
  api.get(
    `/candles/${encodeURIComponent(symbol)}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    candles,
    { signal },
  )

/** Whether candles may lie before this page: one candle short of a full page may be one that is forming. */
export const mayHaveOlder = (page: readonly CandleTuple[]): boolean => page.length >= PAGE_CANDLES - 1

type Wanted = { readonly symbol: string; readonly interval: Interval; readonly since: number | null }

/** The newest candles, back to `since` (ms) where that is not too far for a start. */
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
