import * as z from 'zod/mini'
import { TRADING_FIELD_WORDS } from '../field-words.ts'
import { clientId, decimalField, orderSide } from './trading.ts'
import { accountId, decimalText, instant, knownDecimal, listPage } from './trading-account.ts'
import { reasonCode } from './trading-codes.ts'
import { tradingOrder } from './trading-orders.ts'

/** An open position. */
export const tradingPosition = z.object({
  account: accountId,
  symbol: z.string(),
  /** Negative: short. Never 0. */
  size: decimalText,
  entry: decimalText,
  mark: knownDecimal,
  /** Worth at the mark, without its sign; USDC. */
  notional: knownDecimal,
  mode: z.enum(['cross', 'isolated']),
  leverage: z.int(),
  /** Initial margin of a cross position, own margin of an isolated one. */
  margin: knownDecimal,
  maintenance: knownDecimal,
  unrealised: knownDecimal,
  /** Null where no price above 0 liquidates it, or the mark is not known. */
  liquidation_price: knownDecimal,
})
/** An open position. */
export type TradingPosition = z.output<typeof tradingPosition>
/** Answer of `GET /api/v1/positions`: all of them on one page. */
export const positionsPage = listPage(tradingPosition)

/** Body of `POST /api/v1/positions/{symbol}/close`; `fraction` absent: all of it. */
export const positionClose = z.object({ fraction: z.optional(decimalField), client_id: clientId })
/** Body of `POST /api/v1/positions/{symbol}/reverse`: closes, then opens as much on the other side as `client_id:open`. */
export const positionReverse = z.object({ client_id: clientId })
/** Body of `POST /api/v1/positions/{symbol}/margin`: USDC into the margin of an isolated position; negative: out of it. */
export const positionMargin = z.object({ amount: decimalField, client_id: z.optional(clientId) })
/** Body of `POST /api/v1/positions/{symbol}/leverage`: also where there is no position yet; `margin` absent: as it is. */
export const positionLeverage = z.object({
  leverage: z.union([z.int().check(z.gte(1), z.lte(1_000)), z.string().check(z.regex(/^[1-9]\d{0,3}$/, TRADING_FIELD_WORDS.fromOne))]),
  margin: z.optional(z.enum(['cross', 'isolated'])),
  client_id: z.optional(clientId),
})

/** Data of close and reverse: the orders that did it, in their order; the second leg of a reverse may be `rejected`, and the first stands. */
export const positionOrders = z.object({ orders: z.array(tradingOrder), position: z.nullable(tradingPosition) })
/** Data of margin and leverage: the setting of the market, and its position. */
export const positionSetting = z.object({
  symbol: z.string(),
  leverage: z.int(),
  mode: z.enum(['cross', 'isolated']),
  position: z.nullable(tradingPosition),
})

/** Data of `POST /api/v1/trading/flatten`: what was canceled, the orders that close, and which closes wait with the reason. */
export const flattened = z.object({
  canceled: z.array(tradingOrder),
  closing: z.array(tradingOrder),
  waiting: z.array(z.object({ symbol: z.string(), reason: reasonCode, detail: z.string() })),
})

/** What a fill met: enough to check it by hand. */
export const fillEvidence = z.object({
  /** Number of the newest book, counted since the market was followed. */
  book: z.int(),
  /** The source's own number and instant of that book; null where it was not told. */
  venue_book: z.nullable(z.object({ seq: z.int(), at: instant })),
  /** Prices and sizes that were traded, in this order. */
  levels: z.array(z.tuple([decimalText, decimalText])),
  /** Size of the trade of others that filled a resting order. */
  trade: knownDecimal,
  /** What stood ahead in the queue before that trade. */
  ahead: knownDecimal,
  /** No trade was seen; the book had moved through the price. */
  is_inferred: z.boolean(),
})

/** A fill. */
export const tradingFill = z.object({
  /** `<account>:<seq>`. */
  id: z.string(),
  account: accountId,
  seq: z.int(),
  at: instant,
  order: z.uuid(),
  client_id: z.string(),
  symbol: z.string(),
  side: orderSide,
  /** Average over `evidence.levels`. */
  price: decimalText,
  size: decimalText,
  notional: decimalText,
  fee: decimalText,
  /** Fraction of the notional, and the schedule that it is of. */
  fee_rate: decimalText,
  fee_schedule: z.string(),
  /** Profit before fees of what it closed. */
  realised: decimalText,
  liquidity: z.enum(['taker', 'maker']),
  evidence: fillEvidence,
})
/** A fill with its evidence. */
export type TradingFill = z.output<typeof tradingFill>
/** Page of `GET /api/v1/fills`. */
export const fillsPage = listPage(tradingFill)
