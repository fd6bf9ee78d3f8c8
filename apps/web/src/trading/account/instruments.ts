import type { TradingInstrument } from '@aerie/wire/trading/trading-account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { drawnPrice, priceFigure } from '../../platform/format/figures.ts'
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

const tickIn = (instruments: readonly TradingInstrument[] | undefined, symbol: string | null): string | null =>
  instruments?.find((each) => each.symbol === symbol)?.tick ?? null

/** The smallest step of a coin's prices; null until it has been read, and for a market that is not traded here. */
export function useTick(symbol: string | null): string | null {
  const { data } = useQuery(instrumentsQuery, queryClient)
  return tickIn(data, symbol)
}

/** Writes prices at the ticks of their markets, for texts around them; renders again once the ticks are known. */
export function usePriceText(): (text: string | null, symbol: string | null) => string {
  const { data } = useQuery(instrumentsQuery, queryClient)
  return (text, symbol) => priceFigure(text, tickIn(data, symbol))
}

/** The same outside components, for messages: at the ticks that have been read. */
export const priceAtTick = (text: string | null, symbol: string | null): string =>
  priceFigure(text, tickIn(queryClient.getQueryData(instrumentsQuery.queryKey), symbol))

/** A price as a number at the tick of its market, for a chart, which writes it beside its line. */
export const drawnAtTick = (text: string, symbol: string | null): number =>
  drawnPrice(text, tickIn(queryClient.getQueryData(instrumentsQuery.queryKey), symbol))

/** What a coin's market allows, where it has been read already. */
export function readInstrument(symbol: string): InstrumentTerms | null {
  const instrument = queryClient.getQueryData(instrumentsQuery.queryKey)?.find((each) => each.symbol === symbol)
  return instrument === undefined ? null : termsOf(instrument)
}
