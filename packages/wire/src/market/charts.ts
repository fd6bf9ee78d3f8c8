import { INTERVALS } from '@aerie/core/market/candle'
import * as z from 'zod/mini'
import { bookLevel, epochMsField, quoteCurrency, sourceKind, symbol } from './market.ts'

/** Maximum drawings per chart. */
export const MOST_DRAWINGS = 200
/** Maximum indicators per chart. */
export const MOST_INDICATORS = 12
/** Maximum comparison coins per chart. */
export const MOST_COMPARED = 3

/** Number of theme line colours, `--series-1` and up. */
export const SERIES_COLORS = 8
/** Maximum line width in pixels. */
export const WIDEST_LINE = 4
/** Style of a line. */
export const lineStyle = z.object({
  color: z.int().check(z.gte(1), z.lte(SERIES_COLORS)),
  width: z.int().check(z.gte(1), z.lte(WIDEST_LINE)),
  dash: z.enum(['solid', 'dashed', 'dotted']),
})
export type LineStyle = z.output<typeof lineStyle>
/** Chart types of the price. */
export const CHART_TYPES = ['candles', 'hollow', 'bars', 'line', 'area', 'heikin-ashi'] as const

/** A stored drawing: its kind, points in market coordinates, and style. */
export const drawing = z.object({
  id: z.string().check(z.maxLength(64)),
  kind: z.enum(['segment', 'ray', 'horizontal', 'vertical', 'rectangle', 'fibonacci', 'measure', 'text']),
  points: z.array(z.object({ time: z.optional(z.number()), price: z.optional(z.number()) })).check(z.minLength(1), z.maxLength(4)),
  text: z.optional(z.string().check(z.maxLength(200))),
  locked: z._default(z.boolean(), false),
  style: z.optional(lineStyle),
})
export type Drawing = z.output<typeof drawing>

/** Document `chart`, per coin: the user's chart settings. */
export const chartSettings = z.object({
  interval: z._default(z.enum(INTERVALS), '1h'),
  type: z._default(z.enum(CHART_TYPES), 'candles'),
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

/** `[time_ms, price, size in coins, taker side]`; the side is null in a synthetic tape. */
export const tradeTuple = z.tuple([epochMsField, z.number().check(z.gt(0)), z.number().check(z.gt(0)), z.nullable(z.enum(['buy', 'sell']))])
export type TradeTuple = z.output<typeof tradeTuple>

/** Trades in a book snapshot. */
export const TRADES_SHOWN = 50

/** Maximum books per client. */
export const MOST_BOOKS = 4

/** Command `book` of `/live`: replaces the subscribed coins. `{ symbol }` is short for one coin; null unsubscribes. */
export const bookRequest = z.union([
  z.object({ symbols: z.array(symbol).check(z.maxLength(MOST_BOOKS)) }),
  z.object({ symbol: z.nullable(symbol) }),
])
/** Coins named by a request. */
export const booksOf = (request: z.output<typeof bookRequest>): readonly string[] => {
  if ('symbols' in request) return [...new Set(request.symbols)]
  return request.symbol === null ? [] : [request.symbol]
}

/** Event `book` of `/live`: full book and newest trades per coin, at once and then at most four times a second. */
export const bookSnapshot = z.object({
  symbol,
  /** `none`: the source has no book of this coin. `unavailable`: temporarily not provided; levels are empty too. */
  state: z.enum(['known', 'none', 'unavailable']),
  bids: z.array(bookLevel),
  asks: z.array(bookLevel),
  trades: z.array(tradeTuple).check(z.maxLength(TRADES_SHOWN)),
  quote: quoteCurrency,
  source: sourceKind,
  /** Generated from recorded candles for trading a replay: no such book existed. */
  is_synthetic: z.optional(z.boolean()),
  as_of: epochMsField,
})
export type BookSnapshot = z.output<typeof bookSnapshot>

/** Server to client on `/live` after the command `book`. */
export const bookEvents = { book: bookSnapshot } as const
