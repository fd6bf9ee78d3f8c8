import * as z from 'zod/mini'
import { epochMsField } from '../market/market.ts'
import { decimalField } from '../trading/trading.ts'
import { decimalText } from '../trading/trading-account.ts'
import { tripFilterFields, tripId } from './journal.ts'

/** Trades under which no figure stands in a headline without its interval. */
export const HEADLINE_LEAST_TRADES = 30

/** Names of the figures, in the order of their table. Shares and ratios are plain numbers; amounts are in USDC. */
export const JOURNAL_FIGURES = [
  'win_rate',
  'profit_factor',
  'expectancy',
  'expectancy_ratio',
  'payoff',
  'sqn',
  'mean_r',
  'sharpe',
  'sortino',
  'volatility',
  'max_drawdown',
  'total_return',
  'cagr',
  'calmar',
  'mean_hold_ms',
  'mean_slippage',
  'mean_arrival_slippage',
  'mean_trigger_slippage',
  'exit_efficiency',
] as const
/** One of `JOURNAL_FIGURES`. */
export type JournalFigure = (typeof JOURNAL_FIGURES)[number]

const inputs = z.array(z.object({ name: z.string(), value: z.string() }))

/** A figure: `value` is null exactly where `reason` says why; never 0 and never a sentinel. */
export const journalStatistic = z.object({
  value: z.nullable(z.number()),
  /** Observations it rests on. */
  n: z.int().check(z.gte(0)),
  reason: z.optional(z.string()),
  /** 95 %. */
  interval: z.optional(z.tuple([z.number(), z.number()])),
  /** As in docs/math/journal.md. */
  formula: z.string(),
  /** What went into the formula, as it is to be read: `mean win` `12.5 USDC`. */
  inputs: z.optional(inputs),
})
/** A figure with what it was made from. */
export type JournalStatistic = z.output<typeof journalStatistic>

/** What trades are grouped by. Hours and weekdays are those of their opening, in the zone of the query. */
export const JOURNAL_GROUPINGS = ['symbol', 'side', 'tag', 'hour', 'weekday'] as const

/** One group: `key` is a symbol, `long`, a tag (empty: none), an hour `0` to `23`, a weekday `1` (Monday) to `7`. */
const group = z.object({
  key: z.string(),
  trades: z.int(),
  net: decimalText,
  win_rate: journalStatistic,
  expectancy: journalStatistic,
})
/** Groups of one kind, the first 200 by their number of trades; of hours and weekdays in their own order. */
export const journalGroups = z.object({
  by: z.enum(JOURNAL_GROUPINGS),
  rows: z.array(group),
  /** Groups that were compared, and how many of them would look special at 95 % by chance alone: to be shown beside the table. */
  comparisons: z.int(),
  expected_by_chance: z.number(),
})

/** A fall of equity from a peak: fractions at or below 0, dates on the market's clock; recovery null where it has not come. */
export const journalDrawdown = z.object({
  depth: z.number(),
  peak_at_ms: epochMsField,
  trough_at_ms: epochMsField,
  recovered_at_ms: z.nullable(epochMsField),
})

/**
 * What stops at multiples of the median MAE would have made of the trades that were watched between their fills. `distance` and `median_mae` are
 * fractions of the entry price; `reason` says why there are no rows, as under 30 trades.
 */
export const earlierStops = z.object({
  /** Trades that it rests on, and what they came to without another stop. */
  n: z.int(),
  net: decimalText,
  /** 0 or below. */
  median_mae: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  rows: z.array(
    z.object({
      multiple: z.number(),
      distance: z.number(),
      /** Trades that the stop would have closed, and how many of them won without it. */
      stopped: z.int(),
      stopped_winners: z.int(),
      net: decimalText,
      /** USDC a trade, above 0 being better with the stop. */
      change: journalStatistic,
    }),
  ),
})

/** Reason of returns that are not known for want of the query's `capital`: files do not tell it. */
export const IMPORT_CAPITAL_NEEDED = 'needs the starting capital of the imported account'

/** Query of `GET /api/v1/journal/statistics`. */
export const statisticsQuery = z.object({
  ...tripFilterFields,
  /** IANA zone of hours, weekdays and the calendar, such as `Europe/Berlin`; UTC where absent. */
  zone: z.optional(z.string().check(z.maxLength(64))),
  /** What imported accounts held before their first trade, USDC: without it their returns are not known. */
  capital: z.optional(decimalField),
})

/** Data of `GET /api/v1/journal/statistics`. Only trips in dollars with a known net are counted; `left_out` says what is not. */
export const journalStatistics = z.object({
  zone: z.string(),
  currency: z.literal('USDC'),
  trips: z.object({
    /** Closed, and counted in the figures. */
    counted: z.int(),
    open: z.int(),
    /** With a stop at entry: `R for 62 of 100 trades`. */
    with_risk: z.int(),
    left_out: z.array(z.object({ reason: z.enum(['fee_coin', 'not_told', 'account_reset', 'other_currency']), trips: z.int() })),
    /** Of market sources that are no real prices: a figure over them says so. */
    simulated: z.int(),
    replayed: z.int(),
  }),
  totals: z.object({ gross: decimalText, fees: decimalText, funding: decimalText, net: decimalText }),
  figures: z.record(z.enum(JOURNAL_FIGURES), journalStatistic),
  /** Chance that somebody without an edge has this record or a better one; null where it is not defined. */
  luck: z.nullable(z.object({ chance: z.number(), n: z.int(), wins: z.int(), formula: z.string() })),
  groups: z.array(journalGroups),
  /** Days of the zone with a closed trade, oldest first, at most the newest 3,660. */
  calendar: z.array(z.object({ day: z.iso.date(), trades: z.int(), net: decimalText })),
  /** `[closed at, net so far in USDC, fraction below the peak or null without a capital]`, oldest first, thinned to at most 2,000 points that keep every peak and trough. */
  equity: z.array(z.tuple([epochMsField, decimalText, z.nullable(z.number())])),
  drawdown: z.nullable(journalDrawdown),
  /** Bins of `width` R, from the lowest that has a trade; the outermost take what lies beyond 20 R. */
  r_histogram: z.object({ width: z.number(), bins: z.array(z.object({ from: z.number(), trips: z.int() })) }),
  /** `[trip, MAE, MFE, net]` in USDC for a scatter, of a range the near end, the newest 2,000 that have them; `resolution` is in the list of trips. */
  excursions: z.array(z.tuple([tripId, decimalText, decimalText, decimalText])),
  earlier_stops: earlierStops,
})
/** The statistics of a journal. */
export type JournalStatistics = z.output<typeof journalStatistics>
