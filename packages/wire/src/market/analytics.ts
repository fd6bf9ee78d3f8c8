import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochMsField, quoteCurrency, sourceKind, symbol, symbolParams, wholeNumber } from './market.ts'

/** Maximum coins in a correlation matrix. */
export const MOST_CORRELATED = 30
/** Minimum return pairs for a correlation. */
export const LEAST_PAIRS = 20
/** Correlation window limits, in hours. */
export const CORRELATION_HOURS = { least: 24, most: 2_160 } as const
/** Candle intervals for returns. */
export const RETURN_INTERVALS = ['1h', '4h', '1d'] as const
export type ReturnInterval = (typeof RETURN_INTERVALS)[number]
/** Correlation of returns, or of their ranks. */
export const CORRELATION_METHODS = ['pearson', 'spearman'] as const
export type CorrelationMethod = (typeof CORRELATION_METHODS)[number]

/** Why a statistic is unknown. `no-history`: its span begins before the first candle. `gaps`: candles are missing. */
export const STATISTIC_REASONS = ['no-history', 'gaps'] as const
export type StatisticReason = (typeof STATISTIC_REASONS)[number]

/** A statistic with its sample. `value` is null exactly when `reason` is set; unknown is never 0. */
export const statistic = z.object({
  value: z.nullable(z.number()),
  candles: z.int().check(z.gte(0)),
  since: z.nullable(epochMsField),
  reason: z.nullable(z.enum(STATISTIC_REASONS)),
})
export type Statistic = z.output<typeof statistic>

/**
 * Statistics from closed hourly candles: volatilities in percent a year (365 days of 24 hours), returns, ATR and distances in percent,
 * highs and lows in `quote`. Distances are at most 0 from a high, at least 0 from a low.
 */
export const screenRow = z.object({
  symbol,
  quote: quoteCurrency,
  close: z.nullable(z.number().check(z.gt(0))),
  closed_at: z.nullable(epochMsField),
  volatility_24h: statistic,
  volatility_7d: statistic,
  volatility_30d: statistic,
  return_24h: statistic,
  return_7d: statistic,
  return_30d: statistic,
  return_90d: statistic,
  /** Wilder's, 14 UTC days, in percent of the newest close. */
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

/** Statistics of every catalogue coin the market lists, recomputed each closed hour. */
export const screen = z.object({
  rows: z.array(screenRow),
  source: sourceKind,
  as_of: epochMsField,
})
export type Screen = z.output<typeof screen>

export const getScreen = endpoint('GET /analytics/screen', {
  auth: 'user',
  scope: 'market:read',
  summary: 'Statistics of every coin, from its closed hours',
  description: 'Each figure says how many candles it was made from; one that is not known is null, with the reason.',
  returns: screen,
})

const coefficient = z.nullable(z.number().check(z.gte(-1), z.lte(1)))

/** `[index of coin A, index of coin B, pairs, coefficient, low, high]`; null under LEAST_PAIRS, or if one is constant. */
export const correlationCell = z.tuple([z.int(), z.int(), z.int().check(z.gte(0)), coefficient, coefficient, coefficient])
export type CorrelationCell = z.output<typeof correlationCell>

/** Correlation of log returns: each pair once, lower index first. */
export const correlation = z.object({
  symbols: z.array(symbol),
  returns: z.array(z.int().check(z.gte(0))),
  cells: z.array(correlationCell),
  method: z.enum(CORRELATION_METHODS),
  interval: z.enum(RETURN_INTERVALS),
  window_hours: z.int(),
  source: sourceKind,
  as_of: epochMsField,
})
export type Correlation = z.output<typeof correlation>

const basis = {
  interval: z._default(z.enum(RETURN_INTERVALS), '1h'),
  /** Hours before the end of the last closed hour. */
  window: z._default(z.pipe(wholeNumber, z.int().check(z.gte(CORRELATION_HOURS.least), z.lte(CORRELATION_HOURS.most))), 720),
  method: z._default(z.enum(CORRELATION_METHODS), 'pearson'),
}

const symbolList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(400)),
    z.transform((text: string) => text.split(',')),
  ),
  z.array(symbol).check(
    z.minLength(2, 'at least two coins'),
    z.maxLength(MOST_CORRELATED),
    z.refine((symbols) => new Set(symbols).size === symbols.length, 'each coin can appear once'),
  ),
)

export const getCorrelation = endpoint('GET /analytics/correlation', {
  auth: 'user',
  scope: 'market:read',
  summary: 'Correlation of the returns of 2 to 30 coins, each pair once',
  description:
    '`symbols` are separated by commas; `window` is in hours, 24 to 2160. A pair of returns counts where both coins have one at that time; ' +
    'with fewer than 20 of them the correlation is null.',
  query: z.object({ symbols: symbolList, ...basis }),
  returns: correlation,
  errors: ['not_found'],
})

/** `[candle end in epoch ms, return A, return B]`: log returns in percent. */
export const returnPair = z.tuple([epochMsField, z.number(), z.number()])
export type ReturnPair = z.output<typeof returnPair>

