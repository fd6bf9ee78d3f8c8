import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { useMarketState } from '../../platform/live/market/market-status.ts'
import { useMarketClock } from '../../platform/live/market/use-market-clock.ts'
import { nextForecastAt } from './forecast-query.ts'

/** In market time. */
export type ForecastTiming = {
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
