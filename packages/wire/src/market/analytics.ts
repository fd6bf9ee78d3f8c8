import * as z from 'zod/mini'
import { epochMsField, quoteCurrency, sourceKind, symbol } from './market.ts'

/** Most coins of one correlation matrix. */
export const MOST_CORRELATED = 30
/** Pairs of returns below which nothing is said of a correlation. */
export const LEAST_PAIRS = 20
/** Shortest and longest window of a correlation, in hours. */
export const CORRELATION_HOURS = { least: 24, most: 2_160 } as const
/** Widths of the candles that returns are taken from. */
export const RETURN_INTERVALS = ['1h', '4h', '1d'] as const
export type ReturnInterval = (typeof RETURN_INTERVALS)[number]
/** What a correlation is taken of: the returns, or their ranks. */
export const CORRELATION_METHODS = ['pearson', 'spearman'] as const
export type CorrelationMethod = (typeof CORRELATION_METHODS)[number]

/** Why a figure is not known. `no-history`: its span begins before the first candle. `gaps`: candles are missing in this period. */
export const STATISTIC_REASONS = ['no-history', 'gaps'] as const
export type StatisticReason = (typeof STATISTIC_REASONS)[number]

/** A figure with what it was made from. `value` is null exactly where `reason` says why; unknown is never 0. */
export const statistic = z.object({
  value: z.nullable(z.number()),
  /** Closed candles it was made from, or would have been. */
  candles: z.int().check(z.gte(0)),
  /** Open of the first of them; null where there is none. */
  since: z.nullable(epochMsField),
  reason: z.nullable(z.enum(STATISTIC_REASONS)),
})
export type Statistic = z.output<typeof statistic>

/**
 * Statistics of one coin, from closed hourly candles. Volatilities are percent a year (365 days of 24 hours), returns, ATR and
 * distances percent, highs and lows prices in `quote`. A distance is that of the newest close: never above 0 from a high, never
 * below 0 from a low.
 */
export const screenRow = z.object({
  symbol,
  quote: quoteCurrency,
  /** Newest closed price, and when it closed; null where the coin has no candle. */
  close: z.nullable(z.number().check(z.gt(0))),
  closed_at: z.nullable(epochMsField),
  volatility_24h: statistic,
  volatility_7d: statistic,
  volatility_30d: statistic,
  return_24h: statistic,
  return_7d: statistic,
  return_30d: statistic,
  return_90d: statistic,
  /** Average true range of 14 UTC days (Wilder), in percent of the newest close. */
  atr_14d: statistic,
  high_30d: statistic,
  low_30d: statistic,
  high_90d: statistic,
  low_90d: statistic,
  from_high_30d: statistic,
  from_low_30d: statistic,
  from_high_90d: statistic,
  from_low_90d: statistic,
})
export type ScreenRow = z.output<typeof screenRow>

/** Data of `GET /api/v1/analytics/screen`: every coin of the catalogue that the market lists. Made again with each closed hour. */
export const screen = z.object({
  rows: z.array(screenRow),
  source: sourceKind,
  /** Market clock at the end of the last closed hour. */
  as_of: epochMsField,
})
export type Screen = z.output<typeof screen>

const coefficient = z.nullable(z.number().check(z.gte(-1), z.lte(1)))

/** `[index of one coin, index of the other, pairs of returns, coefficient, low, high]`: null under LEAST_PAIRS, and where one stood still. */
export const correlationCell = z.tuple([z.int(), z.int(), z.int().check(z.gte(0)), coefficient, coefficient, coefficient])
export type CorrelationCell = z.output<typeof correlationCell>

/**
 * Data of `GET /api/v1/analytics/correlation?symbols=&interval=&window=&method=`: each pair once, first index below the second.
 * Returns are logarithmic, between closed candles that follow each other; a pair counts where both coins have one at that time.
 * `low` and `high` bound 95 % by Fisher's z.
 */
export const correlation = z.object({
  symbols: z.array(symbol),
  /** Returns of each coin within the window. */
  returns: z.array(z.int().check(z.gte(0))),
  cells: z.array(correlationCell),
  method: z.enum(CORRELATION_METHODS),
  interval: z.enum(RETURN_INTERVALS),
  window_hours: z.int(),
  source: sourceKind,
  as_of: epochMsField,
})
export type Correlation = z.output<typeof correlation>

/** `[end of the candle in epoch ms, return of one coin, return of the other]`, logarithmic, in percent. */
export const returnPair = z.tuple([epochMsField, z.number(), z.number()])
export type ReturnPair = z.output<typeof returnPair>

