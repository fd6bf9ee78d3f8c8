import * as z from 'zod/mini'
import { epochMsField, sourceKind, symbol } from '../market/market.ts'
import { orderSide } from '../trading/trading.ts'

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
  'streaks',
  'volume',
  'per_day',
  'per_week',
  'per_month',
] as const

const date = String.raw`(?:(?:20\d\d-)?(?:0[1-9]|1[0-2])-)?(?:0[1-9]|[12]\d|3[01])`
/**
 * A period in the user's zone: named (weeks begin on Monday; `weekend` is the newest one that has begun, `last_weekend` that of
 * last week), last days including today, newest month of a number, or from its first day to today; the newest such
 * weekday before today, alone or up to today, or that of last week; the newest days from one weekday to another; a day some days ago; a date, or from one up to today or to another one,
 * after or before one, until one (included), or the week of one. Without a year, a date is the newest one; so is a day without a month.
 * Default all time.
 */
export const ownPeriod = z
  .string()
  .check(
    z.regex(
      new RegExp(
        String.raw`^(?:today|yesterday|(?:this|last)_(?:week|month|quarter|year)|last_[1-9]\d{0,3}_days|days_ago_[1-9]\d{0,3}|(?:since_)?month_(?:[1-9]|1[0-2])|(?:since_)?weekday_[1-7]|last_week_day_[1-7]|weekday_[1-7]_to_[1-7]|(?:last_)?weekend|(?:on|after|before|until|week)_${date}|from_${date}(?:_to_${date})?)$`,
      ),
      'today, yesterday, this_week, last_week, this_month, last_month, this_quarter, last_quarter, this_year, last_year, last_30_days, days_ago_3, month_10, since_month_10, weekday_1, since_weekday_1, last_week_day_1, weekday_1_to_3, weekend, last_weekend, on_03-10, after_03-10, before_03-10, until_03-10, week_03-10, from_03-03 or from_03-03_to_2026-03-10',
    ),
  )
const side = z.enum(['long', 'short'])
/** Most coins that a set leaves out. */
const MOST_WITHOUT = 4
/** Coins that are left out of the set. */
const without = z.optional(z.array(symbol).check(z.minLength(1), z.maxLength(MOST_WITHOUT)))
const closed = { ticker: z.optional(symbol), without, side: z.optional(side), period: z.optional(ownPeriod) }
/** Maximum trades listed per call. */
export const MOST_OWN_TRADES = 10
/** Maximum gainers or losers listed per call. */
export const MOST_MOVERS = 5

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
/** `stop` and `take_profit` include exits attached to an order, and `stop` trailing stops; `limit` and `market` are of that type alone. */
const orderKind = z.optional(z.enum(['limit', 'market', 'stop', 'take_profit', 'trailing_stop']))
const orderedSide = z.optional(orderSide)

/** Arguments per tool. None accepts a user: only the asking user's data is read. */
export const ownArguments = {
  get_own_account: z.strictObject({}),
  get_own_positions: z.strictObject({ ticker: z.optional(symbol), without, side: z.optional(side) }),
  /** A fill has no `kind`. */
  get_own_orders: z.strictObject({ ticker: z.optional(symbol), without, state: orderList, kind: orderKind, order_side: orderedSide }),
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
    kind: orderKind,
    order_side: orderedSide,
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
  /** First and last day, inclusive, or all days up to the last; null is all time, or time does not matter. */
  span: z.nullable(z.object({ from: z.nullable(day), to: day })),
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