/** The data behind one cell of a correlation matrix. */
export const correlationPair = z.object({
  a: symbol,
  b: symbol,
  pairs: z.int().check(z.gte(0)),
  value: coefficient,
  low: coefficient,
  high: coefficient,
  points: z.array(returnPair),
  rolling: z.array(z.tuple([epochMsField, coefficient])),
  rolling_pairs: z.int(),
  method: z.enum(CORRELATION_METHODS),
  interval: z.enum(RETURN_INTERVALS),
  window_hours: z.int(),
  source: sourceKind,
  as_of: epochMsField,
})
export type CorrelationPair = z.output<typeof correlationPair>

export const getCorrelationPair = endpoint('GET /analytics/correlation/pair', {
  auth: 'user',
  scope: 'market:read',
  summary: 'The data behind one correlation: the pairs of returns, and the rolling coefficient',
  query: z.object({ a: symbol, b: symbol, ...basis }).check(z.refine(({ a, b }) => a !== b, { path: ['b'], error: 'another coin than a' })),
  returns: correlationPair,
  errors: ['not_found'],
})

/** Windows of realised volatility, in hours. */
export const VOLATILITY_WINDOWS = [24, 168, 720] as const
/** History lengths of the distribution, in days. */
export const VOLATILITY_DAYS = [90, 400] as const
/** Volatility regimes, calmest first. */
export const REGIMES = ['calm', 'normal', 'high', 'extreme'] as const
export type Regime = (typeof REGIMES)[number]

const percentAYear = z.number().check(z.gte(0))

const regimeNow = z.object({
  name: z.enum(REGIMES),
  /** Share of past hours that were calmer, 0 to 1; ties count half. */
  percentile: z.number().check(z.gte(0), z.lte(1)),
  since: z.nullable(epochMsField),
  /** Median and longest hours of this regime's periods that lie entirely within the history; null if none. */
  typical_hours: z.nullable(z.number()),
  longest_hours: z.nullable(z.number()),
  spells: z.int(),
})

/** Volatility cone row: quantiles by window and the current value, in percent a year. */
export const coneRow = z.object({
  hours: z.int(),
  lowest: percentAYear,
  quarter: percentAYear,
  median: percentAYear,
  three_quarters: percentAYear,
  highest: percentAYear,
  now: z.nullable(percentAYear),
  windows: z.int(),
  independent: z.number(),
})
export type ConeRow = z.output<typeof coneRow>

/** A period of one regime: `[from, until, index in REGIMES]` in epoch ms. */
export const regimeSpell = z.tuple([epochMsField, epochMsField, z.int().check(z.gte(0), z.lte(3))])
export type RegimeSpell = z.output<typeof regimeSpell>

/** Volatility of a coin in percent a year; current thresholds apply to the whole history. */
export const volatility = z.object({
  symbol,
  window_hours: z.int(),
  days: z.int(),
  days_known: z.number(),
  estimators: z.object({
    close_to_close: statistic,
    parkinson: statistic,
    garman_klass: statistic,
    yang_zhang: statistic,
    ewma: statistic,
  }),
  regime: z.nullable(regimeNow),
  reason: z.nullable(z.enum(STATISTIC_REASONS)),
  thresholds: z.array(percentAYear),
  series: z.array(z.tuple([epochMsField, z.nullable(percentAYear)])),
  spells: z.array(regimeSpell),
  cone: z.array(coneRow),
  source: sourceKind,
  as_of: epochMsField,
})
export type Volatility = z.output<typeof volatility>

const oneOf = (allowed: readonly number[]) =>
  z.pipe(wholeNumber, z.number().check(z.refine((value) => allowed.includes(value), `one of ${allowed.join(', ')}`)))

export const getVolatility = endpoint('GET /analytics/volatility/:symbol', {
  auth: 'user',
  scope: 'market:read',
  summary: 'Realised volatility of a coin, its regime, its history and its cone',
  params: symbolParams,
  query: z.object({
    /** Measurement window in hours. */
    window: z._default(oneOf(VOLATILITY_WINDOWS), 168),
    /** Reference history in days. */
    days: z._default(oneOf(VOLATILITY_DAYS), 90),
  }),
  returns: volatility,
})

const positive = z.number().check(z.gt(0), z.lte(1e15))
const percentField = (most: number) => z.number().check(z.gte(0), z.lte(most))

/** Stored document `risk`: defaults of the user's risk calculator. */
export const riskSettings = z.object({
  account: z._default(z.nullable(positive), null),
  risk_percent: z._default(percentField(100), 1),
  leverage: z._default(z.number().check(z.gte(1), z.lte(500)), 5),
  fee_percent: z._default(percentField(10), 0.05),
  slippage_percent: z._default(percentField(10), 0.05),
  maintenance_percent: z._default(percentField(50), 0.5),
  lot: z._default(positive, 0.001),
  win_percent: z._default(z.nullable(percentField(100)), null),
  reward_to_risk: z._default(z.nullable(z.number().check(z.gt(0), z.lte(100))), null),
})
export type RiskSettings = z.output<typeof riskSettings>
