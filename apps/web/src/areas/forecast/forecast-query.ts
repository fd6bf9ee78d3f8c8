import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { type Forecast, type ForecastAnswer, getForecast } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { marketNow, useMarketState } from '../../platform/live/market/market-status.ts'

/** Minimum and maximum interval between polls for a new forecast. */
const SOONEST_MS = 5 * SECOND_MS
const LATEST_MS = 60 * SECOND_MS
/** A forecast from now is withdrawn when the present price becomes stale, which only the server sees. */
const LATEST_FROM_NOW_MS = 15 * SECOND_MS
const WARMING_LOOK_MS = 2 * SECOND_MS
/** Maximum delay between the close that a forecast starts from and the forecast. */
const MADE_WITHIN_MS = 4 * SECOND_MS

export const isPredicted = (symbol: string): boolean => PREDICTED_SYMBOLS.some((predicted) => predicted === symbol)

/** The distribution from now; in a recording of hours that of the last full hour. */
export const forecastQuery = (symbol: string, hours: number) =>
  queryOptions({
    queryKey: ['forecast', symbol, hours] as const,
    queryFn: ({ signal }) => api(getForecast, { params: { symbol }, query: { hours: String(hours) }, signal }),
    staleTime: SOONEST_MS,
    refetchInterval: ({ state }) => nextLookMs(state.data),
  })

export function nextLookMs(known: ForecastAnswer | undefined): number {
  if (known?.state === 'warming') return WARMING_LOOK_MS
  // Stepping a paused replay may close an hour at any time.
  if (useMarketState.getState().status?.replay?.state === 'paused') return SOONEST_MS
  const now = marketNow()
  const speed = useMarketState.getState().clock?.speed ?? 1
  const latest = known?.series === 'now' ? LATEST_FROM_NOW_MS : LATEST_MS
  if (known === undefined || now === null || speed <= 0) return latest
  return Math.min(latest, Math.max(SOONEST_MS, (nextForecastAt(known) - now) / speed + MADE_WITHIN_MS))
}

export const nextForecastAt = ({ issued_at, series }: Pick<Forecast, 'issued_at' | 'series'>): number =>
  issued_at + (series === 'now' ? 5 * MINUTE_MS : HOUR_MS)
