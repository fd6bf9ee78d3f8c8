import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import {
  type CorrelationMethod,
  getCorrelation,
  getCorrelationPair,
  getScreen,
  getVolatility,
  type ReturnInterval,
} from '@aerie/wire/market/analytics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { hourlyRefreshMs } from '../../platform/live/market/market-status.ts'

const SOONEST_MS = 5 * SECOND_MS

/** Statistics change with each closed market hour: polls once a minute, or more often if it runs faster. Most responses are a 304. */
const refreshMs = (): number => hourlyRefreshMs(SOONEST_MS, MINUTE_MS)

/** Parameters of a correlation apart from the coins; the window in hours. */
export type CorrelationBasis = { readonly interval: ReturnInterval; readonly window: number; readonly method: CorrelationMethod }

const basisOf = ({ interval, window, method }: CorrelationBasis) => ({ interval, window: String(window), method })

export const correlationQuery = (symbols: readonly string[], basis: CorrelationBasis) =>
  queryOptions({
    queryKey: ['correlation', symbols, basis] as const,
    queryFn: ({ signal }) => api(getCorrelation, { query: { symbols: symbols.join(), ...basisOf(basis) }, signal }),
    staleTime: SOONEST_MS,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })

export const pairQuery = (a: string, b: string, basis: CorrelationBasis) =>
  queryOptions({
    queryKey: ['correlation-pair', a, b, basis] as const,
    queryFn: ({ signal }) => api(getCorrelationPair, { query: { a, b, ...basisOf(basis) }, signal }),
    staleTime: SOONEST_MS,
    refetchInterval: refreshMs,
  })

/** Volatility over `window` hours, ranked within `days` of history. */
export const volatilityQuery = (symbol: string, window: number, days: number) =>
  queryOptions({
    queryKey: ['volatility', symbol, window, days] as const,
    queryFn: ({ signal }) => api(getVolatility, { params: { symbol }, query: { window: String(window), days: String(days) }, signal }),
    staleTime: SOONEST_MS,
    refetchInterval: ({ state }) => (state.data?.reason === 'no-history' ? SOONEST_MS : refreshMs()),
  })

export const screenQuery = queryOptions({
  queryKey: ['screen'] as const,
  queryFn: ({ signal }) => api(getScreen, { signal }),
  staleTime: SOONEST_MS,
  refetchInterval: refreshMs,
})
