import {
  CORRELATION_HOURS,
  CORRELATION_METHODS,
  MOST_CORRELATED,
  RETURN_INTERVALS,
  VOLATILITY_DAYS,
  VOLATILITY_WINDOWS,
} from '@aerie/wire/market/analytics'
import { symbol } from '@aerie/wire/market/market'
import * as z from 'zod/mini'
import { wholeNumber } from '../market-queries.ts'

const oneOf = (allowed: readonly number[]) =>
  z.pipe(wholeNumber, z.number().check(z.refine((value) => allowed.includes(value), `one of ${allowed.join(', ')}`)))

const hours = z.pipe(wholeNumber, z.int().check(z.gte(CORRELATION_HOURS.least), z.lte(CORRELATION_HOURS.most)))

const basis = {
  interval: z._default(z.enum(RETURN_INTERVALS), '1h'),
  /** Hours before the end of the last closed hour. */
  window: z._default(hours, 720),
  method: z._default(z.enum(CORRELATION_METHODS), 'pearson'),
}

const symbolList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(400)),
    z.transform((text: string) => text.split(',')),
  ),
  z.array(symbol).check(
    z.minLength(2, 'at least two coins'),
    z.maxLength(MOST_CORRELATED),
    z.refine((symbols) => new Set(symbols).size === symbols.length, 'each coin can appear once'),
  ),
)

/** `GET /api/v1/analytics/correlation`; `symbols` is comma-separated. */
export const correlationQuery = z.object({ symbols: symbolList, ...basis })
export type CorrelationQuery = z.output<typeof correlationQuery>

export const pairQuery = z
  .object({ a: symbol, b: symbol, ...basis })
  .check(z.refine(({ a, b }) => a !== b, { path: ['b'], error: 'another coin than a' }))
export type PairQuery = z.output<typeof pairQuery>

export const volatilityQuery = z.object({
  /** Measurement window in hours. */
  window: z._default(oneOf(VOLATILITY_WINDOWS), 168),
  /** Reference history in days. */
  days: z._default(oneOf(VOLATILITY_DAYS), 90),
})
export type VolatilityQuery = z.output<typeof volatilityQuery>
