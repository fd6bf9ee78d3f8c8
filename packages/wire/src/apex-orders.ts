import * as z from 'zod/mini'
import { apexOrderRow } from './apex.ts'
import { decimalField, orderSide } from './trading/trading.ts'

const instant = z.iso.datetime()
const decimal = z.nullable(z.string())
const symbol = z.string().check(z.regex(/^[A-Z0-9]{1,20}-[A-Z]{3,5}$/))

/** Types of order that can be placed at ApeX Omni. */
export const apexOrderType = z.enum(['limit', 'market', 'stop', 'stop_limit', 'take_profit', 'take_profit_limit'])

/** The client's own name of a live order: one name, one order, for ever. Its place on the second layer follows from it. */
export const apexClientId = z.string().check(z.regex(/^[0-9A-Za-z_-]{8,64}$/))

/** Body of `POST /api/v1/account/apex/live-orders`: what the user asks for. The server judges tick, lot and smallest size. */
export const apexOrderBody = z.strictObject({
  client_id: apexClientId,
  symbol,
  side: orderSide,
  type: apexOrderType,
  /** Coins. */
  size: decimalField,
  /** USDT; of a market order, a stop and a take-profit, the worst price that it may take. */
  price: decimalField,
  /** Index price that sets it off; only of those that wait for one. */
  trigger: z.optional(decimalField),
  time_in_force: z.enum(['gtc', 'ioc', 'fok']),
  post_only: z.boolean(),
  reduce_only: z.boolean(),
})
/** A live order as it is asked for. */
export type ApexOrderBody = z.output<typeof apexOrderBody>

/** What the signer signs, in numbers of ApeX's second layer; all of it is in the signature. */
const contract = z.object({
  account: z.string(),
  pair: z.string(),
  taker_fee_rate: z.string(),
  maker_fee_rate: z.string(),
})

/** States of a live order here; what ApeX makes of it after `accepted` is in `order`. */
export const apexLiveState = z.enum(['prepared', 'signed', 'sent', 'accepted', 'refused', 'unknown'])

/** The same order on paper, in an account of its own. */
export const apexTwin = z.object({
  /** What market it was placed in: only a live one can be compared. Null where there is none. */
  market: z.nullable(z.enum(['live', 'sim', 'replay'])),
  /** Why there is none, or what became of it. */
  reason: decimal,
  state: z.nullable(z.string()),
  filled: decimal,
  average_price: decimal,
  fee: decimal,
  filled_at: z.nullable(instant),
  /** Live minus paper, per coin; null where one of both is not known, or the market is not live. */
  price_difference: decimal,
  /** Live minus paper, in USDT. */
  fee_difference: decimal,
  /** Live minus paper, milliseconds from the sending to the last fill. */
  time_difference_ms: z.nullable(z.number()),
})
/** The same order on paper. */
export type ApexTwin = z.output<typeof apexTwin>

/** A live order: what is asked, what is signed, and what became of it. */
export const apexLiveOrder = z.object({
  client_id: z.string(),
  symbol: z.string(),
  side: orderSide,
  type: apexOrderType,
  size: z.string(),
  price: z.string(),
  trigger: decimal,
  time_in_force: z.enum(['gtc', 'ioc', 'fok']),
  post_only: z.boolean(),
  reduce_only: z.boolean(),
  /** Size times price, USDT. */
  notional: z.string(),
  /** The most it may cost in fees, USDT. */
  limit_fee: z.string(),
  /** When its signature ends. */
  expires_at: instant,
  /** Until when a signature is taken; later it must be prepared anew. */
  sign_by: instant,
  contract,
  state: apexLiveState,
  /** Why it was refused, or why its outcome is not known. */
  reason: decimal,
  prepared_at: instant,
  sent_at: z.nullable(instant),
  judged_at: z.nullable(instant),
  /** The order as ApeX last told it; null before it did. */
  order: z.nullable(apexOrderRow),
  twin: z.nullable(apexTwin),
})
/** A live order. */
export type ApexLiveOrder = z.output<typeof apexLiveOrder>

/** Data of `GET /api/v1/account/apex/live-orders`, newest first. */
export const apexLiveOrders = z.object({ orders: z.array(apexLiveOrder) })

/** Body of `POST /api/v1/account/apex/live-orders/{client_id}/send`: hexadecimal text, as the signer gives it. */
export const apexSignatureBody = z.strictObject({ signature: z.string().check(z.regex(/^[0-9a-f]{16,1024}$/)) })

/** Path of one live order. */
export const apexLiveParams = z.object({ client_id: apexClientId })

/** Data of `GET /api/v1/account/apex/live`: whether live orders can be placed, with what signer, and in what. */
export const apexLive = z.object({
  is_on: z.boolean(),
  reason: decimal,
  /** SHA-256 of the signer's file, hexadecimal; null where live orders are off. */
  signer_sha256: decimal,
  /** The last four characters of the account's number at ApeX; null without a key. */
  account_ends: decimal,
  /** The wallet address of the account at ApeX, whose signature is the seed; null without a key. */
  address: decimal,
  /** Which of ApeX's networks this server speaks to. */
  network: z.enum(['mainnet', 'testnet']),
  instruments: z.array(z.object({ symbol: z.string(), tick: z.string(), lot: z.string(), min_size: decimal })),
})
/** Whether live orders can be placed. */
export type ApexLive = z.output<typeof apexLive>
