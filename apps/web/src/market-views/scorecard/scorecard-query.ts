import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { chainCheck, forecastHistory, scorecard } from '@aerie/wire/forecasts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { ExportFormat } from './export-link.tsx'

/** Forecasts of one page of the list. */
export const ENTRIES_A_PAGE = 24

const path = (symbol: string) => encodeURIComponent(symbol)

/** How forecasts of `symbol`, `hours` ahead, have done so far. */
export const scorecardQuery = (symbol: string, hours: number) =>
  queryOptions({
    queryKey: ['scorecard', symbol, hours] as const,
    queryFn: ({ signal }) => api.get(`/scorecard/${path(symbol)}?hours=${hours}`, scorecard, { signal }),
    staleTime: 30 * SECOND_MS,
    refetchInterval: MINUTE_MS,
  })

/** Single forecasts, newest first; from the one before `before` on. */
export const historyQuery = (symbol: string, hours: number, before: number | null) =>
  queryOptions({
    queryKey: ['forecast-history', symbol, hours, before] as const,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ hours: String(hours), limit: String(ENTRIES_A_PAGE) })
      if (before !== null) query.set('before', String(before))
      return api.get(`/forecasts/${path(symbol)}/history?${query}`, forecastHistory, { signal })
    },
    staleTime: 30 * SECOND_MS,
    refetchInterval: before === null ? MINUTE_MS : false,
    placeholderData: keepPreviousData,
  })

/** The server's own recomputation of the whole chain. */
export const chainQuery = queryOptions({
  queryKey: ['forecast-chain'] as const,
  queryFn: ({ signal }) => api.get('/forecasts/verify', chainCheck, { signal }),
  staleTime: 5 * MINUTE_MS,
})

/** Where the record of a horizon can be fetched from. */
export const exportPath = (symbol: string, hours: number, format: ExportFormat): string =>
  `/api/v1/forecasts/${path(symbol)}/export?format=${format}&hours=${hours}`

/** Where the whole chain can be fetched from, in the order it was made: with it anybody can recompute the hashes. */
export const chainExportPath = (format: ExportFormat): string => `/api/v1/forecasts/export?format=${format}`
