import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { type Forecast, type ForecastAnswer, type ForecastWarming, getForecast } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { clockText } from '../../platform/format/market-text.ts'
import { marketNow, useMarketClock, useMarketState } from '../../platform/live/market/market-status.ts'
import { startLive } from '../../platform/live/socket/live-client.ts'
import type { ViewedQuery } from '../../ui/states/query-view.tsx'

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

const nextForecastAt = ({ issued_at, series }: Pick<Forecast, 'issued_at' | 'series'>): number =>
  issued_at + (series === 'now' ? 5 * MINUTE_MS : HOUR_MS)

/** In market time. */
type ForecastTiming = {
  /** Since the close it was made from; null until the clock is known. */
  readonly ageMs: number | null
  /** Until the next one; negative if overdue. */
  readonly nextInMs: number | null
  readonly isStale: boolean
}

/** Grace period for computing and fetching a forecast after its close: market time, and wall-clock time. */
const MARKET_GRACE_MS = { hourly: 2 * MINUTE_MS, now: MINUTE_MS / 2 } as const
const WALL_GRACE_MS = 15 * SECOND_MS

export function timingOf(forecast: Pick<Forecast, 'issued_at' | 'series'>, now: number | null, speed: number): ForecastTiming {
  if (now === null) return { ageMs: null, nextInMs: null, isStale: false }
  const nextInMs = nextForecastAt(forecast) - now
  return {
    ageMs: Math.max(0, now - forecast.issued_at),
    nextInMs,
    isStale: -nextInMs > Math.max(MARKET_GRACE_MS[forecast.series ?? 'hourly'], WALL_GRACE_MS * speed),
  }
}

export function useForecastTiming(forecast: Pick<Forecast, 'issued_at' | 'series'>): ForecastTiming {
  const now = useMarketClock()
  const speed = useMarketState((state) => state.clock?.speed ?? 1)
  return timingOf(forecast, now, speed)
}

/** `23:05`, `1:02:09`; never below `0:00`. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

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
