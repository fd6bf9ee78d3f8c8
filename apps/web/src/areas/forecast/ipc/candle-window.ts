import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { listCandles } from '@aerie/wire/market/candles'
import type { Forecast } from '@aerie/wire/market/forecasts'
import type { CandleTuple } from '@aerie/wire/market/market'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { create } from 'zustand'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { hourlyRefreshMs } from '../../../platform/live/market/market-status.ts'
import type { ViewedQuery } from '../../../ui/states/query-view.tsx'

export type CandleWindow = { readonly interval: Interval; readonly pastHours: number }

/** About three times as much past as future, in about a hundred candles. */
export function windowFor(hours: number): CandleWindow {
  if (hours <= 2) return { interval: '5m', pastHours: 6 }
  if (hours <= 6) return { interval: '15m', pastHours: 18 }
  if (hours <= 12) return { interval: '15m', pastHours: 36 }
  return { interval: '1h', pastHours: 72 }
}

/** Fallback to hourly candles where minutes are not available (hourly recordings, older data). */
const hourly = ({ pastHours }: CandleWindow): CandleWindow => ({ interval: '1h', pastHours: Math.max(12, pastHours) })

/** Refetch interval of the forming candle; shorter in a faster replay. */
const REFRESH_MS = 15 * SECOND_MS
const SOONEST_MS = 3 * SECOND_MS
const refreshMs = (): number => hourlyRefreshMs(SOONEST_MS, REFRESH_MS)

const candlesQuery = (symbol: string, { interval, pastHours }: CandleWindow) => {
  // A forecast of a recording of hours is at most an hour old; one more hour allows for a late one.
  const limit = Math.ceil(((pastHours + 2) * HOUR_MS) / INTERVAL_MS[interval])
  return queryOptions({
    queryKey: ['candles', symbol, interval, limit] as const,
    queryFn: ({ signal }) => api(listCandles, { params: { symbol }, query: { interval, limit: String(limit) }, signal }),
    refetchInterval: refreshMs,
    staleTime: SOONEST_MS,
  })
}

export type Past = {
  readonly candles: readonly CandleTuple[]
  readonly window: CandleWindow
  readonly failure: ViewedQuery<readonly CandleTuple[]> | null
}

const NONE: readonly CandleTuple[] = []

/** Fine candles if they cover most of the window, else hourly ones. */
export function usePast({ symbol, issued_at, hours }: Forecast): Past {
  const fine = windowFor(hours)
  const coarse = hourly(fine)
  const finely = useQuery(candlesQuery(symbol, fine), queryClient)
  const needsHours = finely.data !== undefined && !covers(finely.data, fine, issued_at)
  const hourlyRead = useQuery({ ...candlesQuery(symbol, coarse), enabled: needsHours }, queryClient)
  const [read, window] = needsHours ? [hourlyRead, coarse] : [finely, fine]
  return {
    candles: read.data ?? NONE,
    window,
    failure: read.data === undefined && read.error !== null ? read : null,
  }
}

/** Whether candles cover at least half of the window before `issuedAt`. */
export function covers(read: readonly CandleTuple[], { interval, pastHours }: CandleWindow, issuedAt: number): boolean {
  const from = issuedAt - pastHours * HOUR_MS
  const within = read.filter(([time]) => time * SECOND_MS >= from && time * SECOND_MS < issuedAt).length
  return within * INTERVAL_MS[interval] * 2 >= pastHours * HOUR_MS
}

/** Null: the close the forecast starts from. */
export const useLevel = create<{ readonly level: number | null }>(() => ({ level: null }))

/** Changes while dragging: subscribe only where the level is shown. */
export const setLevel = (level: number | null): void => useLevel.setState({ level })

export function readLevel(text: string): { readonly level: number | null; readonly problem?: string } {
  const typed = parseTypedNumber(text, { units: DOLLARS })
  if (typed.kind === 'empty') return { level: null }
  if (typed.kind === 'wrong') return { level: null, problem: typed.problem }
  return Number(typed.text) > 0 ? { level: Number(typed.text) } : { level: null, problem: 'Enter a price above 0.' }
}

/** Debounce before the address is updated. */
const SETTLE_MS = 300

/** Syncs the level with the address (`?level=64000`): read initially, written after a drag settles. */
export function useLevelInAddress(): number | null {
  const [params, setParams] = useSearchParams()
  const given = readLevel(params.get('level') ?? '').level
  // Undefined: nothing written yet. Null is a written address without a level.
  const written = useRef<number | null | undefined>(undefined)
  useEffect(() => {
    // Ignores our own write, which may be older than the current drag.
    if (given !== written.current) setLevel(given)
    written.current = undefined
  }, [given])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = (level: number | null) => {
      written.current = level
      setParams((now) => withLevel(now, level), { replace: true })
    }
    const stop = useLevel.subscribe(({ level }) => {
      clearTimeout(timer)
      if (level !== given) timer = setTimeout(write, SETTLE_MS, level)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [given, setParams])
  return given
}

function withLevel(params: URLSearchParams, level: number | null): URLSearchParams {
  if (level === null) params.delete('level')
  else params.set('level', String(level))
  return params
}
