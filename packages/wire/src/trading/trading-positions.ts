import * as z from 'zod/mini'
import { clientId, decimalField, orderSide, TRADING_FIELD_MESSAGES } from './trading.ts'
import { accountId, decimalText, instant, knownDecimal } from './trading-account.ts'
import { reasonCode } from './trading-codes.ts'
import { tradingOrder } from './trading-orders.ts'

/** An open position. */
export const tradingPosition = z.object({
  account: accountId,
  symbol: z.string(),
  /** Negative is short; never 0. */
  size: decimalText,
  entry: decimalText,
  mark: knownDecimal,
  notional: knownDecimal,
  mode: z.enum(['cross', 'isolated']),
  leverage: z.int(),
  /** Initial margin of a cross position, own margin of an isolated one. */
  margin: knownDecimal,
  maintenance: knownDecimal,
  unrealised: knownDecimal,
  /** Null if no price above 0 liquidates it, or the mark is unknown. */
  liquidation_price: knownDecimal,
  /** `size` of the position lost its stop: `order` was triggered, but the book could not fill it. Null if it did not. */
  unprotected: z.nullable(z.object({ size: decimalText, trigger: knownDecimal, order: z.uuid() })),
})
/** An open position. */
export type TradingPosition = z.output<typeof tradingPosition>

/** Body of `POST /api/v1/positions/{symbol}/close`; without `fraction`, closes all. */
export const positionClose = z.object({ fraction: z.optional(decimalField), client_id: clientId })
/** Body of `POST /api/v1/positions/{symbol}/margin`: USDC added to an isolated position's margin; negative removes it. */
export const positionMargin = z.object({ amount: decimalField, client_id: z.optional(clientId) })
/** Body of `POST /api/v1/positions/{symbol}/leverage`, also without a position; absent `margin` stays unchanged. */
export const positionLeverage = z.object({
  leverage: z.union([z.int().check(z.gte(1), z.lte(1_000)), z.string().check(z.regex(/^[1-9]\d{0,3}$/, TRADING_FIELD_MESSAGES.fromOne))]),
  margin: z.optional(z.enum(['cross', 'isolated'])),
  client_id: z.optional(clientId),
})

/** Data of close and reverse: their orders in sequence. If a reverse's second leg is `rejected`, the first remains executed. */
export const positionOrders = z.object({ orders: z.array(tradingOrder), position: z.nullable(tradingPosition) })
/** Data of margin and leverage: the market's setting and position. */
export const positionSetting = z.object({
  symbol: z.string(),
  leverage: z.int(),
  mode: z.enum(['cross', 'isolated']),
  position: z.nullable(tradingPosition),
})

/** Data of `POST /api/v1/trading/flatten`: canceled orders, closing orders, and pending closes with the reason. */
export const flattened = z.object({
  canceled: z.array(tradingOrder),
  closing: z.array(tradingOrder),
  waiting: z.array(z.object({ symbol: z.string(), reason: reasonCode, detail: z.string() })),
})

/** Evidence of a fill, sufficient to verify it by hand. */
export const fillEvidence = z.object({
  book: z.int(),
  venue_book: z.nullable(z.object({ seq: z.int(), at: instant })),
  levels: z.array(z.tuple([decimalText, decimalText])),
  trade: knownDecimal,
  ahead: knownDecimal,
  /** No trade was observed; the book moved through the price. */
  is_inferred: z.boolean(),
})

/** A fill. */
export const tradingFill = z.object({
  id: z.string(),
  account: accountId,
  seq: z.int(),
  at: instant,
  order: z.uuid(),
  client_id: z.string(),
  symbol: z.string(),
  side: orderSide,
  price: decimalText,
  size: decimalText,
  notional: decimalText,
  fee: decimalText,
  fee_rate: decimalText,
  fee_schedule: z.string(),
  /** Before fees. */
  realised: decimalText,
  liquidity: z.enum(['taker', 'maker']),
  evidence: fillEvidence,
})
/** A fill with its evidence. */
export type TradingFill = z.output<typeof tradingFill>
