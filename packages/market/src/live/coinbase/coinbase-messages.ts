import type { EpochMs } from '@aerie/core/time'
import { stampIso } from '@aerie/upstream/json-values'
import * as z from 'zod/mini'
import { type Level, levelChanges, levels, type Malformed, malformed, price, readAs, size } from '../numbers.ts'

const text = z.catch(z.optional(z.nullable(z.string())), undefined)
const product = z.object({
  id: z.string(),
  base_currency: z.string(),
  quote_currency: z.string(),
  status: z.string(),
  trading_disabled: z.optional(z.nullable(z.boolean())),
  quote_increment: text,
  base_increment: text,
  min_market_funds: text,
})
/** A product as listed by {@link products}; increments and minimum amount are decimal strings. */
export type Product = z.output<typeof product>
/** `GET /products`: invalid rows become null. */
export const products = z.array(z.catch(z.nullable(product), null)).check(z.minLength(1))

/** `GET /time`. */
export const venueTime = z.pipe(
  z.object({ iso: stampIso }),
  z.transform((reply) => reply.iso),
)

const candleRow = z.tuple([z.int().check(z.gte(1.2e9), z.lte(4.1e9)), price, price, price, price, size], z.unknown())
/** `GET /products/{id}/candles`: newest first, minutes without a trade absent; invalid or implausible rows become null. */
export const candleRows = z.array(z.catch(z.nullable(candleRow), null))
/** `[time in seconds, LOW, HIGH, OPEN, CLOSE, volume in coins]`, or null. */
export type CandleRow = z.output<typeof candleRows>[number]

/** `GET /products/{id}/book?level=2`. */
export const bookAnswer = z.object({ bids: levels, asks: levels })

const ticker = z.object({
  product_id: z.string(),
  price,
  time: z.optional(z.nullable(stampIso)),
  trade_id: z.optional(z.nullable(z.int())),
})
const match = z.object({
  product_id: z.string(),
  trade_id: z.int().check(z.gte(0)),
  price,
  size,
  time: stampIso,
  side: z.enum(['buy', 'sell']),
})
const heartbeat = z.object({ product_id: z.string(), last_trade_id: z.int(), time: stampIso })
const snapshot = z.object({ product_id: z.string(), bids: levels, asks: levels })
const update = z.object({ product_id: z.string(), changes: levelChanges, time: stampIso })

/** A trade. `takerSide` is the opposite of the feed's `side`, which is the maker's. */
export type CoinbaseTrade = {
  readonly id: number
  readonly price: number
  readonly size: number
  readonly time: EpochMs
  readonly takerSide: 'buy' | 'sell'
}

/** A feed message, as the adapter uses it. */
export type CoinbaseMessage =
  | { readonly kind: 'price'; readonly pair: string; readonly price: number; readonly stamp: EpochMs | undefined; readonly tradeId: number }
  | { readonly kind: 'trade'; readonly pair: string; readonly trade: CoinbaseTrade; readonly isLast: boolean }
  | { readonly kind: 'heartbeat'; readonly pair: string; readonly lastTradeId: number; readonly stamp: EpochMs }
  | { readonly kind: 'snapshot'; readonly pair: string; readonly bids: readonly Level[]; readonly asks: readonly Level[] }
  | {
      readonly kind: 'update'
      readonly pair: string
      readonly bids: readonly Level[]
      readonly asks: readonly Level[]
      readonly stamp: EpochMs
    }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'other' }
  | Malformed

const OTHER: CoinbaseMessage = { kind: 'other' }

const readTicker = readAs(ticker, 'price', ({ product_id, time, trade_id, ...fields }): CoinbaseMessage => {
  return { kind: 'price', pair: product_id, price: fields.price, stamp: time ?? undefined, tradeId: trade_id ?? 0 }
})

const matchReader = (isLast: boolean) =>
  readAs(match, 'trade', ({ product_id, trade_id, side, ...fields }): CoinbaseMessage => {
    const takerSide = side === 'buy' ? 'sell' : 'buy'
    return {
      kind: 'trade',
      pair: product_id,
      trade: { id: trade_id, price: fields.price, size: fields.size, time: fields.time, takerSide },
      isLast,
    }
  })

const readHeartbeat = readAs(
  heartbeat,
  'heartbeat',
  (fields): CoinbaseMessage => ({ kind: 'heartbeat', pair: fields.product_id, lastTradeId: fields.last_trade_id, stamp: fields.time }),
)

const readSnapshot = readAs(
  snapshot,
  'book',
  ({ product_id, bids, asks }): CoinbaseMessage => ({ kind: 'snapshot', pair: product_id, bids, asks }),
)

const readUpdate = readAs(
  update,
  'book update',
  ({ product_id, changes, time }): CoinbaseMessage => ({ kind: 'update', pair: product_id, ...changes, stamp: time }),
)

const READERS: Readonly<Record<string, (message: unknown) => CoinbaseMessage>> = {
  ticker: readTicker,
  match: matchReader(false),
  last_match: matchReader(true),
  heartbeat: readHeartbeat,
  snapshot: readSnapshot,
  l2update: readUpdate,
  error: () => ({ kind: 'refusal' }),
}

/** Parses an Exchange feed message; unknown types become `other`, as the documentation requires. Never throws. */
export function readCoinbase(text: string): CoinbaseMessage {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return malformed('message that is not JSON')
  }
  if (typeof message !== 'object' || message === null || !('type' in message)) return malformed('message without a type')
  const reader = typeof message.type === 'string' && Object.hasOwn(READERS, message.type) ? READERS[message.type] : undefined
  return reader === undefined ? OTHER : reader(message)
}
