import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { MarketService } from '../market/index.ts'
import type { Past } from './evaluation/catch-up.ts'

/** Minimum retention of minute candles. */
const MINUTES_MS = 7 * DAY_MS
const HOURS_MS = 60 * DAY_MS
const LOOK_MS = 250

export type HistoryMarket = Pick<MarketService, 'candles' | 'isKnown'> & { readonly hub: Pick<MarketService['hub'], 'now'> }

export async function pastSince(market: HistoryMarket, symbol: string, from: number): Promise<Past[]> {
  const now = market.hub.now()
  const minutesFrom = Math.max(from, now - MINUTES_MS)
  const read = async (interval: '1m' | '1h', lengthMs: Past['lengthMs'], [start, end]: readonly [number, number]): Promise<Past> => {
    const query = { symbol, interval, from: Math.floor(start / lengthMs) * (lengthMs / 1000), to: Math.ceil(end / 1000) }
    const candles = await market.candles({ ...query, limit: Math.ceil((end - start) / lengthMs) + 2 })
    return { lengthMs, candles: candles.filter(({ time }) => time * 1000 + lengthMs <= end) }
  }
  const hours = minutesFrom > from ? [await read('1h', HOUR_MS, [Math.max(from, now - HOURS_MS), minutesFrom])] : []
  return [...hours, await read('1m', MINUTE_MS, [minutesFrom, now])]
}

/** Waits up to `mostMs` for the minutes since `from`, which load after a start. */
export async function whenKnown(
  market: HistoryMarket,
  symbol: string,
  { from, mostMs, signal }: { from: number; mostMs: number; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + mostMs
  const to = Math.floor(market.hub.now() / MINUTE_MS) * 60
  const span = { symbol, interval: '1m' as const, from: Math.floor(Math.max(from, market.hub.now() - MINUTES_MS) / SECOND_MS), to }
  while (span.from < span.to && !market.isKnown(span) && performance.now() < until && !signal.aborted)
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
}
