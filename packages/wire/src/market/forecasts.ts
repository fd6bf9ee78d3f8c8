import * as z from 'zod/mini'
import { epochMsField, sourceKind, symbol } from './market.ts'

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

/** Data of `GET /api/v1/forecasts/{symbol}?hours=`: the newest forecast, or why there is none yet. */
export const forecastAnswer = z.discriminatedUnion('state', [forecast, forecastWarming])
export type ForecastAnswer = z.output<typeof forecastAnswer>

const share = z.number().check(z.gte(0), z.lte(1))
/** Our error, the random walk's over the same hours, and their ratio (below 1 beats "no change"). */
const compared = z.object({ ours: z.number(), random_walk: z.number(), ratio: z.number() })

/** Data of `GET /api/v1/scorecard/{symbol}?hours=`. Statistics without enough outcomes are null. */
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

/** Data of `GET /api/v1/forecasts/{symbol}/history?hours=&state=&before=&after=&limit=`, newest first. Cursors are null at the end. */
export const forecastHistory = z.object({
  entries: z.array(forecastEntry),
  next_before: z.nullable(z.int()),
  next_after: z.optional(z.nullable(z.int())),
  counts: z.optional(z.object({ open: z.int(), scored: z.int(), missing: z.int() })),
})
export type ForecastHistory = z.output<typeof forecastHistory>

/** Data of `GET /api/v1/forecasts/verify`: the recomputed chain of all issued forecasts. */
export const chainCheck = z.object({
  intact: z.boolean(),
  length: z.int(),
  head: z.string(),
  broken_at: z.nullable(z.int()),
})
export type ChainCheck = z.output<typeof chainCheck>
