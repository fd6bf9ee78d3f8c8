import * as z from 'zod/mini'
import { decimalField, orderSide, orderType, TRADING_FIELD_MESSAGES } from './trading.ts'
import { accountId, decimalText, instant, knownDecimal } from './trading-account.ts'
import { previewWarning, reasonCode } from './trading-codes.ts'

/** Order states; the last four are final. */
export const ORDER_STATES = ['pending', 'open', 'untriggered', 'partiallyFilled', 'filled', 'canceled', 'expired', 'rejected'] as const
/** One of `ORDER_STATES`. */
export const orderState = z.enum(ORDER_STATES)

const exit = z.nullable(z.object({ trigger: decimalText, price: knownDecimal, size: knownDecimal }))

/** An order. Fields absent from the request are null. */
export const tradingOrder = z.object({
  id: z.uuid(),
  /** Client id; `x:tp` is an exit of `x`, `x:2` a leg. */
  client_id: z.string(),
  account: accountId,
  symbol: z.string(),
  side: orderSide,
  type: orderType,
  role: z.enum(['order', 'take_profit', 'stop_loss', 'leg', 'liquidation']),
  size: decimalText,
  price: knownDecimal,
  trigger: knownDecimal,
  trigger_by: z.enum(['mark', 'last']),
  callback: knownDecimal,
  callback_abs: knownDecimal,
  activation: knownDecimal,
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
  /** Displayed size ahead of it at its price; null if not resting, or without market data since a restart. */
  queue_ahead: knownDecimal,
  /** The same if cancels were spread evenly over its level, at most `queue_ahead`. Informational: never used for fills. */
  queue_ahead_likely: knownDecimal,
  queue_traded: knownDecimal,
  queue_wait_ms: z.nullable(z.int().check(z.gte(0))),
  /** Its queue position was lost in a restart and counts from the displayed size then. */
  is_queue_reset: z.boolean(),
  is_held: z.boolean(),
  reason: z.nullable(reasonCode),
  parent: z.nullable(z.uuid()),
  created_at: instant,
  updated_at: instant,
})
/** Current state of an order. */
export type TradingOrder = z.output<typeof tradingOrder>

/** Body of `PATCH /api/v1/orders/{id}`: absent fields stay. A smaller size at the same price keeps the queue position. */
export const orderChange = z
  .object({ size: z.optional(decimalField), price: z.optional(decimalField), trigger: z.optional(decimalField) })
  .check(z.refine((body) => Object.values(body).some((one) => one !== undefined), TRADING_FIELD_MESSAGES.someChange))

const previewSide = z.object({
  equity: knownDecimal,
  free_margin: knownDecimal,
  margin_used: knownDecimal,
  maintenance: knownDecimal,
  /** Total notional divided by equity; null if equity is not above 0. */
  leverage: knownDecimal,
  size: decimalText,
  entry: knownDecimal,
  liquidation_price: knownDecimal,
})

/** Beyond the best price: as a fraction of it, and in USDC. Not negative, rounded up, without half the spread. */
const orderImpact = z.object({ fraction: decimalText, usdc: decimalText })

/** Data of `POST /api/v1/orders/preview`: effect of the order on the current book and account. */
export const orderPreview = z.object({
  before: previewSide,
  after: previewSide,
  average_price: knownDecimal,
  /** Immediate fill, in coins. */
  fills: decimalText,
  rests: decimalText,
  queue_ahead: knownDecimal,
  fee: decimalText,
  /** Average price against the book mid, as a fraction; positive is worse. */
  slippage: knownDecimal,
  impact: z.nullable(orderImpact),
  /** After the whole order has traded: resting parts at their own price or trigger. */
  liquidation_price: knownDecimal,
  refusal: z.nullable(reasonCode),
  warnings: z.array(previewWarning),
})
/** Preview of an order. */
export type OrderPreview = z.output<typeof orderPreview>

/** Start of the client ids of liquidation orders; ids sent by clients cannot contain a colon. */
export const LIQUIDATION_PREFIX = 'liquidation:'

/** Whether an order or a fill belongs to a liquidation. */
export const isLiquidationId = (clientId: string): boolean => clientId.startsWith(LIQUIDATION_PREFIX)
