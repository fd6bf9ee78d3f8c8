import { HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { type Forecast, type ForecastAnswer, forecastAnswer } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/http/api.ts'
import { marketNow, useMarketState } from '../../live/market/market-status.ts'

/** How often a new forecast is looked for: no more than this often, and at least that often. */
const SOONEST_MS = 5 * SECOND_MS
const LATEST_MS = 60 * SECOND_MS
/** While there is none, every few seconds: it may come at any moment. */
const WARMING_LOOK_MS = 2 * SECOND_MS
/** A forecast is made within this time after its hour has closed. */
const MADE_WITHIN_MS = 4 * SECOND_MS

/** Whether there are forecasts of `symbol` at all. */
export const isPredicted = (symbol: string): boolean => PREDICTED_SYMBOLS.some((predicted) => predicted === symbol)

/** The newest forecast of `symbol`, `hours` ahead, or what it waits for; asked for again when the next one is due. */
export const forecastQuery = (symbol: string, hours: number) =>
  queryOptions({
    queryKey: ['forecast', symbol, hours] as const,
    queryFn: ({ signal }) => api.get(`/forecasts/${encodeURIComponent(symbol)}?hours=${hours}`, forecastAnswer, { signal }),
    staleTime: SOONEST_MS,
    refetchInterval: ({ state }) => nextLookMs(state.data),
  })

/** The wall-clock time after which it is worth looking for a newer forecast than `known`. */
export function nextLookMs(known: ForecastAnswer | undefined): number {
  if (known?.state === 'warming') return WARMING_LOOK_MS
  // A step may close an hour at any moment.
  if (useMarketState.getState().status?.replay?.state === 'paused') return SOONEST_MS
  const now = marketNow()
  const speed = useMarketState.getState().clock?.speed ?? 1
  if (known === undefined || now === null || speed <= 0) return LATEST_MS
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, (nextForecastAt(known) - now) / speed + MADE_WITHIN_MS))
}

/** When, by the market's clock, the forecast after `known` is made: an hour later. */
export const nextForecastAt = (known: Pick<Forecast, 'issued_at'>): number => known.issued_at + HOUR_MS
