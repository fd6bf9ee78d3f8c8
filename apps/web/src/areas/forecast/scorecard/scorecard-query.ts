import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { chainCheck, type ForecastState, forecastHistory, scorecard } from '@aerie/wire/market/forecasts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { useMarketState } from '../../../platform/live/market/market-status.ts'
import type { ExportFormat } from './export-link.tsx'

export const ENTRIES_A_PAGE = 24

const SOONEST_MS = 5 * SECOND_MS

/** The record grows with each market hour: polls once a minute, or more often if the market runs faster. */
const refreshMs = (): number => Math.min(MINUTE_MS, Math.max(SOONEST_MS, HOUR_MS / (useMarketState.getState().clock?.speed || 1)))

const path = (symbol: string) => encodeURIComponent(symbol)

export const scorecardQuery = (symbol: string, hours: number) =>
  queryOptions({
    queryKey: ['scorecard', symbol, hours] as const,
    queryFn: ({ signal }) => api.get(`/scorecard/${path(symbol)}?hours=${hours}`, scorecard, { signal }),
    staleTime: SOONEST_MS,
    refetchInterval: ({ state }) => (state.data?.warming ? SOONEST_MS : refreshMs()),
  })

/** A page of single forecasts, optionally of one state: the newest, or those before or after an instant (epoch ms). */
export type ListPage = {
  readonly state: ForecastState | null
  readonly before: number | null
  readonly after: number | null
}

export const historyQuery = (symbol: string, hours: number, { state, before, after }: ListPage) =>
  queryOptions({
    queryKey: ['forecast-history', symbol, hours, state, before, after] as const,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ hours: String(hours), limit: String(ENTRIES_A_PAGE) })
      for (const [name, value] of Object.entries({ state, before, after })) if (value !== null) query.set(name, String(value))
      return api.get(`/forecasts/${path(symbol)}/history?${query}`, forecastHistory, { signal })
    },
    staleTime: SOONEST_MS,
    refetchInterval: before === null && after === null ? refreshMs : false,
    placeholderData: keepPreviousData,
  })

/** The server's own recomputation of the whole hash chain. */
export const chainQuery = queryOptions({
  queryKey: ['forecast-chain'] as const,
  queryFn: ({ signal }) => api.get('/forecasts/verify', chainCheck, { signal }),
  staleTime: 5 * MINUTE_MS,
})

export const exportPath = (symbol: string, hours: number, format: ExportFormat): string =>
  `/api/v1/forecasts/${path(symbol)}/export?format=${format}&hours=${hours}`

/** The whole chain in order of creation, from which anybody can recompute the hashes. */
export const chainExportPath = (format: ExportFormat): string => `/api/v1/forecasts/export?format=${format}`
