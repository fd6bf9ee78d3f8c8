import * as z from 'zod/mini'
import { TRADING_FIELD_WORDS } from '../field-words.ts'
import { sourceKind } from '../market/market.ts'
import { clientId, decimalField, instrumentSymbol } from './trading.ts'

/** Decimal text as the server writes it. */
export const decimalText = z.string()
/** Decimal text, or null while it is not known: an account with a position in a market that nothing was heard of yet has no equity. */
export const knownDecimal = z.nullable(decimalText)
/** ISO 8601, on the market's clock. */
export const instant = z.iso.datetime()
/** Identity of an account. */
export const accountId = z.uuid()

/**
 * Body of `PUT /api/v1/trading/scheduled-cancel`: all orders are canceled in so many seconds of the market's clock, unless the same call
 * comes again before. `keep_reduce_only`: orders that only reduce a position stand.
 */
export const scheduledCancelBody = z.object({
  seconds: z.int().check(z.gte(5), z.lte(86_400)),
  keep_reduce_only: z.optional(z.boolean()),
})
/** A dead-man switch as it is asked for. */
export type ScheduledCancelBody = z.output<typeof scheduledCancelBody>

/** A dead-man switch that runs. */
export const scheduledCancel = z.object({
  /** When it fires. */
  at: instant,
  /** Milliseconds of the market's clock until then, as of this answer. */
  left_ms: z.int().check(z.gte(0)),
  seconds: z.number(),
  keep_reduce_only: z.boolean(),
})
/** A dead-man switch that runs. */
export type ScheduledCancel = z.output<typeof scheduledCancel>
/** Data of `PUT` and `DELETE /api/v1/trading/scheduled-cancel`; null: it is off. */
export const scheduledCancelSetting = z.nullable(scheduledCancel)

/** Data of `GET /api/v1/trading/account`: the caller's open account of the present source. Amounts in USDC. */
export const tradingAccount = z.object({
  id: accountId,
  kind: z.literal('paper'),
  /** Identity of the market that it trades in, such as `sim:1`; the server's present one for commands to be taken. */
  source: z.string(),
  source_kind: sourceKind,
  /** What it was opened with. */
  deposit: decimalText,
  cash: decimalText,
  /** Cash, unrealised profit and isolated margins. */
  equity: knownDecimal,
  unrealised: knownDecimal,
  margin_used: knownDecimal,
  free_margin: knownDecimal,
  maintenance: knownDecimal,
  /** Positive: paid; negative: received. */
  funding_paid: decimalText,
  fees_paid: decimalText,
  /** The dead-man switch; null while it is off. */
  scheduled_cancel: z.nullable(scheduledCancel),
  /** Number of its newest event. */
  seq: z.int(),
  opened_at: instant,
  /** Null while it is open. */
  closed_at: z.nullable(instant),
})
/** A paper account. */
export type TradingAccount = z.output<typeof tradingAccount>

/** Data of `GET /api/v1/trading/accounts`: all of the caller's, of whatever source, newest first; `is_present` marks that of `/account`. */
export const tradingAccounts = z.array(z.object({ ...tradingAccount.shape, is_present: z.boolean() }))

/** Body of `POST /api/v1/trading/account/reset`: the present account is closed, a new one opened with `deposit` USDC. */
export const accountReset = z.object({ deposit: decimalField })

/** One of `GET /api/v1/trading/instruments`. */
export const tradingInstrument = z.object({
  symbol: instrumentSymbol,
  /** Prices of orders are whole numbers of it. */
  tick: decimalText,
  /** Sizes of orders are whole numbers of it. */
  lot: decimalText,
  /** USDC; what only reduces may be smaller. */
  min_notional: decimalText,
  max_leverage: z.int(),
  /** Maintenance margin rate from that notional on, lowest first. */
  tiers: z.array(z.object({ from: decimalText, rate: decimalText })),
  /** Fractions of the notional. */
  taker_fee: decimalText,
  maker_fee: decimalText,
  /** Where its books come from: an exchange, the simulation, or made from recorded candles. */
  book: z.enum(['real', 'simulated', 'synthetic']),
  /** Null while nothing was heard of its market: it is followed only where somebody trades it. */
  mark: knownDecimal,
  /** Whether orders that need the book would be refused now; null while nobody follows it. */
  is_stale: z.nullable(z.boolean()),
})
/** A linear perpetual of the present source. */
export type TradingInstrument = z.output<typeof tradingInstrument>
/** Data of `GET /api/v1/trading/instruments`. */
export const tradingInstruments = z.array(tradingInstrument)

/** One posting; its lines sum to zero. Amounts in USDC, what an account receives is positive. */
export const ledgerPosting = z.object({
  seq: z.int(),
  at: instant,
  kind: z.enum(['deposited', 'filled', 'marginMoved', 'funded', 'insured']),
  /** The order that it belongs to, if any. */
  client_id: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  lines: z.array(z.object({ account: z.string(), amount: decimalText })),
  /** Of a funding hour: its rate, the price that it was paid at, and whether its premium was not sampled throughout. */
  funding: z.nullable(z.object({ rate: decimalText, price: decimalText, is_inferred: z.boolean() })),
})
/** A posting of the double-entry ledger. */
export type LedgerPosting = z.output<typeof ledgerPosting>

/** Where the next page of a list begins; null at its end. */
export const nextCursor = z.nullable(z.string())
/** Answer of a list: newest first; `next` goes into `cursor` of the following request. */
export const listPage = <T extends z.core.$ZodType>(item: T) => z.object({ data: z.array(item), next: nextCursor })

/** Page of `GET /api/v1/trading/ledger`. */
export const ledgerPage = listPage(ledgerPosting)

const pageFields = {
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, TRADING_FIELD_WORDS.limit))),
  /** Another account of the caller's than the present one. */
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
