import type { TradingInstrument } from '@aerie/wire/trading/trading-account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import type { InstrumentTerms } from '../ticket/ticket-terms.ts'
import { termsOf } from './exact.ts'
import { tradingCalls } from './trading-calls.ts'

/** Every instrument of the present source. Its rules do not change while it runs. */
export const instrumentsQuery = queryOptions({
  queryKey: ['trading', 'instruments'] as const,
  queryFn: ({ signal }) => tradingCalls.instruments({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** An instrument, what it allows in exact units, or why neither is known. */
export type InstrumentState =
  | { readonly kind: 'value'; readonly instrument: TradingInstrument; readonly terms: InstrumentTerms }
  | { readonly kind: 'loading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }

/** What a coin's perpetual allows. */
export function useInstrument(symbol: string): InstrumentState {
  const { data, error, refetch } = useQuery(instrumentsQuery, queryClient)
  const instrument = data?.find((each) => each.symbol === symbol)
  const terms = useMemo(() => (instrument === undefined ? null : termsOf(instrument)), [instrument])
  if (data === undefined) return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry: () => void refetch() }
  return instrument === undefined || terms === null ? { kind: 'none' } : { kind: 'value', instrument, terms }
}

/** The smallest step of a coin's prices, where it has been read already. */
export function readInstrument(symbol: string): InstrumentTerms | null {
  const instrument = queryClient.getQueryData(instrumentsQuery.queryKey)?.find((each) => each.symbol === symbol)
  return instrument === undefined ? null : termsOf(instrument)
}
