import * as z from 'zod/mini'
import { epochMsField, sourceKind, symbol } from '../market/market.ts'

/** Agent tools that run on the server, with the asking user's rights, and are read-only: own data, and figures of the market. */
export const OWN_TOOL_NAMES = [
  'get_own_account',
  'get_own_positions',
  'get_own_orders',
  'get_own_trades',
  'get_own_statistics',
  'get_own_alerts',
  'get_own_what_if',
  'get_own_position_size',
  'get_price_chance',
  'get_market_figures',
  'get_coin_comparison',
  'get_forecast_accuracy',
] as const
/** One of `OWN_TOOL_NAMES`. */
export type OwnToolName = (typeof OWN_TOOL_NAMES)[number]

/** Journal statistics available to the agent; `overview` combines the main ones. */
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

/** A period in the user's zone: named (weeks begin on Monday), last days including today, newest month of a number, or from its first day to today. Default all time. */
export const ownPeriod = z
  .string()
  .check(
    z.regex(
      /^(?:today|yesterday|(?:this|last)_(?:week|month|year)|last_[1-9]\d{0,3}_days|(?:since_)?month_(?:[1-9]|1[0-2]))$/,
      'today, yesterday, this_week, last_week, this_month, last_month, this_year, last_year, last_30_days, month_10 or since_month_10',
    ),
  )
const side = z.enum(['long', 'short'])
const closed = { ticker: z.optional(symbol), side: z.optional(side), period: z.optional(ownPeriod) }
/** Maximum trades listed per call. */
export const MOST_OWN_TRADES = 10

/** Longest horizon of a chance, in hours: that of the forecast. */
const CHANCE_MAX_HOURS = 24
const timeframe = z.int().check(z.gte(1), z.lte(CHANCE_MAX_HOURS))
const level = z.string().check(z.regex(/^(?=.*[1-9])\d{1,15}(?:\.\d{1,12})?$/, 'a price above 0'))
/** `facts`: price, changes, market cap, volume and rank of a coin. `move`: its changes beside those of all coins. `funding`: of its perpetual. */
export const MARKET_FIGURES = ['facts', 'move', 'funding', 'gainers', 'losers'] as const
const about = z.enum(MARKET_FIGURES)

/** Decimal text in percent: a change of a price (`-10`), or the risk of a position. */
const change = z.string().check(z.regex(/^-?(?=.*[1-9])\d{1,4}(?:\.\d{1,6})?$/, 'a percentage other than 0'))
const risk = z.string().check(z.regex(/^(?=.*[1-9])\d{1,2}(?:\.\d{1,6})?$|^100$/, 'a percentage above 0, at most 100'))
/** Most coins in one comparison. */
const MOST_COMPARED = 4
const tickers = z.array(symbol).check(z.minLength(2), z.maxLength(MOST_COMPARED))

/** `filled` lists fills, not orders. */
const orderList = z.enum(['open', 'done', 'filled'])

/** Arguments per tool. None accepts a user: only the asking user's data is read. */
export const ownArguments = {
  get_own_account: z.strictObject({}),
  get_own_positions: z.strictObject({ ticker: z.optional(symbol), side: z.optional(side) }),
  get_own_orders: z.strictObject({ ticker: z.optional(symbol), state: orderList }),
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
  get_own_alerts: z.strictObject({ ticker: z.optional(symbol) }),
  /** Either `percent` (of one coin, or of every coin held) or `level` (the price of one coin). */
  get_own_what_if: z.strictObject({ ticker: z.optional(symbol), percent: z.optional(change), level: z.optional(level) }),
  /** `percent` of the equity is lost at the stop `level`. */
  get_own_position_size: z.strictObject({ ticker: symbol, percent: risk, level }),
  get_price_chance: z.strictObject({ ticker: symbol, timeframe, level }),
  get_market_figures: z.strictObject({ about, ticker: z.optional(symbol) }),
  get_coin_comparison: z.strictObject({ tickers }),
  get_forecast_accuracy: z.strictObject({ ticker: symbol, timeframe }),
} as const
/** A call of an own-data tool. */
export type OwnToolCall = {
  readonly [N in OwnToolName]: { readonly name: N; readonly arguments: z.output<(typeof ownArguments)[N]> }
}[OwnToolName]

/** Units: amounts in USDC, prices, coins, fractions (0.25 is 25 %; fine ones with more digits), ratios, counts, times, words. */
export const OWN_UNITS = ['usdc', 'price', 'coins', 'share', 'fine_share', 'ratio', 'count', 'duration_ms', 'instant_ms', 'word'] as const

/** Decimal text; null exactly when `reason` says why. */
export const ownValue = z.object({
  key: z.string().check(z.regex(/^[a-z_]{1,40}$/)),
  value: z.nullable(z.string()),
  unit: z.enum(OWN_UNITS),
  n: z.optional(z.int()),
  low: z.optional(z.string()),
  high: z.optional(z.string()),
  reason: z.optional(z.string()),
})
/** One value of a result. */
export type OwnValue = z.output<typeof ownValue>

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** Result of an own-data tool: the only source of the numbers in its answer. */
export const ownResult = z.object({
  tool: z.enum(OWN_TOOL_NAMES),
  asked: z.object({
    ...closed,
    state: z.optional(orderList),
    order: z.optional(z.enum(['newest', 'best', 'worst'])),
    result: z.optional(z.enum(['win', 'loss'])),
    count: z.optional(z.int()),
    figure: z.optional(z.enum(OWN_STATISTICS)),
    by: z.optional(z.enum(['symbol', 'side', 'tag', 'hour', 'weekday'])),
    rank: z.optional(z.enum(['best', 'worst'])),
    timeframe: z.optional(z.int()),
    level: z.optional(z.string()),
    percent: z.optional(z.string()),
    tickers: z.optional(z.array(symbol)),
    about: z.optional(about),
  }),
  /** First and last day, inclusive; null is all time, or time does not matter. */
  span: z.nullable(z.object({ from: day, to: day })),
  zone: z.string(),
  at: epochMsField,
  /** Price source of a paper account or the market; null for the journal, which can mix several. */
  source: z.nullable(sourceKind),
  made_of: z.nullable(z.object({ live: z.int(), sim: z.int(), replay: z.int(), imported: z.int() })),
  values: z.array(ownValue),
  rows: z.array(z.object({ name: z.string(), values: z.array(ownValue) })),
  more: z.int(),
  /** Hourly closes for a small chart, oldest first, in the quote currency. */
  chart: z.optional(z.array(z.tuple([epochMsField, z.number()]))),
  /** Number of groups compared for a best or worst: among many, some look special by chance. */
  compared: z.optional(z.int()),
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), text: z.string() })),
  notes: z.array(z.string()),
  problem: z.optional(z.string()),
})
/** What a tool for own data has answered. */
export type OwnResult = z.output<typeof ownResult>
