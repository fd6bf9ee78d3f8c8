import { itemAt } from '@aerie/core/item-at'
import {
  aggregateCandles,
  baseOf,
  type Candle,
  candleOpen,
  candleOrigin,
  INTERVAL_MS,
  type Interval,
  joinCandles,
} from '@aerie/core/market/candle'
import type { BaseInterval } from '@aerie/market/market-source'
import type { CoinState } from '../coin-state.ts'
import type { CandleRing } from './candle-ring.ts'

export type CandleQuery = {
  readonly symbol: string
  readonly interval: Interval
  /** First open time, in seconds, inclusive; if absent, the newest `limit` candles. */
  readonly from?: number | undefined
  /** End, in seconds, exclusive; defaults to the market's current time. */
  readonly to?: number | undefined
  readonly limit: number
}

export type StoredCandles = {
  /** Base candles of `[from, to)` merged to `step` seconds, ascending: the first `limit`, or without `from` the last `limit`. */
  range(query: StoredRange): Promise<Candle[]>
}

export type StoredRange = {
  readonly symbol: string
  readonly base: BaseInterval
  readonly step: number
  readonly origin: number
  readonly from: number | undefined
  readonly to: number
  readonly limit: number
}

const HOUR_S = 3600

const merged = (base: Candle[], interval: Interval): Candle[] =>
  interval === '1m' || interval === '1h' ? base : aggregateCandles(base, interval)

const hotRange = (ring: CandleRing, interval: Interval, from: number, to: number): Candle[] | undefined =>
  from < ring.completeFrom() ? undefined : merged(ring.slice(ring.lowerBound(from), ring.lowerBound(to)), interval)

function hotNewest(ring: CandleRing, interval: Interval, to: number, limit: number): Candle[] | undefined {
  const end = ring.lowerBound(to)
  const perCandle = INTERVAL_MS[interval] / INTERVAL_MS[baseOf(interval)]
  const start = Math.max(0, end - (limit + 1) * perCandle)
  const candles = merged(ring.slice(start, end), interval)
  const nothingOlder = start === 0 && ring.completeFrom() === Number.NEGATIVE_INFINITY
  // The first merged candle may be incomplete.
  const whole = nothingOlder || perCandle === 1 ? candles : candles.slice(1)
  return nothingOlder || (whole.length >= limit && ring.completeFrom() < Number.POSITIVE_INFINITY) ? whole.slice(-limit) : undefined
}

/** Closed base candles within the `interval` candle opening at `open`: hours, then the remaining minutes. */
function closedParts(state: CoinState, interval: Interval, open: number, now: number): Candle[] {
  const { '1m': minutes, '1h': hours } = state.rings
  const parts = INTERVAL_MS[interval] > INTERVAL_MS['1h'] ? hours.slice(hours.lowerBound(open), hours.lowerBound(now)) : []
  const hoursEnd = parts.length === 0 ? open : itemAt(parts, -1).time + HOUR_S
  return [...parts, ...minutes.slice(minutes.lowerBound(hoursEnd), minutes.lowerBound(now))]
}

/** Undefined until the first minute closes. Volume covers closed parts only (ticks have none). */
export function formingCandle(state: CoinState, interval: Interval, nowMs: number): Candle | undefined {
  const now = Math.floor(nowMs / 1000)
  const open = candleOpen(now, interval)
  const parts = interval === '1m' ? [] : closedParts(state, interval, open, now)
  if (parts[0]?.time !== open) return undefined
  const closed = parts.reduce(joinCandles)
  const bar = state.forming
  return bar !== undefined && bar.time > itemAt(parts, -1).time ? { ...joinCandles(closed, { ...bar, volume: 0 }), time: open } : closed
}

/** With `from` the first `limit` candles, otherwise the last `limit` before `to`. Never returns data after the market's current time. */
export async function readCandles(state: CoinState, stored: StoredCandles, query: CandleQuery, nowMs: number): Promise<Candle[]> {
  const { symbol, interval, limit } = query
  const step = INTERVAL_MS[interval] / 1000
  const base = baseOf(interval)
  const ring = state.rings[base]
  const present = Math.floor(nowMs / 1000) + 1
  const to = openFrom(Math.min(query.to ?? present, present), interval)
  const from = query.from === undefined ? undefined : openFrom(query.from, interval)
  if (from !== undefined && from >= to) return []
  const hot = from === undefined ? hotNewest(ring, interval, to, limit) : hotRange(ring, interval, from, to)
  // Storage may hold candles from an earlier replay that are in the future: only those closed by now count.
  const closedBefore = present - INTERVAL_MS[base] / 1000
  const closed =
    hot ?? (await stored.range({ symbol, base, step, origin: candleOrigin(interval), from, to: Math.min(to, closedBefore), limit }))
  const candles = withForming(closed, formingCandle(state, interval, nowMs), from ?? 0, to)
  return from === undefined ? candles.slice(-limit) : candles.slice(0, limit)
}

/** First open time at or after `time`, in seconds. */
const openFrom = (time: number, interval: Interval): number => candleOpen(Math.ceil(time) - 1, interval) + INTERVAL_MS[interval] / 1000

function withForming(candles: Candle[], forming: Candle | undefined, from: number, to: number): Candle[] {
  if (forming === undefined || forming.time < from || forming.time >= to) return candles
  return [...candles.filter((candle) => candle.time < forming.time), forming]
}
