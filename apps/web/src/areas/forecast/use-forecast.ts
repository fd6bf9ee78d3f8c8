import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { Forecast, ForecastAnswer, ForecastWarming } from '@aerie/wire/market/forecasts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '../../platform/api/query-client.ts'
import { clockText } from '../../platform/format/market-text.ts'
import { marketNow, useMarketState } from '../../platform/live/market/market-status.ts'
import { startLive } from '../../platform/live/socket/live-client.ts'
import type { ViewedQuery } from '../../ui/states/query-view.tsx'
import { forecastQuery } from './forecast-query.ts'
import { timingOf } from './forecast-timing.ts'

export type ForecastReading = {
  /** Without the error of a refetch: a forecast is stale by its own time, see `useForecastTiming`. */
  readonly query: ViewedQuery<ForecastAnswer>
  /** Null while there is none. */
  readonly forecast: Forecast | null
  /** Why the last read failed. */
  readonly problem: Error | null
}

/** A forecast from now whose successor is overdue is withdrawn: its start is no longer the present price. Asks for nothing unless enabled. */
export function useForecast(symbol: string, hours: number, isEnabled = true): ForecastReading {
  useEffect(startLive, [])
  const { data: read, error, isFetching, refetch } = useQuery({ ...forecastQuery(symbol, hours), enabled: isEnabled }, queryClient)
  const isOver = useSyncExternalStore(everySecond, () => isWithdrawn(read))
  const data = isOver && read !== undefined && read.state !== 'warming' ? withdrawn(read) : read
  return {
    query: { data, error: data === undefined ? error : null, isFetching, refetch },
    forecast: data === undefined || data.state === 'warming' ? null : data,
    problem: error,
  }
}

const everySecond = (changed: () => void): (() => void) => every(SECOND_MS, changed)

const isWithdrawn = (read: ForecastAnswer | undefined): boolean =>
  read !== undefined &&
  read.state !== 'warming' &&
  read.series === 'now' &&
  timingOf(read, marketNow(), useMarketState.getState().clock?.speed ?? 1).isStale

const withdrawn = ({ symbol, hours, source, issued_at, candles }: Forecast): ForecastWarming => ({
  state: 'warming',
  symbol,
  hours,
  source,
  missing: 'next-close',
  detail: `The forecast of ${clockText(issued_at)} is more than five minutes old, and the next one is late.`,
  since: issued_at,
  candles,
  candles_needed: candles,
})
