import * as z from 'zod/mini'
import { TRADING_FIELD_WORDS } from '../field-words.ts'
import { decimalField, orderSide, orderType } from './trading.ts'
import { accountId, decimalText, instant, knownDecimal, listPage } from './trading-account.ts'
import { previewWarning, reasonCode } from './trading-codes.ts'

/** States of an order; the last four are its end. */
export const ORDER_STATES = ['pending', 'open', 'untriggered', 'partiallyFilled', 'filled', 'canceled', 'expired', 'rejected'] as const
/** One of `ORDER_STATES`. */
export const orderState = z.enum(ORDER_STATES)

const exit = z.nullable(z.object({ trigger: decimalText, price: knownDecimal, size: knownDecimal }))

/** An order as it stands. Fields of the body that were not given are null. */
export const tradingOrder = z.object({
  /** The server's; of exits, legs and liquidations too. */
  id: z.uuid(),
  /** The client's; `x:tp` is an exit of `x`, `x:2` a leg. */
  client_id: z.string(),
  account: accountId,
  symbol: z.string(),
  side: orderSide,
  type: orderType,
  /** What it is for: the user's own, or made by the engine for one. */
  role: z.enum(['order', 'take_profit', 'stop_loss', 'leg', 'liquidation']),
  /** Of the whole order, filled or not; coins. */
  size: decimalText,
  price: knownDecimal,
  trigger: knownDecimal,
  trigger_by: z.enum(['mark', 'last']),
  callback: knownDecimal,
  callback_abs: knownDecimal,
  activation: knownDecimal,
  /** Where a trailing stop stands now; null before its activation. */
  trailing_stop_price: knownDecimal,
  time_in_force: z.enum(['gtc', 'ioc', 'fok', 'gtd']),
  expires_at: z.nullable(instant),
  post_only: z.boolean(),
  reduce_only: z.boolean(),
  leverage: z.nullable(z.int()),
  margin: z.nullable(z.enum(['cross', 'isolated'])),
  slippage: knownDecimal,
  take_profit: exit,
  stop_loss: exit,
  decision_mid: knownDecimal,
  legs: z.nullable(z.int()),
  to_price: knownDecimal,
  skew: knownDecimal,
  size_skew: knownDecimal,
  minutes: z.nullable(z.int()),
  state: orderState,
  filled: decimalText,
  average_price: knownDecimal,
  /** Displayed size that stands ahead of it at its price; null where it does not rest, or its market was not heard since a start. */
  queue_ahead: knownDecimal,
  /** The same if cancels were spread evenly over its level: for information, never more than `queue_ahead`. Nothing is filled by it. */
  queue_ahead_likely: knownDecimal,
  /** What has traded at its price since it has this place; null as `queue_ahead`. */
  queue_traded: knownDecimal,
  /** Milliseconds of the market's clock until `queue_ahead` has traded at the pace of `queue_traded`; null where no pace is known. */
  queue_wait_ms: z.nullable(z.int().check(z.gte(0))),
  /** Its place in the queue was lost by a restart and counts from the displayed size then. */
  is_queue_reset: z.boolean(),
  /** Its trigger is due to be judged, but its market is stale. */
  is_held: z.boolean(),
  reason: z.nullable(reasonCode),
  /** `id` of the order that it belongs to. */
  parent: z.nullable(z.uuid()),
  created_at: instant,
  updated_at: instant,
})
/** An order as it stands. */
export type TradingOrder = z.output<typeof tradingOrder>

/** Page of `GET /api/v1/orders`. */
export const ordersPage = listPage(tradingOrder)

/** Body of `PATCH /api/v1/orders/{id}`: what is absent stays. A smaller size at the same price keeps the place in the queue. */
export const orderChange = z
  .object({ size: z.optional(decimalField), price: z.optional(decimalField), trigger: z.optional(decimalField) })
  .check(z.refine((body) => Object.values(body).some((one) => one !== undefined), TRADING_FIELD_WORDS.someChange))

/** Data of `DELETE /api/v1/orders?symbol=`: what was canceled. */
export const ordersCanceled = z.object({ canceled: z.array(tradingOrder) })

/** An account and one position of it, before or after an order. Null: not known, or there is none. */
const previewSide = z.object({
  equity: knownDecimal,
  free_margin: knownDecimal,
  margin_used: knownDecimal,
  maintenance: knownDecimal,
  /** Notional of all positions by equity, as a number of times; null where equity is not above 0. */
  leverage: knownDecimal,
  /** Signed size in the order's market; "0" where there is none. */
  size: decimalText,
  entry: knownDecimal,
  liquidation_price: knownDecimal,
})

/**
 * What walking the book costs beyond the best price that it shows: the average price against it, as a fraction, and the same in USDC.
 * Both from 0 on and rounded up; half of the spread is not in it.
 */
const orderImpact = z.object({ fraction: decimalText, usdc: decimalText })

/** Data of `POST /api/v1/orders/preview`: what the order would do to the book and the account as they are now. */
export const orderPreview = z.object({
  before: previewSide,
  after: previewSide,
  /** Of what it would take now; null where that is nothing. */
  average_price: knownDecimal,
  /** What it would take now, in coins. */
  fills: decimalText,
  /** What would rest, in coins, and the displayed size that would stand ahead of it. */
  rests: decimalText,
  queue_ahead: knownDecimal,
  /** USDC, of what it would take now. */
  fee: decimalText,
  /** Average price against the middle of the book, as a fraction; positive is worse. */
  slippage: knownDecimal,
  /** Null where nothing would trade now. */
  impact: z.nullable(orderImpact),
  /** Of the position once all of the order has traded: what waits is taken to trade at its own price, or at its trigger. */
  liquidation_price: knownDecimal,
  /** Why it would be refused as things are; null where it would not. */
  refusal: z.nullable(reasonCode),
  warnings: z.array(previewWarning),
})
/** What an order would do. */
export type OrderPreview = z.output<typeof orderPreview>
