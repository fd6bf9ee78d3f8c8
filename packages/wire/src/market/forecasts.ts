import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochMsField, sourceKind, symbol, symbolParams } from './market.ts'

/** Horizon in whole hours. */
export const horizonHours = z.int().check(z.gte(1), z.lte(24))
const price = z.number().check(z.gt(0))

/** `hourly`: made at each full hour for 1 to 24 h. `now`: made every five minutes from the price then. Two records, never mixed. */
export const FORECAST_SERIES = ['hourly', 'now'] as const
export type ForecastSeries = (typeof FORECAST_SERIES)[number]
/** Horizons of the forecasts from now that are recorded and scored, in hours. */
export const NOW_HOURS = [1, 6, 12, 24] as const

const waitFacts = {
  /** `present-price`: it is stale or unknown. `next-close`: of the five minutes. `next-hour`: the newest forecast has expired and awaits a newly closed hour. `first-outcome`: the hour of the first forecast. */
  missing: z.enum(['history', 'first-forecast', 'next-hour', 'first-outcome', 'present-price', 'next-close']),
  detail: z.string(),
  since: epochMsField,
  candles: z.int(),
  candles_needed: z.int(),
}
const warming = z.object(waitFacts)
export type Warming = z.output<typeof warming>

/** A forecast. Prices are in the coin's quote currency. */
export const forecast = z.object({
  state: z.optional(z.literal('ready')),
  series: z.optional(z.enum(FORECAST_SERIES)),
  symbol,
  /** Close of its last candle: the horizon counts from here. */
  issued_at: epochMsField,
  hours: horizonHours,
  anchor: price,
  quantiles: z.array(z.tuple([z.number(), price])),
  path: z.array(z.tuple([horizonHours, z.array(price)])),
  model: z.string(),
  source: sourceKind,
  quote: z.string(),
  candles: z.int(),
})
export type Forecast = z.output<typeof forecast>

const forecastWarming = z.object({ state: z.literal('warming'), symbol, hours: horizonHours, source: sourceKind, ...waitFacts })
export type ForecastWarming = z.output<typeof forecastWarming>

/** The newest forecast, or why there is none yet. */
export const forecastAnswer = z.discriminatedUnion('state', [forecast, forecastWarming])
export type ForecastAnswer = z.output<typeof forecastAnswer>

const share = z.number().check(z.gte(0), z.lte(1))
/** Our error, the random walk's over the same hours, and their ratio (below 1 beats "no change"). */
const compared = z.object({ ours: z.number(), random_walk: z.number(), ratio: z.number() })

/** Statistics without enough outcomes are null. */
export const scorecard = z.object({
  symbol,
  hours: horizonHours,
  series: z.optional(z.enum(FORECAST_SERIES)),
  source: sourceKind,
  model: z.string(),
  since: z.nullable(epochMsField),
  until: z.nullable(epochMsField),
  issued: z.int(),
  scored: z.int(),
  /** Non-overlapping outcomes: span / horizon. */
  independent: z.number(),
  coverage: z.array(z.object({ percent: z.int(), share: z.nullable(share), low: z.nullable(share), high: z.nullable(share) })),
  crps: z.nullable(compared),
  tail_pinball: z.nullable(compared),
  median_error: z.nullable(compared),
  width_80: z.nullable(compared),
  pit: z.array(z.int()),
  calibration: z.array(z.tuple([share, share])),
  /** Days of scored forecasts; a ratio is claimed from 90 on. */
  days: z.number(),
  ratio_is_claimed: z.boolean(),
  warming: z.optional(z.nullable(warming)),
})
export type Scorecard = z.output<typeof scorecard>

/** `open` until its hour closes; `missing` if the market had no candle then, so it can never be scored. */
export const FORECAST_STATES = ['open', 'scored', 'missing'] as const
export type ForecastState = (typeof FORECAST_STATES)[number]

/** A listed forecast. Prices are in `quote`. */
export const forecastEntry = z.object({
  seq: z.int(),
  issued_at: epochMsField,
  due_at: epochMsField,
  anchor: price,
  median: price,
  low50: price,
  high50: price,
  low80: price,
  high80: price,
  low95: price,
  high95: price,
  quote: z.string(),
  source: sourceKind,
  /** Null until its hour closes, or if that hour has no candle. */
  outcome: z.nullable(price),
  state: z.enum(FORECAST_STATES),
  crps: z.nullable(z.number()),
  random_walk_crps: z.nullable(z.number()),
  hash: z.string(),
})
export type ForecastEntry = z.output<typeof forecastEntry>

