import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { listCandles } from '@aerie/wire/market/candles'
import type { CandleTuple } from '@aerie/wire/market/market'
import { api } from '../../platform/api/api.ts'

export const PAGE_CANDLES = 1000
/** Limit on how far back a chart starts to keep another timeframe's view; beyond, it starts at the newest. */
export const MOST_AT_START = 10 * PAGE_CANDLES

/** Bounds of the open times in seconds; see `listCandles`. */
export type CandleQuery = { readonly interval: Interval; readonly from?: number; readonly to?: number; readonly limit: number }

export const readCandles = (symbol: string, { interval, from, to, limit }: CandleQuery, signal: AbortSignal): Promise<CandleTuple[]> =>
  api(listCandles, { params: { symbol }, query: { interval, from: from?.toString(), to: to?.toString(), limit: String(limit) }, signal })

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
