import * as z from 'zod/mini'
import { epochMsField, sourceKind, symbol } from '../market/market.ts'

/** Tools of the agent that read what belongs to the asking user. They run on the server, under his rights, and change nothing. */
export const OWN_TOOL_NAMES = ['get_own_account', 'get_own_positions', 'get_own_orders', 'get_own_trades', 'get_own_statistics'] as const
/** One of `OWN_TOOL_NAMES`. */
export type OwnToolName = (typeof OWN_TOOL_NAMES)[number]

/** Figures of the journal that can be asked for; `overview` is the main ones together. */
export const OWN_STATISTICS = [
  'overview',
  'net',
  'trades',
  'fees',
  'funding',
  'win_rate',
  'profit_factor',
  'expectancy',
  'payoff',
  'max_drawdown',
  'sharpe',
  'sortino',
  'sqn',
  'mean_r',
  'mean_hold_ms',
  'mean_slippage',
] as const

/**
 * A span of the calendar in the user's zone: named (weeks begin on Monday), the last days with today, or the newest month of a number.
 * Absent: all time.
 */
export const ownPeriod = z
  .string()
  .check(
    z.regex(
      /^(?:today|yesterday|(?:this|last)_(?:week|month|year)|last_[1-9]\d{0,3}_days|month_(?:[1-9]|1[0-2]))$/,
      'today, yesterday, this_week, last_week, this_month, last_month, this_year, last_year, last_30_days or month_10',
    ),
  )
const side = z.enum(['long', 'short'])
const closed = { ticker: z.optional(symbol), side: z.optional(side), period: z.optional(ownPeriod) }
/** Most trades that one call lists. */
export const MOST_OWN_TRADES = 10

/** What each tool may be asked. None takes a user: what is read is always the asking user's. */
export const ownArguments = {
  get_own_account: z.strictObject({}),
  get_own_positions: z.strictObject({ ticker: z.optional(symbol) }),
  get_own_orders: z.strictObject({ ticker: z.optional(symbol), state: z.enum(['open', 'done']) }),
  get_own_trades: z.strictObject({
    ...closed,
    order: z.optional(z.enum(['newest', 'best', 'worst'])),
    result: z.optional(z.enum(['win', 'loss'])),
    count: z.optional(z.int().check(z.gte(1), z.lte(MOST_OWN_TRADES))),
  }),
  get_own_statistics: z.strictObject({
    ...closed,
    figure: z.enum(OWN_STATISTICS),
    by: z.optional(z.enum(['symbol', 'side', 'tag', 'hour', 'weekday'])),
    rank: z.optional(z.enum(['best', 'worst'])),
  }),
} as const
/** A call of a tool for own data. */
export type OwnToolCall = {
  readonly [N in OwnToolName]: { readonly name: N; readonly arguments: z.output<(typeof ownArguments)[N]> }
}[OwnToolName]

/** What a value counts: amounts in USDC, prices, coins, fractions (0.25 is 25 %), plain ratios, numbers of things, times, words. */
export const OWN_UNITS = ['usdc', 'price', 'coins', 'share', 'ratio', 'count', 'duration_ms', 'instant_ms', 'word'] as const

/** One value: decimal text; null exactly where `reason` says why it is not known. */
export const ownValue = z.object({
  key: z.string().check(z.regex(/^[a-z_]{1,40}$/)),
  value: z.nullable(z.string()),
  unit: z.enum(OWN_UNITS),
  /** Observations of a statistic, and its interval at 95 %. */
  n: z.optional(z.int()),
  low: z.optional(z.string()),
  high: z.optional(z.string()),
  /** In the words of the journal. */
  reason: z.optional(z.string()),
})
/** One value of a result. */
export type OwnValue = z.output<typeof ownValue>

/** A calendar day, `2026-11-22`. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** What a tool for own data has answered: the only source of the numbers of the answer that it stands in. */
export const ownResult = z.object({
  tool: z.enum(OWN_TOOL_NAMES),
  /** What was asked, as it was understood. */
  asked: z.object({
    ...closed,
    state: z.optional(z.enum(['open', 'done'])),
    order: z.optional(z.enum(['newest', 'best', 'worst'])),
    result: z.optional(z.enum(['win', 'loss'])),
    count: z.optional(z.int()),
    figure: z.optional(z.enum(OWN_STATISTICS)),
    by: z.optional(z.enum(['symbol', 'side', 'tag', 'hour', 'weekday'])),
    rank: z.optional(z.enum(['best', 'worst'])),
  }),
  /** First and last day of the period, both included; null: all time, or no time matters. */
  span: z.nullable(z.object({ from: day, to: day })),
  /** IANA zone of days, hours and weekdays. */
  zone: z.string(),
  /** Market's clock. */
  at: epochMsField,
  /** What the prices of a paper account are; null for the journal, which may hold several. */
  source: z.nullable(sourceKind),
  /** What the trades of an answer are of: paper by the kind of its market, and imported ones. */
  made_of: z.nullable(z.object({ live: z.int(), sim: z.int(), replay: z.int(), imported: z.int() })),
  values: z.array(ownValue),
  /** Positions, orders, trades or groups: at most 24, in their order. */
  rows: z.array(z.object({ name: z.string(), values: z.array(ownValue) })),
  /** Rows that there are beyond those. */
  more: z.int(),
  /** Groups that were compared, where the best or worst is told: of so many some look special by chance. */
  compared: z.optional(z.int()),
  /** The result in words, in the language of the answer: what it is of, and each value with its name. */
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), text: z.string() })),
  /** What has to be known with it: rows left out, groups that were compared. */
  notes: z.array(z.string()),
  /** Nothing could be read, in words for the user. */
  problem: z.optional(z.string()),
})
/** What a tool for own data has answered. */
export type OwnResult = z.output<typeof ownResult>
