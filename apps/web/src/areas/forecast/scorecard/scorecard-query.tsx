import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { type ForecastSeries, type ForecastState, getScorecard, listForecasts, verifyForecasts } from '@aerie/wire/market/forecasts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { hourlyRefreshMs } from '../../../platform/live/market/market-status.ts'

export const ENTRIES_A_PAGE = 24

const SOONEST_MS = 5 * SECOND_MS

/** The record grows with each market hour: polls once a minute, or more often if the market runs faster. */
const refreshMs = (): number => hourlyRefreshMs(SOONEST_MS, MINUTE_MS)

const path = (symbol: string) => encodeURIComponent(symbol)

/** The hourly record is the server's default. */
const seriesOf = (series: ForecastSeries) => (series === 'hourly' ? {} : { series })
const seriesQuery = (series: ForecastSeries): string => (series === 'hourly' ? '' : `&series=${series}`)

export const scorecardQuery = (symbol: string, hours: number, series: ForecastSeries = 'hourly') =>
  queryOptions({
    queryKey: ['scorecard', symbol, hours, series] as const,
    queryFn: ({ signal }) => api(getScorecard, { params: { symbol }, query: { hours: String(hours), ...seriesOf(series) }, signal }),
    staleTime: SOONEST_MS,
    refetchInterval: ({ state }) => (state.data?.warming ? SOONEST_MS : refreshMs()),
  })

/** One of the two records: of the hourly forecasts, or of those from now. */
export type RecordKey = { readonly symbol: string; readonly hours: number; readonly series: ForecastSeries }

/** A page of single forecasts, optionally of one state: the newest, or those before or after an instant (epoch ms). */
export type ListPage = {
  readonly state: ForecastState | null
  readonly before: number | null
  readonly after: number | null
}

export const historyQuery = ({ symbol, hours, series }: RecordKey, { state, before, after }: ListPage) =>
  queryOptions({
    queryKey: ['forecast-history', symbol, hours, series, state, before, after] as const,
    queryFn: ({ signal }) => {
      const page = {
        ...(state !== null && { state }),
        ...(before !== null && { before: String(before) }),
        ...(after !== null && { after: String(after) }),
      }
      const query = { hours: String(hours), limit: String(ENTRIES_A_PAGE), ...page, ...seriesOf(series) }
      return api(listForecasts, { params: { symbol }, query, signal })
    },
    staleTime: SOONEST_MS,
    refetchInterval: before === null && after === null ? refreshMs : false,
    placeholderData: keepPreviousData,
  })

/** The server's own recomputation of the whole hash chain. */
export const chainQuery = (series: ForecastSeries) =>
  queryOptions({
    queryKey: ['forecast-chain', series] as const,
    queryFn: ({ signal }) => api(verifyForecasts, { query: seriesOf(series), signal }),
    staleTime: 5 * MINUTE_MS,
  })

export const exportPath = ({ symbol, hours, series }: RecordKey, format: ExportFormat): string =>
  `/api/v1/forecasts/${path(symbol)}/export?format=${format}&hours=${hours}${seriesQuery(series)}`

/** The whole chain in order of creation, from which anybody can recompute the hashes. */
export const chainExportPath = (series: ForecastSeries, format: ExportFormat): string =>
  `/api/v1/forecasts/export?format=${format}${seriesQuery(series)}`

export const EXPORT_FORMATS = ['csv', 'json'] as const
type ExportFormat = (typeof EXPORT_FORMATS)[number]

type ExportLinkProps = {
  readonly href: string
  readonly format: ExportFormat
  readonly name: string
}

export const ExportLink = ({ href, format, name }: ExportLinkProps) => (
  <a
    href={href}
    download={`${name}.${format}`}
    className="inline-flex min-h-6 items-center font-medium text-accent-text underline underline-offset-2 pointer-coarse:min-h-11"
  >
    {format.toUpperCase()}
  </a>
)
