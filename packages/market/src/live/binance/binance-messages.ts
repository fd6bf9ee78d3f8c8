import type { Candle } from '@aerie/core/market/candle'
import { type EpochMs, epochMs } from '@aerie/core/time'
import { stampMs } from '@aerie/upstream/json-values'
import * as z from 'zod/mini'
import type { DepthDiff } from '../books/depth-sync.ts'
import { levels, type Malformed, malformed, price, readAs, size } from '../numbers.ts'

/** `GET /api/v3/time`. */
export const serverTime = z.pipe(
  z.object({ serverTime: stampMs }),
  z.transform((reply) => reply.serverTime),
)

const text = z.optional(z.nullable(z.string()))
const pairFilter = z.object({ filterType: z.string(), tickSize: text, stepSize: text, minNotional: text })
/** An unreadable filter becomes null; missing filters become []. */
const pairFilters = z.catch(z.array(z.catch(z.nullable(pairFilter), null)), [])
/** Order increments and limits, from {@link exchangeInfo}. */
export type PairFilters = z.output<typeof pairFilters>

const listedPair = z.object({
  symbol: z.string(),
  status: z.string(),
  baseAsset: z.string(),
  quoteAsset: z.string(),
  isSpotTradingAllowed: z.optional(z.nullable(z.boolean())),
  filters: pairFilters,
})
/** `GET /api/v3/exchangeInfo`: invalid rows become null. */
export const exchangeInfo = z.object({ symbols: z.array(z.catch(z.nullable(listedPair), null)).check(z.minLength(1)) })

const dayTicker = z.object({ symbol: z.string(), lastPrice: price, closeTime: stampMs })
/** `GET /api/v3/ticker/24hr`: invalid rows become null. */
export const dayTickers = z.array(z.catch(z.nullable(dayTicker), null))

const klineRow = z.tuple([stampMs, price, price, price, price, size, stampMs], z.unknown())
/** `GET /api/v3/klines`: oldest first, the last one still open; invalid or implausible rows become null. */
export const klineRows = z.array(z.catch(z.nullable(klineRow), null))
/** `[open time, open, high, low, close, volume in coins, close time, …]`, times in milliseconds. */
export type KlineRow = z.output<typeof klineRow>

/** `GET /api/v3/depth`: levels as of `lastUpdateId`. */
export const depthAnswer = z.object({ lastUpdateId: z.int(), bids: levels, asks: levels })

const miniTicker = z.object({ s: z.string(), E: stampMs, c: price })
const kline = z.object({
  E: stampMs,
  s: z.string(),
  k: z.object({
    t: stampMs,
    T: stampMs,
    i: z.string(),
    o: price,
    h: price,
    l: price,
    c: price,
    v: size,
    x: z.boolean(),
    L: z.catch(z.optional(z.int()), undefined),
  }),
})
const depthUpdate = z.object({ E: stampMs, s: z.string(), U: z.int(), u: z.int(), b: levels, a: levels })

const tradeFields = {
  a: z.int().check(z.gte(0)),
  p: price,
  q: size,
  T: stampMs,
  m: z.boolean(),
  l: z.catch(z.optional(z.int()), undefined),
}
const aggregateTrade = z.object({ ...tradeFields, s: z.string() })
/** `GET /api/v3/aggTrades`: oldest first; invalid rows become null. */
export const aggregateTrades = z.array(z.catch(z.nullable(z.object(tradeFields)), null))
/** Id, price, size in coins, time, and whether the buyer was the maker (then the taker sold); `l`: id of the last single trade. */
export type TradeFields = z.output<z.ZodMiniObject<typeof tradeFields>>

/** A market stream message, as the adapter uses it. */
export type BinanceMessage =
  | { readonly kind: 'price'; readonly pair: string; readonly price: number; readonly stamp: EpochMs }
  | {
      readonly kind: 'candle'
      readonly pair: string
      readonly lastTrade: number | undefined
      readonly interval: string
      readonly candle: Candle
      readonly isClosed: boolean
      readonly stamp: EpochMs
    }
  | { readonly kind: 'depth'; readonly pair: string; readonly diff: DepthDiff; readonly stamp: EpochMs }
  | { readonly kind: 'trade'; readonly pair: string; readonly trade: TradeFields; readonly stamp: EpochMs }
  | { readonly kind: 'shutdown' }
  | { readonly kind: 'refusal' }
  | Malformed

const readPrice = readAs(miniTicker, 'price', ({ s, c, E }): BinanceMessage => ({ kind: 'price', pair: s, price: c, stamp: E }))

const readKline = readAs(kline, 'candle', ({ E, s, k }): BinanceMessage => {
  const candle = { time: k.t / 1000, open: k.o, high: k.h, low: k.l, close: k.c, volume: k.v }
  return { kind: 'candle', pair: s, interval: k.i, candle, isClosed: k.x, lastTrade: k.L, stamp: E }
})

const readDepth = readAs(
  depthUpdate,
  'book update',
  ({ E, s, U, u, b, a }): BinanceMessage => ({ kind: 'depth', pair: s, diff: { first: U, last: u, bids: b, asks: a }, stamp: E }),
)

const readTrade = readAs(aggregateTrade, 'trade', ({ s, ...trade }): BinanceMessage => ({ kind: 'trade', pair: s, trade, stamp: trade.T }))

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses a raw event, an array, or either wrapped as `{stream, data}`. Never throws.
 * @returns `isMarket` is true for market data of any pair, even an unwanted one
 */
export function readBinance(text: string, wants: (pair: string) => boolean): { isMarket: boolean; messages: BinanceMessage[] } {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return { isMarket: false, messages: [malformed('message that is not JSON')] }
  }
  const data = isFields(frame) && 'data' in frame ? frame.data : frame
  const events = Array.isArray(data) ? data : [data]
  const isMarket = events.some((event) => isFields(event) && typeof event.s === 'string')
  return { isMarket, messages: events.flatMap((event) => readEvent(event, wants)) }
}

function readEvent(event: unknown, wants: (pair: string) => boolean): BinanceMessage[] {
  if (!isFields(event)) return [malformed('event that is not an object')]
  if (event.e === 'serverShutdown') return [{ kind: 'shutdown' }]
  if ('error' in event || ('code' in event && 'msg' in event)) return [{ kind: 'refusal' }]
  if ('result' in event) return []
  if (typeof event.s === 'string' && !wants(event.s)) return []
  switch (event.e) {
    case '24hrMiniTicker':
    case '24hrTicker':
      return [readPrice(event)]
    case 'kline':
      return [readKline(event)]
    case 'depthUpdate':
      return [readDepth(event)]
    case 'aggTrade':
      return [readTrade(event)]
    default:
      // Some streams, such as best bid, send events without a type; these are not subscribed.
      return typeof event.e === 'string' || typeof event.s === 'string' ? [] : [malformed('event without a type')]
  }
}

/** Converts a kline row; `closesAt` is the last instant it covers. */
export const candleOfRow = ([time, open, high, low, close, volume, closesAt]: KlineRow): { candle: Candle; closesAt: EpochMs } => ({
  candle: { time: time / 1000, open, high, low, close, volume },
  closesAt: epochMs(closesAt),
})