/** Listed forecasts, newest first. Cursors are null at the end. */
export const forecastHistory = z.object({
  entries: z.array(forecastEntry),
  next_before: z.nullable(z.int()),
  next_after: z.optional(z.nullable(z.int())),
  counts: z.optional(z.object({ open: z.int(), scored: z.int(), missing: z.int() })),
})
export type ForecastHistory = z.output<typeof forecastHistory>

/** The recomputed chain of all issued forecasts. */
export const chainCheck = z.object({
  intact: z.boolean(),
  length: z.int(),
  head: z.string(),
  broken_at: z.nullable(z.int()),
})
export type ChainCheck = z.output<typeof chainCheck>

/** No sign: instants and counts are never negative. */
const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'a whole number')), z.transform(Number))
const hours = z.pipe(wholeNumber, horizonHours)
const hoursOrDay = z._default(hours, 24)
/** Of a record: `hourly`, or that of the forecasts from now. */
const series = z._default(z.enum(FORECAST_SERIES), 'hourly')
const exportQuery = z.object({ format: z._default(z.enum(['csv', 'json']), 'csv'), hours: z.optional(hours), series })
const MAX_ENTRIES = 200

export const getForecast = endpoint('GET /forecasts/:symbol', {
  auth: 'public',
  summary: 'The distribution of the price of a coin `hours` from now, issued at most five minutes ago',
  description:
    '`quantiles` are `[probability, price]` at the horizon, as they are scored; `path` is the fan up to it, whose bands never narrow. ' +
    '`series=hourly` is the newest forecast of the hourly record, which starts from the close of the last full hour. ' +
    'While there is none, as when the present price is stale or unknown, `state` is `warming`: `missing` and `detail` say what for, `since` since when by the clock of the market.',
  params: symbolParams,
  query: z.object({ hours: hoursOrDay, series: z._default(z.enum(FORECAST_SERIES), 'now') }),
  returns: forecastAnswer,
})

export const listForecasts = endpoint('GET /forecasts/:symbol/history', {
  auth: 'public',
  summary: 'Forecasts of a coin and horizon with their outcomes, newest first; all or those in one `state`',
  params: symbolParams,
  query: z
    .object({
      hours: hoursOrDay,
      state: z.optional(z.enum(FORECAST_STATES)),
      before: z.optional(wholeNumber),
      after: z.optional(wholeNumber),
      limit: z._default(z.pipe(wholeNumber, z.int().check(z.gte(1), z.lte(MAX_ENTRIES))), 50),
      series,
    })
    .check(
      z.refine(({ before, after }) => before === undefined || after === undefined, { path: ['after'], error: 'not together with before' }),
    ),
  returns: forecastHistory,
})

export const getScorecard = endpoint('GET /scorecard/:symbol', {
  auth: 'public',
  tag: 'forecasts',
  summary: 'Scores of the forecasts of a coin and horizon, beside the random walk on the same hours',
  description:
    'Only forecasts that were issued in time, on the present source. Coverage carries the 95 % interval of Wilson over `independent` ' +
    'outcomes (span / horizon). A ratio is a claim only where `ratio_is_claimed`. `warming` says why nothing has been scored yet.',
  params: symbolParams,
  query: z.object({ hours: hoursOrDay, series }),
  returns: scorecard,
})

export const verifyForecasts = endpoint('GET /forecasts/verify', {
  auth: 'public',
  summary: "Recomputes the hash chain of the present source's forecasts",
  query: z.object({ series }),
  returns: chainCheck,
})

export const exportForecasts = endpoint('GET /forecasts/export', {
  auth: 'public',
  summary: 'The whole chain in its order, with scores',
  description: 'Contains everything that a hash covers, so that the chain can be verified without this server: docs/math/forecast.md.',
  query: exportQuery,
  file: 'text/csv',
})

export const exportCoinForecasts = endpoint('GET /forecasts/:symbol/export', {
  auth: 'public',
  summary: "A coin's part of the chain, with scores",
  params: symbolParams,
  query: exportQuery,
  file: 'text/csv',
})
