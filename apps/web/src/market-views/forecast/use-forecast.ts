import type { Forecast, ForecastWarming } from '@aerie/wire/market/forecasts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { startLive } from '../../live/socket/live-client.ts'
import type { ViewedQuery } from '../../ui/states/query-view.tsx'
import { forecastQuery } from './forecast-query.ts'

export type ForecastState =
  | { readonly kind: 'loading' }
  /** `problem`: why the last refetch failed; the forecast is kept. For staleness see `useForecastTiming`. */
  | { readonly kind: 'value'; readonly forecast: Forecast; readonly problem: Error | null }
  | { readonly kind: 'absent'; readonly waiting: ForecastWarming }
  | { readonly kind: 'failed'; readonly query: ViewedQuery<never> }

export function useForecast(symbol: string, hours: number): ForecastState {
  useEffect(startLive, [])
  const { data, error, isFetching, refetch } = useQuery(forecastQuery(symbol, hours), queryClient)
  if (data?.state === 'warming') return { kind: 'absent', waiting: data }
  if (data !== undefined) return { kind: 'value', forecast: data, problem: error }
  return error === null ? { kind: 'loading' } : { kind: 'failed', query: { data: undefined, error, isFetching, refetch } }
}
