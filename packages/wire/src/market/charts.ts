import { INTERVALS } from '@aerie/core/market/candle'
import * as z from 'zod/mini'
import { bookLevel, epochMsField, quoteCurrency, sourceKind, symbol } from './market.ts'

/** Most drawings that one chart keeps. */
export const MOST_DRAWINGS = 200
/** Most indicators that one chart keeps. */
export const MOST_INDICATORS = 12
/** Most coins that one chart compares with. */
export const MOST_COMPARED = 3

/** Colours of lines that a user chooses from: `--series-1` and so on, of the theme. */
export const SERIES_COLORS = 8
/** Widest line of a drawing or an indicator, in pixels. */
export const WIDEST_LINE = 4
/** How a line looks. */
export const lineStyle = z.object({
  color: z.int().check(z.gte(1), z.lte(SERIES_COLORS)),
  width: z.int().check(z.gte(1), z.lte(WIDEST_LINE)),
  dash: z.enum(['solid', 'dashed', 'dotted']),
})
export type LineStyle = z.output<typeof lineStyle>
/** Ways of drawing the price. */
export const CHART_TYPES = ['candles', 'hollow', 'bars', 'line', 'area', 'heikin-ashi'] as const

/** A drawing as the chart keeps it: a kind, its points in market terms, and its look. */
export const drawing = z.object({
  id: z.string().check(z.maxLength(64)),
  kind: z.enum(['segment', 'ray', 'horizontal', 'vertical', 'rectangle', 'fibonacci', 'measure', 'text']),
  points: z.array(z.object({ time: z.optional(z.number()), price: z.optional(z.number()) })).check(z.minLength(1), z.maxLength(4)),
  text: z.optional(z.string().check(z.maxLength(200))),
  locked: z._default(z.boolean(), false),
  /** Absent: as drawings look by default. */
  style: z.optional(lineStyle),
})
export type Drawing = z.output<typeof drawing>

/** Document `chart`, under the symbol of its coin: what a user has made of the chart of that coin. */
export const chartSettings = z.object({
  interval: z._default(z.enum(INTERVALS), '1h'),
  type: z._default(z.enum(CHART_TYPES), 'candles'),
  /** Whether points of drawings snap to open, high, low and close. */
  magnet: z._default(z.boolean(), false),
  scale: z._default(z.enum(['linear', 'log', 'percent']), 'linear'),
  indicators: z._default(
    z
      .array(
        z.object({
          name: z.string().check(z.maxLength(20)),
          parameters: z.array(z.number()).check(z.maxLength(8)),
          styles: z.optional(z.array(lineStyle).check(z.maxLength(8))),
        }),
      )
      .check(z.maxLength(MOST_INDICATORS)),
    [],
  ),
  compare: z._default(z.array(symbol).check(z.maxLength(4)), []),
  showForecast: z._default(z.boolean(), true),
  drawings: z._default(z.array(drawing).check(z.maxLength(MOST_DRAWINGS)), []),
})
export type ChartSettings = z.output<typeof chartSettings>

/** One trade: `[time_ms, price, size in coins, side of the taker]`; the side is null in a synthetic tape, which knows none. */
export const tradeTuple = z.tuple([epochMsField, z.number().check(z.gt(0)), z.number().check(z.gt(0)), z.nullable(z.enum(['buy', 'sell']))])
export type TradeTuple = z.output<typeof tradeTuple>

/** Trades of a book snapshot. */
export const TRADES_SHOWN = 50

/** Most coins whose books one client is shown at once. */
export const MOST_BOOKS = 4

/**
 * Client command `book` of `/live`: the coins whose books and trades this client shows from now on, in place of those before.
 * `{ symbol }` is the short form for one coin; null for none any more.
 */
export const bookRequest = z.union([
  z.object({ symbols: z.array(symbol).check(z.maxLength(MOST_BOOKS)) }),
  z.object({ symbol: z.nullable(symbol) }),
])
/** The coins that a request names. */
export const booksOf = (request: z.output<typeof bookRequest>): readonly string[] => {
  if ('symbols' in request) return [...new Set(request.symbols)]
  return request.symbol === null ? [] : [request.symbol]
}

/**
 * Server event `book` of `/live`: the whole book and the newest trades of each coin asked for, at once and then at most
 * four times a second. Each replaces the one before it.
 */
export const bookSnapshot = z.object({
  symbol,
  /**
   * `known`: as of `as_of`. `none`: the present source has no book of this coin.
   * `unavailable`: it has one and does not give it right now; levels are empty then too.
   */
  state: z.enum(['known', 'none', 'unavailable']),
  /** Highest first, `[price, size in coins]`. */
  bids: z.array(bookLevel),
  /** Lowest first. */
  asks: z.array(bookLevel),
  /** Newest first, at most TRADES_SHOWN; empty where the source has none. */
  trades: z.array(tradeTuple).check(z.maxLength(TRADES_SHOWN)),
  quote: quoteCurrency,
  source: sourceKind,
  /** Levels and trades are made from recorded candles, for those who trade the recording: there was no such book. Absent: they are not. */
  is_synthetic: z.optional(z.boolean()),
  /** Market clock of the levels; where there are none, of the answer. */
  as_of: epochMsField,
})
export type BookSnapshot = z.output<typeof bookSnapshot>

/** Server to client on `/live`, for the coin asked for with the command `book`. */
export const bookEvents = { book: bookSnapshot } as const
