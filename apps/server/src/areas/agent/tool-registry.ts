import { TOOL_NAMES, type ToolName } from '@aerie/wire/agent/agent'
import { MOST_OWN_TRADES, OWN_TOOL_NAMES, type OwnToolName, ownArguments } from '@aerie/wire/agent/agent-own'
import type { TokenScope } from '@aerie/wire/endpoint'
import { HISTORY_MAX_HOURS, PREDICTION_MAX_HOURS } from '@aerie/wire/market/market-data'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import * as z from 'zod/mini'

type AgentTool = {
  readonly description: string
  readonly schema: z.ZodMiniType
  /** `market`: public data. `own-data`: data of the asking user, who is never an argument. */
  readonly permission: 'market' | 'own-data'
  /** Scopes that an API token needs to call it: those of the routes with the same data. */
  readonly scopes: readonly TokenScope[]
  /** Where the user's answer is produced: `window` by market-data calls, `server` with the reply. */
  readonly runs: 'window' | 'server'
  /** How its numbers are proven: `prices` as figures with source and age, `own-values` as values of its result. */
  readonly proves: 'prices' | 'own-values'
}

const ticker = z.string().check(z.regex(/^\$?[A-Za-z0-9]{1,12}$/, 'a ticker such as BTC'))
const timeframe = z.int()
const market = { permission: 'market', scopes: ['market:read'], runs: 'window', proves: 'prices' } as const
const own = { permission: 'own-data', runs: 'server', proves: 'own-values' } as const
/** Public figures that the server writes into the answer. */
const figures = { permission: 'market', scopes: ['market:read'], runs: 'server', proves: 'own-values' } as const
const trading = { ...own, scopes: ['trading:read'] } as const
/** Both scopes: the answers include the account's open positions. */
const journal = { ...own, scopes: ['journal:read', 'trading:read'] } as const
const CLOSED =
  'Optional: ticker (such as BTC), without (coins left out), side (long, short), period (today, yesterday, this_week, last_week, this_month, last_month, this_quarter, last_quarter, this_year, last_year, last_30_days, days_ago_3 for one day, month_10 for the newest October, since_month_10 for its first day to today, weekday_1 for the newest Monday before today, since_weekday_1, last_week_day_1, weekday_1_to_3 for the newest Monday to Wednesday, weekend, last_weekend, on_03-10 for a date, after_03-10, before_03-10, until_03-10, week_03-10 for its week, from_03-03 to today, from_03-03_to_03-10, dates with a year as 2025-03-10; absent: all time).'

/** Complete tool list. Own-data tools are read-only. */
export const AGENT_TOOLS = {
  get_crypto_price: { ...market, description: 'The newest price of a coin.', schema: z.object({ ticker }) },
  get_crypto_prediction: {
    ...market,
    description: `The predicted price of ${PREDICTED_SYMBOLS.join(', ')}, a whole number of hours ahead (timeframe, 1 to ${PREDICTION_MAX_HOURS}).`,
    schema: z.object({ ticker, timeframe }),
  },
  get_crypto_history: {
    ...market,
    description: `Prices of a coin since a whole number of hours ago (timeframe, 1 to ${HISTORY_MAX_HOURS}).`,
    schema: z.object({ ticker, timeframe }),
  },
  get_own_account: { ...trading, description: "The user's own paper account: equity, cash, margin.", schema: ownArguments.get_own_account },
  get_own_positions: {
    ...trading,
    description: "The user's own open positions. Optional: ticker, without (coins left out), side (long, short).",
    schema: ownArguments.get_own_positions,
  },
  get_own_orders: {
    ...trading,
    description:
      "The user's own orders: state open (still working), done (filled, canceled, expired) or filled (fills). Optional: ticker, without (coins left out), kind (limit, market, stop, take_profit, trailing_stop; not of fills), order_side (buy, sell).",
    schema: ownArguments.get_own_orders,
  },
  get_own_trades: {
    ...journal,
    description: `The user's own closed trades: order newest, best or worst; result win or loss; count 1 to ${MOST_OWN_TRADES}. ${CLOSED}`,
    schema: ownArguments.get_own_trades,
  },
  get_own_statistics: {
    ...journal,
    description: `One figure of the user's own closed trades (overview: the main ones; streaks of wins and losses; volume traded; net per_day, per_week or per_month), or by coin, side, tag, hour or weekday with its best or worst (rank). ${CLOSED}`,
    schema: ownArguments.get_own_statistics,
  },
  get_own_alerts: {
    ...own,
    scopes: ['alerts:read'],
    description: "The user's own alerts and their states. Optional: ticker.",
    schema: ownArguments.get_own_alerts,
  },
  get_own_what_if: {
    ...trading,
    description:
      "The user's own account by the margin model if prices moved: percent (such as -10) of one ticker or, without one, of every coin held; or level, the price of one ticker. Equity, unrealised result, and which positions would be liquidated.",
    schema: ownArguments.get_own_what_if,
  },
  get_own_position_size: {
    ...trading,
    description: 'How many coins of a ticker lose percent of the equity of the user at the stop level (decimal text), fees included.',
    schema: ownArguments.get_own_position_size,
  },
  get_price_chance: {
    ...figures,
    description: `The chance that the price of ${PREDICTED_SYMBOLS.join(', ')} is above a level (decimal text) a whole number of hours from now (timeframe, 1 to ${PREDICTION_MAX_HOURS}).`,
    schema: ownArguments.get_price_chance,
  },
  get_market_figures: {
    ...figures,
    description:
      'Figures of the market (about): facts of a coin (price, changes, market cap, volume, rank), its move beside all coins (no cause is known), funding of its perpetual, gainers or losers over 24 hours. facts, move and funding need a ticker.',
    schema: ownArguments.get_market_figures,
  },
  get_coin_comparison: {
    ...figures,
    description: 'Two to four coins (tickers) side by side: changes over 24 hours, 7 and 30 days, volatility, market cap and volume.',
    schema: ownArguments.get_coin_comparison,
  },
  get_forecast_accuracy: {
    ...figures,
    description: `The public record of the forecasts for ${PREDICTED_SYMBOLS.join(', ')} over a whole number of hours (timeframe, 1 to ${PREDICTION_MAX_HOURS}): error against "no change", and how many outcomes were inside the bands.`,
    schema: ownArguments.get_forecast_accuracy,
  },
} as const satisfies Record<ToolName | OwnToolName, AgentTool>

export const toolsFor = (isAskedBySomebody: boolean): readonly (ToolName | OwnToolName)[] =>
  [...TOOL_NAMES, ...OWN_TOOL_NAMES].filter((name) => isAskedBySomebody || AGENT_TOOLS[name].runs === 'window')
