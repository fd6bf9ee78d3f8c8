import type { OWN_STATISTICS, OwnToolCall } from '@aerie/wire/agent/agent-own'

/** Journal statistic; `overview` requests the main ones together. */
export type OwnFigure = (typeof OWN_STATISTICS)[number]
type Asked = Extract<OwnToolCall, { name: 'get_own_statistics' }>['arguments']
/** Grouping of trades. */
export type OwnGrouping = NonNullable<Asked['by']>

/** Calendar periods in the user's time zone; weeks start on Monday. `weekend` is the newest one that has begun, `last_weekend` that of last week. */
export const NAMED_PERIODS = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'weekend',
  'last_weekend',
] as const
/** One of `NAMED_PERIODS`. */
export type NamedPeriod = (typeof NAMED_PERIODS)[number]
/**
 * A named period, `last_30_days` (including today), one day (`days_ago_3`, `weekday_1` for the latest Monday before today,
 * `last_week_day_1` for the Monday of last week, `on_03-10`), the newest days from one weekday to another (`weekday_1_to_3`), the latest
 * month of that name (`month_10`), from such a time to today (`since_month_10`, `since_weekday_1`, `from_03-03`, `after_03-03`), up to a
 * date (`before_03-03`, `until_03-03`), the week of one (`week_03-03`), or from one date to another (`from_03-03_to_03-10`). A date without
 * a year, or of a day alone (`10`), is the latest one.
 */
export type OwnPeriod =
  | NamedPeriod
  | `last_${number}_days`
  | `days_ago_${number}`
  | `${'' | 'since_'}month_${number}`
  | `${'' | 'since_'}weekday_${number}`
  | `last_week_day_${number}`
  | `weekday_${number}_to_${number}`
  | `${'on' | 'from' | 'after' | 'before' | 'until' | 'week'}_${string}`
/** Kinds of orders; `stop` and `take_profit` also as exits of an order. */
export type OwnOrderKind = 'limit' | 'market' | 'stop' | 'take_profit' | 'trailing_stop'

type About = { readonly ticker?: string; readonly without?: string[] }
type Closed = About & { readonly side?: 'long' | 'short'; readonly period?: OwnPeriod }

type OwnOrdersArguments = About & {
  readonly state: 'open' | 'done' | 'filled'
  readonly kind?: OwnOrderKind
  readonly order_side?: 'buy' | 'sell'
}

/** Filter, order and count of listed trades. */
export type OwnTradesArguments = Closed & {
  readonly order?: 'newest' | 'best' | 'worst'
  readonly result?: 'win' | 'loss'
  readonly count?: number
}
/** Statistic, filter and grouping. */
export type OwnStatisticsArguments = Closed & {
  readonly figure: OwnFigure
  readonly by?: OwnGrouping
  readonly rank?: 'best' | 'worst'
}

type OfCoin = Pick<About, 'ticker'>
type WhatIf = OfCoin & { readonly percent?: string; readonly level?: string }

/** Call that the server answers: the requesting user's own data, without a user id, or figures of the market. No period means all time, no side means both. */
export type OwnCall =
  | { readonly name: 'get_own_account'; readonly arguments: Readonly<Record<never, never>> }
  | { readonly name: 'get_own_positions'; readonly arguments: About & { readonly side?: 'long' | 'short' } }
  | { readonly name: 'get_own_alerts'; readonly arguments: OfCoin }
  | { readonly name: 'get_own_orders'; readonly arguments: OwnOrdersArguments }
  | { readonly name: 'get_own_trades'; readonly arguments: OwnTradesArguments }
  | { readonly name: 'get_own_statistics'; readonly arguments: OwnStatisticsArguments }
  | { readonly name: 'get_own_what_if'; readonly arguments: WhatIf }
  | {
      readonly name: 'get_own_position_size'
      readonly arguments: { readonly ticker: string; readonly percent: string; readonly level: string }
    }
  | {
      readonly name: 'get_price_chance'
      readonly arguments: { readonly ticker: string; readonly timeframe: number; readonly level: string }
    }
  | {
      readonly name: 'get_market_figures'
      readonly arguments: OfCoin & { readonly about: 'facts' | 'move' | 'funding' | 'gainers' | 'losers' }
    }
  | { readonly name: 'get_coin_comparison'; readonly arguments: { readonly tickers: string[] } }
  | { readonly name: 'get_forecast_accuracy'; readonly arguments: { readonly ticker: string; readonly timeframe: number } }
/** Names of the own-data tools. */
export type OwnToolName = OwnCall['name']
