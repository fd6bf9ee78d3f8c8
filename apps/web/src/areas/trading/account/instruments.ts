import type { TradingInstrument } from '@aerie/wire/trading/trading-account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { drawnPrice, priceFigure } from '../../../platform/format/figures.ts'
import type { InstrumentTerms } from '../ticket/ticket-terms.ts'
import { termsOf } from './exact.ts'
import { tradingCalls } from './trading-calls.ts'

/** Instruments of the current source. Its rules do not change while it runs. */
export const instrumentsQuery = queryOptions({
  queryKey: ['trading', 'instruments'] as const,
  queryFn: ({ signal }) => tradingCalls.instruments({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export type InstrumentState =
  | { readonly kind: 'value'; readonly instrument: TradingInstrument; readonly terms: InstrumentTerms }
  | { readonly kind: 'loading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }

export function useInstrument(symbol: string): InstrumentState {
  const { data, error, refetch } = useQuery(instrumentsQuery, queryClient)
  const instrument = data?.find((each) => each.symbol === symbol)
  const terms = useMemo(() => (instrument === undefined ? null : termsOf(instrument)), [instrument])
  if (data === undefined) return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry: () => void refetch() }
  return instrument === undefined || terms === null ? { kind: 'none' } : { kind: 'value', instrument, terms }
}

const tickIn = (instruments: readonly TradingInstrument[] | undefined, symbol: string | null): string | null =>
  instruments?.find((each) => each.symbol === symbol)?.tick ?? null

export function useTick(symbol: string | null): string | null {
  const { data } = useQuery(instrumentsQuery, queryClient)
  return tickIn(data, symbol)
}

export function usePriceText(): (text: string | null, symbol: string | null) => string {
  const { data } = useQuery(instrumentsQuery, queryClient)
  return (text, symbol) => priceFigure(text, tickIn(data, symbol))
}

export const priceAtTick = (text: string | null, symbol: string | null): string =>
  priceFigure(text, tickIn(queryClient.getQueryData(instrumentsQuery.queryKey), symbol))

/** A price as a float rounded to its market's tick, for chart labels. */
export const drawnAtTick = (text: string, symbol: string | null): number =>
  drawnPrice(text, tickIn(queryClient.getQueryData(instrumentsQuery.queryKey), symbol))

export function readInstrument(symbol: string): InstrumentTerms | null {
  const instrument = queryClient.getQueryData(instrumentsQuery.queryKey)?.find((each) => each.symbol === symbol)
  return instrument === undefined ? null : termsOf(instrument)
}
