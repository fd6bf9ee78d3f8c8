import { assetsRequest, interval, symbol } from '@aerie/wire/market/market'
import * as z from 'zod/mini'

/** Text of a query that must be a whole number: `1.5`, `1e3`, `0x1` and the empty text are none. */
export const wholeNumber = z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/, 'a whole number')), z.transform(Number))

const { page, size, industry, sort, order } = assetsRequest.shape

/** Query of `GET /api/v1/assets`: the fields of the socket's `assets` event, as text. */
export const assetsQuery = z.object({
  page: z._default(z.pipe(wholeNumber, page.def.innerType), 1),
  size: z._default(z.pipe(wholeNumber, size.def.innerType), 10),
  industry,
  sort,
  order,
})

export const symbolParams = z.object({ symbol })

const SECONDS = /^\d{1,11}$/
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** An instant in seconds. A date or a time without an offset is UTC. */
function secondsOf(text: string): number {
  if (SECONDS.test(text)) return Number(text)
  const hasTime = text.includes('T')
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10))
  return Math.floor(Date.parse(hasTime && !hasOffset ? `${text}Z` : text) / 1000)
}

const LAST_SECOND = 253_402_300_799
/** An instant in seconds, from seconds or ISO 8601 (UTC unless it has an offset). An empty text is an absent bound. */
export const moment = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => text === '' || ((SECONDS.test(text) || ISO.test(text)) && secondsOf(text) >= 0 && secondsOf(text) <= LAST_SECOND),
        'an instant: seconds since the epoch, or ISO 8601 such as 2026-01-31T12:00:00Z',
      ),
    ),
  z.transform((text: string) => (text === '' ? undefined : secondsOf(text))),
)

export const MAX_CANDLES = 1_000

/** Query of `GET /api/v1/candles/{symbol}`. */
export const candlesQuery = z
  .object({
    interval: z._default(interval, '1h'),
    /** First open time, inclusive; absent: the newest candles. */
    from: z.optional(moment),
    /** End, exclusive; absent: the market's present. */
    to: z.optional(moment),
    limit: z._default(z.pipe(wholeNumber, z.int().check(z.gte(1), z.lte(MAX_CANDLES))), MAX_CANDLES),
  })
  .check(z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['from'], error: 'not after to' }))
