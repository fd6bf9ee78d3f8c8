import type { OWN_STATISTICS, OwnToolCall } from '@aerie/wire/agent/agent-own'

/** A figure of the journal that can be asked for; `overview` asks for the main ones together. */
export type OwnFigure = (typeof OWN_STATISTICS)[number]
type Asked = Extract<OwnToolCall, { name: 'get_own_statistics' }>['arguments']
/** What trades are told apart by. */
export type OwnGrouping = NonNullable<Asked['by']>

/** Spans of the calendar in the user's zone; weeks begin on Monday. */
export const NAMED_PERIODS = ['today', 'yesterday', 'this_week', 'last_week', 'this_month', 'last_month', 'this_year', 'last_year'] as const
/** One of `NAMED_PERIODS`. */
export type NamedPeriod = (typeof NAMED_PERIODS)[number]
/** A named span, `last_30_days` (today included), or the newest month of a name, `month_10`. */
export type OwnPeriod = NamedPeriod | `last_${number}_days` | `month_${number}`

type About = { readonly ticker?: string }
type Closed = About & { readonly side?: 'long' | 'short'; readonly period?: OwnPeriod }

/** What trades are listed by, and how many. */
export type OwnTradesArguments = Closed & {
  readonly order?: 'newest' | 'best' | 'worst'
  readonly result?: 'win' | 'loss'
  /** 1 to 10. */
  readonly count?: number
}
/** Which figure, of which trades, told apart by what. */
export type OwnStatisticsArguments = Closed & {
  readonly figure: OwnFigure
  readonly by?: OwnGrouping
  /** Only the best or the worst group, by its net result. */
  readonly rank?: 'best' | 'worst'
}

/**
 * A call of a tool that reads the asking user's own data. It says what to read, never whose: that is the one who asks. Without a
 * period all time is meant, without a side both.
 */
export type OwnCall =
  | { readonly name: 'get_own_account'; readonly arguments: Readonly<Record<never, never>> }
  | { readonly name: 'get_own_positions'; readonly arguments: About }
  | { readonly name: 'get_own_orders'; readonly arguments: About & { readonly state: 'open' | 'done' } }
  | { readonly name: 'get_own_trades'; readonly arguments: OwnTradesArguments }
  | { readonly name: 'get_own_statistics'; readonly arguments: OwnStatisticsArguments }
/** Names of the tools for own data. */
export type OwnToolName = OwnCall['name']
