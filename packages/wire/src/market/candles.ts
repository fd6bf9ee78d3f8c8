import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { candleTuple, interval, symbolParams, wholeNumber } from './market.ts'

const SECONDS = /^\d{1,11}$/
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Seconds since the epoch. Dates, and times without an offset, are UTC. */
function secondsOf(text: string): number {
  if (SECONDS.test(text)) return Number(text)
  const hasTime = text.includes('T')
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10))
  return Math.floor(Date.parse(hasTime && !hasOffset ? `${text}Z` : text) / 1000)
}

const LAST_SECOND = 253_402_300_799
/** Seconds or ISO 8601 (UTC without an offset). An empty string means no bound. */
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

const MAX_CANDLES = 1_000

export const listCandles = endpoint('GET /candles/:symbol', {
  auth: 'public',
  tag: 'market',
  summary: 'Candles, oldest first: the first `limit` from `from` on, or without `from` the last `limit` before `to`',
  description:
    '`from` (inclusive) and `to` (exclusive) bound the open times, as seconds since the epoch or ISO 8601 (UTC unless it has an offset). ' +
    'The last candle may still be forming: its volume is that of its closed minutes. Missing candles are left out, never filled.',
  params: symbolParams,
  query: z
    .object({
      interval: z._default(interval, '1h'),
      /** First open time, inclusive; if absent, the newest candles. */
      from: z.optional(moment),
      /** End, exclusive; defaults to the market's current time. */
      to: z.optional(moment),
      limit: z._default(z.pipe(wholeNumber, z.int().check(z.gte(1), z.lte(MAX_CANDLES))), MAX_CANDLES),
    })
    .check(z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['from'], error: 'not after to' })),
  returns: z.array(candleTuple),
})
