import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytes, number } from './columns.ts'

const epochMs = number

/** One hash chain per market source and series; the row is its head, locked when issuing. Both are immutable (trigger). */
export const forecastChains = pgTable(
  'forecast_chains',
  {
    number: smallint('number').primaryKey().generatedAlwaysAsIdentity(),
    sourceId: text('source_id').notNull(),
    sourceKind: text('source_kind', { enum: ['live', 'sim', 'replay'] }).notNull(),
    /** `hourly`: at each full hour, all horizons. `now`: every five minutes, from the price then. Never mixed. */
    series: text('series', { enum: ['hourly', 'now'] })
      .notNull()
      .default('hourly'),
    length: number('length').notNull().default(0),
    /** Hash of the newest record; 32 zero bytes before the first. */
    head: bytes('head').notNull(),
  },
  (table) => [
    uniqueIndex('forecast_chains_source_series_key').on(table.sourceId, table.series),
    check('forecast_chains_series_known', sql`${table.series} in ('hourly', 'now')`),
    check('forecast_chains_kind_known', sql`${table.sourceKind} in ('live', 'sim', 'replay')`),
  ],
)

/** Issued forecasts, immutable (trigger `forecasts_are_final`). Times in milliseconds of the market's clock. */
export const forecasts = pgTable(
  'forecasts',
  {
    chain: smallint('chain')
      .notNull()
      .references(() => forecastChains.number),
    seq: number('seq').notNull(),
    symbol: text('symbol').notNull(),
    hours: smallint('hours').notNull(),
    /** Close of the last input candle. */
    issuedAt: epochMs('issued_at').notNull(),
    dueAt: epochMs('due_at').notNull(),
    madeAt: epochMs('made_at').notNull(),
    anchor: doublePrecision('anchor').notNull(),
    quote: text('quote').notNull(),
    model: text('model').notNull(),
    candles: integer('candles').notNull(),
    /** Log-return quantiles at the 21 levels, and the random walk's. */
    quantiles: doublePrecision('quantiles').array().notNull(),
    baseline: doublePrecision('baseline').array().notNull(),
    prevHash: bytes('prev_hash').notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.seq] }),
    uniqueIndex('forecasts_once').on(table.chain, table.symbol, table.hours, table.issuedAt),
    index('forecasts_due_idx').on(table.chain, table.dueAt),
    check('forecasts_hours_in_range', sql`${table.hours} between 1 and 24`),
    check('forecasts_due_after_hours', sql`${table.dueAt} = ${table.issuedAt} + ${table.hours} * 3600000`),
    check('forecasts_never_back_dated', sql`${table.madeAt} >= ${table.issuedAt} and ${table.madeAt} < ${table.dueAt}`),
    check('forecasts_anchor_positive', sql`${table.anchor} > 0`),
    check('forecasts_whole', sql`cardinality(${table.quantiles}) = 21 and cardinality(${table.baseline}) = 21`),
  ],
)

/**
 * The newest forecast from now of each coin at every horizon, overwritten by the next: for readers between the horizons of the record, and
 * for the path up to them. What is scored is in `forecasts`.
 */
export const forecastFans = pgTable(
  'forecast_fans',
  {
    chain: smallint('chain')
      .notNull()
      .references(() => forecastChains.number),
    symbol: text('symbol').notNull(),
    issuedAt: epochMs('issued_at').notNull(),
    anchor: doublePrecision('anchor').notNull(),
    quote: text('quote').notNull(),
    model: text('model').notNull(),
    candles: integer('candles').notNull(),
    /** Log-return quantiles of 1 to 24 hours, one after the other. */
    quantiles: doublePrecision('quantiles').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.symbol] }),
    check('forecast_fans_anchor_positive', sql`${table.anchor} > 0`),
    check('forecast_fans_whole', sql`cardinality(${table.quantiles}) = 504`),
  ],
)

/** Outcomes, immutable (trigger `forecast_scores_are_final`). Errors in natural logs. */
export const forecastScores = pgTable(
  'forecast_scores',
  {
    chain: smallint('chain').notNull(),
    seq: number('seq').notNull(),
    state: text('state', { enum: ['scored', 'missing'] }).notNull(),
    /** Market clock. */
    scoredAt: epochMs('scored_at').notNull(),
    /** Close of the candle at the due time; null with all fields below if the market had none. */
    outcome: doublePrecision('outcome'),
    crps: doublePrecision('crps'),
    tailPinball: doublePrecision('tail_pinball'),
    medianError: doublePrecision('median_error'),
    width80: doublePrecision('width_80'),
    pit: doublePrecision('pit'),
    isIn50: boolean('is_in_50'),
    isIn80: boolean('is_in_80'),
    isIn95: boolean('is_in_95'),
    baselineCrps: doublePrecision('baseline_crps'),
    baselineTailPinball: doublePrecision('baseline_tail_pinball'),
    baselineMedianError: doublePrecision('baseline_median_error'),
    baselineWidth80: doublePrecision('baseline_width_80'),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.seq] }),
    foreignKey({ columns: [table.chain, table.seq], foreignColumns: [forecasts.chain, forecasts.seq] }),
    check('forecast_scores_whole', sql`(${table.state} = 'scored') = (${table.outcome} is not null and ${table.crps} is not null)`),
  ],
)