/** Data of `GET /api/v1/analytics/correlation/pair?a=&b=&interval=&window=&method=`: what one cell of the matrix is made of. */
export const correlationPair = z.object({
  a: symbol,
  b: symbol,
  pairs: z.int().check(z.gte(0)),
  value: coefficient,
  low: coefficient,
  high: coefficient,
  points: z.array(returnPair),
  /** `[epoch ms, coefficient of the last rolling_pairs pairs]`, ascending; null where one stood still. */
  rolling: z.array(z.tuple([epochMsField, coefficient])),
  rolling_pairs: z.int(),
  method: z.enum(CORRELATION_METHODS),
  interval: z.enum(RETURN_INTERVALS),
  window_hours: z.int(),
  source: sourceKind,
  as_of: epochMsField,
})
export type CorrelationPair = z.output<typeof correlationPair>

/** Windows of realised volatility, in hours. */
export const VOLATILITY_WINDOWS = [24, 168, 720] as const
/** How far back the distribution may reach, in days. */
export const VOLATILITY_DAYS = [90, 400] as const
/** Regimes of volatility, calmest first. */
export const REGIMES = ['calm', 'normal', 'high', 'extreme'] as const
export type Regime = (typeof REGIMES)[number]

const percentAYear = z.number().check(z.gte(0))

/** How volatile a coin is now, against its own past. */
const regimeNow = z.object({
  name: z.enum(REGIMES),
  /** Share of the past hours that were calmer, 0 to 1; half of those that were equal count. */
  percentile: z.number().check(z.gte(0), z.lte(1)),
  /** First hour of this spell; null where it has lasted since before the history began. */
  since: z.nullable(epochMsField),
  /** Hours that spells of this regime lasted that began and ended within the history: median and longest; null where there was none. */
  typical_hours: z.nullable(z.number()),
  longest_hours: z.nullable(z.number()),
  spells: z.int(),
})

/** Quantiles of realised volatility by window, and what it is now; all in percent a year. */
export const coneRow = z.object({
  hours: z.int(),
  lowest: percentAYear,
  quarter: percentAYear,
  median: percentAYear,
  three_quarters: percentAYear,
  highest: percentAYear,
  /** Null where the newest hours have gaps. */
  now: z.nullable(percentAYear),
  /** Overlapping windows measured, and how many of them do not overlap. */
  windows: z.int(),
  independent: z.number(),
})
export type ConeRow = z.output<typeof coneRow>

/** A stretch of one regime, `[from, until, index in REGIMES]` in epoch ms. */
export const regimeSpell = z.tuple([epochMsField, epochMsField, z.int().check(z.gte(0), z.lte(3))])
export type RegimeSpell = z.output<typeof regimeSpell>

/**
 * Data of `GET /api/v1/analytics/volatility/{symbol}?window=&days=`, from closed hourly candles, in percent a year. Every hour of
 * the history is judged by the same thresholds as now.
 */
export const volatility = z.object({
  symbol,
  window_hours: z.int(),
  /** Days that were asked for, and that there are. */
  days: z.int(),
  days_known: z.number(),
  /** The newest window by five estimators. */
  estimators: z.object({
    close_to_close: statistic,
    parkinson: statistic,
    garman_klass: statistic,
    yang_zhang: statistic,
    ewma: statistic,
  }),
  /** Null where the newest window is not known, or too little lies before it. */
  regime: z.nullable(regimeNow),
  reason: z.nullable(z.enum(STATISTIC_REASONS)),
  /** Volatility at the 25th, 75th and 95th percentile of the history: where normal, high and extreme begin. Empty where not known. */
  thresholds: z.array(percentAYear),
  /** `[epoch ms, close-to-close volatility]`, ascending and thinned; null where candles are missing. */
  series: z.array(z.tuple([epochMsField, z.nullable(percentAYear)])),
  spells: z.array(regimeSpell),
  cone: z.array(coneRow),
  source: sourceKind,
  as_of: epochMsField,
})
export type Volatility = z.output<typeof volatility>

const positive = z.number().check(z.gt(0), z.lte(1e15))
const percentField = (most: number) => z.number().check(z.gte(0), z.lte(most))

/** Body of the kept document `risk`: what a user's risk calculator starts from. Percent where it says so. */
export const riskSettings = z.object({
  /** Account size in the quote currency; null before the user has told it. */
  account: z._default(z.nullable(positive), null),
  risk_percent: z._default(percentField(100), 1),
  leverage: z._default(z.number().check(z.gte(1), z.lte(500)), 5),
  /** Fee of a fill that takes liquidity, of its value. */
  fee_percent: z._default(percentField(10), 0.05),
  /** How much worse than its price a fill is assumed to be. */
  slippage_percent: z._default(percentField(10), 0.05),
  maintenance_percent: z._default(percentField(50), 0.5),
  /** Smallest step of a size, in coins. */
  lot: z._default(positive, 0.001),
  /** The user's own estimate of how often such a trade wins; null where none is given. */
  win_percent: z._default(z.nullable(percentField(100)), null),
  /** Least reward to risk that a plan should have; null where the user has set none. */
  reward_to_risk: z._default(z.nullable(z.number().check(z.gt(0), z.lte(100))), null),
})
export type RiskSettings = z.output<typeof riskSettings>
