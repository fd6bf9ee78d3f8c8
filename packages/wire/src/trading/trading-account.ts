import * as z from 'zod/mini'
import { sourceKind } from '../market/market.ts'
import { clientId, instrumentSymbol, TRADING_FIELD_MESSAGES } from './trading.ts'

/** Decimal text as written by the server. */
export const decimalText = z.string()
/** Decimal text, or null if unknown: for example, equity while a position's market has no data yet. */
export const knownDecimal = z.nullable(decimalText)
/** ISO 8601, on the market's clock. */
export const instant = z.iso.datetime()
/** Account id. */
export const accountId = z.uuid()

/** Body of `PUT /api/v1/trading/scheduled-cancel`: cancels all orders after these seconds of market time, unless renewed. */
export const scheduledCancelBody = z.object({
  seconds: z.int().check(z.gte(5), z.lte(86_400)),
  keep_reduce_only: z.optional(z.boolean()),
})
/** A requested dead-man switch. */
export type ScheduledCancelBody = z.output<typeof scheduledCancelBody>

/** An active dead-man switch. */
export const scheduledCancel = z.object({
  at: instant,
  left_ms: z.int().check(z.gte(0)),
  seconds: z.number(),
  keep_reduce_only: z.boolean(),
})
/** An active dead-man switch. */
export type ScheduledCancel = z.output<typeof scheduledCancel>

/** Data of `GET /api/v1/trading/account`: the caller's open account of the present source. Amounts in USDC. */
export const tradingAccount = z.object({
  id: accountId,
  kind: z.literal('paper'),
  /** Its market, such as `sim:1`; commands require the server's present one. */
  source: z.string(),
  source_kind: sourceKind,
  deposit: decimalText,
  cash: decimalText,
  /** Cash, unrealised profit and isolated margins. */
  equity: knownDecimal,
  unrealised: knownDecimal,
  margin_used: knownDecimal,
  free_margin: knownDecimal,
  maintenance: knownDecimal,
  /** Positive is paid, negative received. */
  funding_paid: decimalText,
  fees_paid: decimalText,
  scheduled_cancel: z.nullable(scheduledCancel),
  seq: z.int(),
  opened_at: instant,
  closed_at: z.nullable(instant),
})
/** A paper account. */
export type TradingAccount = z.output<typeof tradingAccount>

/** One of `GET /api/v1/trading/instruments`. */
export const tradingInstrument = z.object({
  symbol: instrumentSymbol,
  tick: decimalText,
  lot: decimalText,
  /** USDC; reduce-only orders may be smaller. */
  min_notional: decimalText,
  max_leverage: z.int(),
  tiers: z.array(z.object({ from: decimalText, rate: decimalText })),
  /** Fractions of the notional. */
  taker_fee: decimalText,
  maker_fee: decimalText,
  /** Origin of its books: an exchange, the simulation, or generated from recorded candles. */
  book: z.enum(['real', 'simulated', 'synthetic']),
  /** Null until its market has data: only traded markets are followed. */
  mark: knownDecimal,
  /** Hourly funding rate so far in this hour, as a fraction; null until its market has data. */
  funding: knownDecimal,
  /** Whether orders that need the book would be refused now; null while the market is not followed. */
  is_stale: z.nullable(z.boolean()),
})
/** Data of `GET /api/v1/trading/instruments/{symbol}/market`: null is not known yet. */
export const instrumentMarket = z.object({
  symbol: instrumentSymbol,
  mark: knownDecimal,
  /** The market's own price, on which funding is paid. */
  index: knownDecimal,
  /** Hourly rate of the premiums sampled so far in this hour, as a fraction; positive: longs pay. It is paid at `at`. */
  funding: z.nullable(z.object({ rate: decimalText, at: instant })),
  is_stale: z.boolean(),
})
/** A followed market now. */
export type InstrumentMarket = z.output<typeof instrumentMarket>

/** A linear perpetual of the present source. */
export type TradingInstrument = z.output<typeof tradingInstrument>

/** A ledger posting whose lines sum to zero. Amounts in USDC, positive for the receiving account. */
export const ledgerPosting = z.object({
  seq: z.int(),
  at: instant,
  kind: z.enum(['deposited', 'filled', 'marginMoved', 'funded', 'insured']),
  client_id: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  lines: z.array(z.object({ account: z.string(), amount: decimalText })),
  funding: z.nullable(z.object({ rate: decimalText, price: decimalText, is_inferred: z.boolean() })),
})
/** A posting of the double-entry ledger. */
export type LedgerPosting = z.output<typeof ledgerPosting>

const pageFields = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, TRADING_FIELD_MESSAGES.limit))),
  account: z.optional(accountId),
}
/** Query of `GET /api/v1/trading/ledger` and `GET /api/v1/positions`. */
export const pageQuery = z.object(pageFields)
/** Query of `GET /api/v1/fills`. */
export const fillsQuery = z.object({ ...pageFields, symbol: z.optional(instrumentSymbol), order: z.optional(z.uuid()) })
/** Query of `GET /api/v1/orders`. */
export const ordersQuery = z.object({
  ...pageFields,
  state: z.optional(z.enum(['open', 'done'])),
  symbol: z.optional(instrumentSymbol),
  client_id: z.optional(clientId),
})
