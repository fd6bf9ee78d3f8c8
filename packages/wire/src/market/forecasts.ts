import * as z from 'zod/mini'
import { epochMsField, sourceKind, symbol } from './market.ts'

/** Whole hours of a horizon. */
export const horizonHours = z.int().check(z.gte(1), z.lte(24))
const price = z.number().check(z.gt(0))

/** Why a figure is not there yet, and what it waits for. Times are the market's. */
const waitFacts = {
  /**
   * `history`: hours of the past, still being loaded or too few; `first-forecast`: it is just being made; `next-hour`: a
   * newly closed hour, since the newest forecast's time has come; `first-outcome`: the hour of the first forecast.
   */
  missing: z.enum(['history', 'first-forecast', 'next-hour', 'first-outcome']),
  /** One sentence for whoever waits. */
  detail: z.string(),
  since: epochMsField,
  /** Hourly candles that are there, and how many a first forecast needs. */
  candles: z.int(),
  candles_needed: z.int(),
}
const warming = z.object(waitFacts)
export type Warming = z.output<typeof warming>

/** A forecast that is there. Prices are in the coin's quote currency. */
export const forecast = z.object({
  state: z.optional(z.literal('ready')),
  symbol,
  /** Close of the candle it was made from: the horizon counts from here. */
  issued_at: epochMsField,
  hours: horizonHours,
  /** The close it starts from. */
  anchor: price,
  /** `[probability, price]` at the horizon, ascending. */
  quantiles: z.array(z.tuple([z.number(), price])),
  /** `[hours ahead, prices at the same probabilities]` for each whole hour up to the horizon. */
  path: z.array(z.tuple([horizonHours, z.array(price)])),
  model: z.string(),
  source: sourceKind,
  quote: z.string(),
  /** Hourly candles the model has seen. */
  candles: z.int(),
})
export type Forecast = z.output<typeof forecast>

/** Instead of a forecast, while there is none to show. */
const forecastWarming = z.object({ state: z.literal('warming'), symbol, hours: horizonHours, source: sourceKind, ...waitFacts })
export type ForecastWarming = z.output<typeof forecastWarming>

/** Data of `GET /api/v1/forecasts/{symbol}?hours=`: the newest forecast, or why there is none yet. */
export const forecastAnswer = z.discriminatedUnion('state', [forecast, forecastWarming])
export type ForecastAnswer = z.output<typeof forecastAnswer>

const share = z.number().check(z.gte(0), z.lte(1))
/** Ours, the random walk's on the same hours, and their ratio (below 1: better than "no change"). */
const compared = z.object({ ours: z.number(), random_walk: z.number(), ratio: z.number() })

/** Data of `GET /api/v1/scorecard/{symbol}?hours=`. Figures that need more outcomes than there are, are null. */
export const scorecard = z.object({
  symbol,
  hours: horizonHours,
  source: sourceKind,
  model: z.string(),
  /** First and last scored origin; null before the first. */
  since: z.nullable(epochMsField),
  until: z.nullable(epochMsField),
  issued: z.int(),
  scored: z.int(),
  /** Outcomes that do not overlap: span / horizon. */
  independent: z.number(),
  coverage: z.array(z.object({ percent: z.int(), share: z.nullable(share), low: z.nullable(share), high: z.nullable(share) })),
  crps: z.nullable(compared),
  tail_pinball: z.nullable(compared),
  median_error: z.nullable(compared),
  width_80: z.nullable(compared),
  /** Outcomes in each twentieth of the forecast distribution. */
  pit: z.array(z.int()),
  /** `[nominal probability, observed share below that quantile]`. */
  calibration: z.array(z.tuple([share, share])),
  /** Days of scored forecasts; a ratio is claimed from 90 on. */
  days: z.number(),
  ratio_is_claimed: z.boolean(),
  /** Why nothing has been scored yet; null from the first outcome on. */
  warming: z.optional(z.nullable(warming)),
})
export type Scorecard = z.output<typeof scorecard>

/** `open` until its hour has come; `missing` where the market had no candle at that hour: it can never be scored. */
export const FORECAST_STATES = ['open', 'scored', 'missing'] as const
export type ForecastState = (typeof FORECAST_STATES)[number]

/** One forecast of the list under a scorecard. Prices are in `quote`. */
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
  /** Whose prices it was made from and scored by. */
  source: sourceKind,
  /** Null until its hour has come, and where that hour had no candle. */
  outcome: z.nullable(price),
  state: z.enum(FORECAST_STATES),
  crps: z.nullable(z.number()),
  random_walk_crps: z.nullable(z.number()),
  /** SHA-256 over this record and the hash before it, hex. */
  hash: z.string(),
})
export type ForecastEntry = z.output<typeof forecastEntry>

/**
 * Data of `GET /api/v1/forecasts/{symbol}/history?hours=&state=&before=&after=&limit=`: newest first. `next_before` continues
 * towards the older ones and `next_after` back towards the newer ones; null at that end.
 */
export const forecastHistory = z.object({
  entries: z.array(forecastEntry),
  next_before: z.nullable(z.int()),
  next_after: z.optional(z.nullable(z.int())),
  /** How many there are in each state. */
  counts: z.optional(z.object({ open: z.int(), scored: z.int(), missing: z.int() })),
})
export type ForecastHistory = z.output<typeof forecastHistory>

/** Data of `GET /api/v1/forecasts/verify`: the chain of all issued forecasts, recomputed. */
export const chainCheck = z.object({
  intact: z.boolean(),
  length: z.int(),
  head: z.string(),
  /** First record that does not fit, when not intact. */
  broken_at: z.nullable(z.int()),
})
export type ChainCheck = z.output<typeof chainCheck>
