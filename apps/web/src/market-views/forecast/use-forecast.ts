import type { Forecast } from '@aerie/wire/forecasts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { startLive } from '../../live/live-client.ts'
import { forecastQuery } from './forecast-query.ts'

/** What there is to show of a forecast. */
export type ForecastState =
  | { readonly kind: 'loading' }
  /** `problem`: the last look for a newer one failed, in words; this one stays. Whether it is old tells `useForecastTiming`. */
  | { readonly kind: 'value'; readonly forecast: Forecast; readonly problem: string | null }
  /** The server has none yet (too little history, say) and says why. */
  | { readonly kind: 'absent'; readonly words: string; readonly retry: () => void }
  | { readonly kind: 'failed'; readonly words: string; readonly retry: () => void }

/** The newest forecast of `symbol`, `hours` ahead, kept current. */
export function useForecast(symbol: string, hours: number): ForecastState {
  useEffect(startLive, [])
  const { data, error, refetch } = useQuery(forecastQuery(symbol, hours), queryClient)
  if (data !== undefined) return { kind: 'value', forecast: data, problem: error === null ? null : errorText(error) }
  if (error === null) return { kind: 'loading' }
  const retry = () => void refetch()
  return isAbsence(error) ? { kind: 'absent', words: error.detail, retry } : { kind: 'failed', words: errorText(error), retry }
}

/** The server has understood, is well, and has nothing to give yet. */
const isAbsence = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 422 || error.status === 503) && error.detail !== ''
