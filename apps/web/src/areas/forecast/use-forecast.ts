import type { Forecast, ForecastAnswer } from '@aerie/wire/market/forecasts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../platform/api/query-client.ts'
import { startLive } from '../../platform/live/socket/live-client.ts'
import type { ViewedQuery } from '../../ui/states/query-view.tsx'
import { forecastQuery } from './forecast-query.ts'

export type ForecastReading = {
  /** Without the error of a refetch: a forecast is stale by its own hour, see `useForecastTiming`. */
  readonly query: ViewedQuery<ForecastAnswer>
  /** Null while there is none. */
  readonly forecast: Forecast | null
  /** Why the last read failed. */
  readonly problem: Error | null
}

export function useForecast(symbol: string, hours: number): ForecastReading {
  useEffect(startLive, [])
  const { data, error, isFetching, refetch } = useQuery(forecastQuery(symbol, hours), queryClient)
  return {
    query: { data, error: data === undefined ? error : null, isFetching, refetch },
    forecast: data === undefined || data.state === 'warming' ? null : data,
    problem: error,
  }
}
