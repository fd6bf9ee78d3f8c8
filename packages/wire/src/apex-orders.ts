import * as z from 'zod/mini'
import { APEX_ERRORS, apexOrderRow } from './apex.ts'
import { endpoint } from './endpoint.ts'
import { decimalField, orderSide } from './trading/trading.ts'

const instant = z.iso.datetime()
const decimal = z.nullable(z.string())
const symbol = z.string().check(z.regex(/^[A-Z0-9]{1,20}-[A-Z]{3,5}$/))

/** Order types that can be placed on ApeX Omni. */
export const apexOrderType = z.enum(['limit', 'market', 'stop', 'stop_limit', 'take_profit', 'take_profit_limit'])

/** Client id of a live order, never reused. The second-layer id is derived from it. */
export const apexClientId = z.string().check(z.regex(/^[0-9A-Za-z_-]{8,64}$/))

/** A live order to place. The server validates tick, lot and minimum size. */
export const apexOrderBody = z.strictObject({
  client_id: apexClientId,
  symbol,
  side: orderSide,
  type: apexOrderType,
  /** In coins. */
  size: decimalField,
  /** In USDT; for market, stop and take-profit orders, the worst acceptable price. */
  price: decimalField,
  /** Trigger index price; only for stop and take-profit orders. */
  trigger: z.optional(decimalField),
  time_in_force: z.enum(['gtc', 'ioc', 'fok']),
  post_only: z.boolean(),
  reduce_only: z.boolean(),
})
/** A requested live order. */
export type ApexOrderBody = z.output<typeof apexOrderBody>

const contract = z.object({
  account: z.string(),
  pair: z.string(),
  taker_fee_rate: z.string(),
  maker_fee_rate: z.string(),
})

/** Local state of a live order; ApeX's state after `accepted` is in `order`. */
export const apexLiveState = z.enum(['prepared', 'signed', 'sent', 'accepted', 'refused', 'unknown'])

/** The same order on paper, in its own account. */
export const apexTwin = z.object({
  /** Market it was placed in; only a live one is comparable. Null if there is none. */
  market: z.nullable(z.enum(['live', 'sim', 'replay'])),
  reason: decimal,
  state: z.nullable(z.string()),
  filled: decimal,
  average_price: decimal,
  fee: decimal,
  filled_at: z.nullable(instant),
  /** Live minus paper, per coin; null if either is unknown or the market is not live. */
  price_difference: decimal,
  fee_difference: decimal,
  /** Live minus paper, milliseconds from sending to the last fill. */
  time_difference_ms: z.nullable(z.number()),
})
/** A paper twin. */
export type ApexTwin = z.output<typeof apexTwin>

/** A live order: request, signed contract and outcome. */
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
  notional: z.string(),
  limit_fee: z.string(),
  expires_at: instant,
  sign_by: instant,
  contract,
  state: apexLiveState,
  reason: decimal,
  prepared_at: instant,
  sent_at: z.nullable(instant),
  judged_at: z.nullable(instant),
  order: z.nullable(apexOrderRow),
  twin: z.nullable(apexTwin),
})
/** A live order. */
export type ApexLiveOrder = z.output<typeof apexLiveOrder>

/** Live orders, newest first. */
export const apexLiveOrders = z.object({ orders: z.array(apexLiveOrder) })

/** Availability of live orders, signer and network. */
export const apexLive = z.object({
  is_on: z.boolean(),
  reason: decimal,
  signer_sha256: decimal,
  account_ends: decimal,
  /** Wallet address of the ApeX account, whose signature is the seed; null without a key. */
  address: decimal,
  network: z.enum(['mainnet', 'testnet']),
  instruments: z.array(z.object({ symbol: z.string(), tick: z.string(), lot: z.string(), min_size: decimal })),
})
/** Availability of live orders. */
export type ApexLive = z.output<typeof apexLive>

const byClientId = z.object({ client_id: apexClientId })

export const getApexLive = endpoint('GET /account/apex/live', {
  auth: 'user',
  summary: 'Whether live orders can be placed, the instruments, and the SHA-256 of the signer',
  returns: apexLive,
  errors: APEX_ERRORS,
})

export const getApexSigner = endpoint('GET /account/apex/signer', {
  auth: 'user',
  summary: "The operator's signer, a WebAssembly file; 422 `apex_live_off` without one",
  file: 'application/wasm',
  errors: ['apex_live_off'],
})

export const listLiveOrders = endpoint('GET /account/apex/live-orders', {
  auth: 'user',
  summary: 'The newest twenty live orders and all that may be on the book, each with its paper twin',
  returns: apexLiveOrders,
})

export const cancelLiveOrder = endpoint('DELETE /account/apex/live-orders/:client_id', {
  auth: 'user',
  summary: 'Cancels a live order in any state and returns its state',
  description: 'One that has ended: 200 with how it ended. 409 `apex_not_known_yet` where ApeX does not know it yet.',
  params: byClientId,
  returns: apexLiveOrder,
  errors: [...APEX_ERRORS, 'apex_not_known_yet', 'apex_other_account'],
})

export const prepareLiveOrder = endpoint('POST /account/apex/live-orders', {
  auth: 'recent',
  isRefusedWhileLeaving: true,
  summary: 'Checks and stores a live order and returns what to sign; sends nothing',
  description: 'The same `client_id` and body again: 200 with the same order; another body: 409 `client_id_used`.',
  body: apexOrderBody,
  status: 201,
  isRepeatable: true,
  returns: apexLiveOrder,
  errors: [...APEX_ERRORS, 'apex_live_off', 'apex_no_rates', 'apex_not_traded', 'client_id_used', 'conflict', 'not_found', 'rule_broken'],
})

export const sendLiveOrder = endpoint('POST /account/apex/live-orders/:client_id/send', {
  auth: 'recent',
  isRefusedWhileLeaving: true,
  summary: 'Sends a prepared order with its signature, once; a repeated request returns its state',
  params: byClientId,
  // Output of the signer, in hexadecimal.
  body: z.strictObject({ signature: z.string().check(z.regex(/^[0-9a-f]{16,1024}$/)) }),
  returns: apexLiveOrder,
  errors: [...APEX_ERRORS, 'apex_live_off', 'apex_other_account', 'conflict', 'rule_broken'],
})
