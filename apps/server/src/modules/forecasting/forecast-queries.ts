import { FORECAST_STATES, horizonHours } from '@aerie/wire/market/forecasts'
import * as z from 'zod/mini'

/** Text of a query that must be a whole number. */
const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'a whole number')), z.transform(Number))
const hours = z.pipe(wholeNumber, horizonHours)

export const DEFAULT_HOURS = 24
const MAX_ENTRIES = 200

/** Query of `GET /api/v1/forecasts/{symbol}` and `GET /api/v1/scorecard/{symbol}`. */
export const horizonQuery = z.object({ hours: z._default(hours, DEFAULT_HOURS) })

/** Query of `GET /api/v1/forecasts/{symbol}/history`. */
export const historyQuery = z
  .object({
    hours: z._default(hours, DEFAULT_HOURS),
    /** Only forecasts in this state. */
    state: z.optional(z.enum(FORECAST_STATES)),
    /** Only forecasts issued before this instant, in milliseconds: `next_before` of the page before. */
    before: z.optional(wholeNumber),
    /** Only forecasts issued after this instant, the nearest ones: `next_after` of a page. */
    after: z.optional(wholeNumber),
    limit: z._default(z.pipe(wholeNumber, z.int().check(z.gte(1), z.lte(MAX_ENTRIES))), 50),
  })
  .check(
    z.refine(({ before, after }) => before === undefined || after === undefined, { path: ['after'], error: 'not together with before' }),
  )

/** Query of the exports; without hours, all horizons. */
export const exportQuery = z.object({ format: z._default(z.enum(['csv', 'json']), 'csv'), hours: z.optional(hours) })
