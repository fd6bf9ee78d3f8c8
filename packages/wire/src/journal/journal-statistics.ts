import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochMsField, sourceKind } from '../market/market.ts'
import { decimalField } from '../trading/trading.ts'
import { accountId, decimalText } from '../trading/trading-account.ts'
import { tripFilterFields, tripId } from './journal.ts'

/** Below this many trades, a headline number is shown only with its interval. */
export const HEADLINE_LEAST_TRADES = 30

/** Statistic names in table order. Shares and ratios are plain numbers; amounts are in USDC. */
export const JOURNAL_FIGURES = [
  'win_rate',
  'profit_factor',
  'expectancy',
  'expectancy_ratio',
  'payoff',
  'sqn',
  'mean_r',
  'sharpe',
  'sortino',
  'volatility',
  'max_drawdown',
  'total_return',
  'cagr',
  'calmar',
  'mean_hold_ms',
  'mean_slippage',
  'mean_arrival_slippage',
  'mean_trigger_slippage',
  'exit_efficiency',
] as const
/** One of `JOURNAL_FIGURES`. */
export type JournalFigure = (typeof JOURNAL_FIGURES)[number]

const inputs = z.array(z.object({ name: z.string(), value: z.string() }))

/** A statistic: `value` is null exactly when `reason` is set; never 0 or another sentinel. */
export const journalStatistic = z.object({
  value: z.nullable(z.number()),
  n: z.int().check(z.gte(0)),
  reason: z.optional(z.string()),
  interval: z.optional(z.tuple([z.number(), z.number()])),
  formula: z.string(),
  inputs: z.optional(inputs),
})
/** A statistic with its inputs. */
export type JournalStatistic = z.output<typeof journalStatistic>

/** Trade groupings. Hours and weekdays are of the opening, in the query's zone. */
export const JOURNAL_GROUPINGS = ['symbol', 'side', 'tag', 'hour', 'weekday'] as const

/** `key` is a symbol, `long`, a tag (empty is none), an hour `0` to `23`, or a weekday `1` (Monday) to `7`. */
const group = z.object({
  key: z.string(),
  trades: z.int(),
  net: decimalText,
  win_rate: journalStatistic,
  expectancy: journalStatistic,
})
/** Groups of one kind: the 200 largest by trades; hours and weekdays in calendar order. */
export const journalGroups = z.object({
  by: z.enum(JOURNAL_GROUPINGS),
  rows: z.array(group),
  comparisons: z.int(),
  expected_by_chance: z.number(),
})

/** An equity drawdown: fractions at or below 0, dates on the market clock; recovery null if not yet reached. */
export const journalDrawdown = z.object({
  depth: z.number(),
  peak_at_ms: epochMsField,
  trough_at_ms: epochMsField,
  recovered_at_ms: z.nullable(epochMsField),
})

/** Simulated stops at multiples of the median MAE; `distance` and `median_mae` are fractions of the entry price. Needs 30 trades. */
export const earlierStops = z.object({
  n: z.int(),
  net: decimalText,
  median_mae: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  rows: z.array(
    z.object({
      multiple: z.number(),
      distance: z.number(),
      stopped: z.int(),
      stopped_winners: z.int(),
      net: decimalText,
      /** USDC per trade; positive is better with the stop. */
      change: journalStatistic,
    }),
  ),
})

/** Reason for unknown returns without the query's `capital`: files do not contain it. */
export const IMPORT_CAPITAL_NEEDED = 'needs the starting capital of the imported account'

/** Query of `GET /api/v1/journal/statistics`. */
export const statisticsQuery = z.object({
  ...tripFilterFields,
  zone: z.optional(z.string().check(z.maxLength(64))),
  /** Of imported accounts, USDC; without it their returns are unknown. */
  capital: z.optional(decimalField),
})

/** Data of `GET /api/v1/journal/statistics`. Counts only trips in dollars with a known net; `left_out` reports the rest. */
export const journalStatistics = z.object({
  zone: z.string(),
  currency: z.literal('USDC'),
  trips: z.object({
    counted: z.int(),
    open: z.int(),
    with_risk: z.int(),
    left_out: z.array(z.object({ reason: z.enum(['fee_coin', 'not_told', 'account_reset', 'other_currency']), trips: z.int() })),
    simulated: z.int(),
    replayed: z.int(),
  }),
  totals: z.object({ gross: decimalText, fees: decimalText, funding: decimalText, net: decimalText }),
  figures: z.record(z.enum(JOURNAL_FIGURES), journalStatistic),
  /** Probability of this record or better without an edge; null if undefined. */
  luck: z.nullable(z.object({ chance: z.number(), n: z.int(), wins: z.int(), formula: z.string() })),
  groups: z.array(journalGroups),
  calendar: z.array(z.object({ day: z.iso.date(), trades: z.int(), net: decimalText })),
  /** `[closed at, cumulative net in USDC, drawdown fraction]`, oldest first, at most 2,000 points that keep every peak and trough. */
  equity: z.array(z.tuple([epochMsField, decimalText, z.nullable(z.number())])),
  drawdown: z.nullable(journalDrawdown),
  r_histogram: z.object({ width: z.number(), bins: z.array(z.object({ from: z.number(), trips: z.int() })) }),
  /** `[trip, MAE, MFE, net]` in USDC, of a range the near end; the newest 2,000 available. `resolution` is in the trip list. */
  excursions: z.array(z.tuple([tripId, decimalText, decimalText, decimalText])),
  earlier_stops: earlierStops,
})
/** Statistics of a journal. */
export type JournalStatistics = z.output<typeof journalStatistics>

/** An account whose trades share a starting capital: a paper account, or all imports of one `origin`. */
export const journalAccount = z.object({
  /** Filters by `account`; null for imports, which `origin` selects. */
  account: z.nullable(accountId),
  origin: z.string(),
  source_kind: z.nullable(sourceKind),
  trips: z.int(),
  /** Trips in dollars with a known net. */
  counted: z.int(),
  /** Opening of the first trip; null if no file states one. */
  from_ms: z.nullable(epochMsField),
})
/** An account of a journal. */
export type JournalAccount = z.output<typeof journalAccount>

export const listJournalAccounts = endpoint('GET /journal/accounts', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'Accounts of the journal, those with the most counted trips first; at most 100',
  lists: journalAccount,
})

export const getStatistics = endpoint('GET /journal/statistics', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'Statistics of closed round trips, each with its formula, inputs, number of trades and interval',
  description:
    'Counts trips in dollars with a known net; `left_out` reports the rest. Hours, weekdays and the calendar are in `zone`. ' +
    'Returns need the starting capital: the deposit of one account, or `capital` for imports.',
  query: statisticsQuery,
  returns: journalStatistics,
  errors: ['too_many_trips', 'not_found'],
})
