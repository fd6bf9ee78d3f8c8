import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export const PRESET_HOURS = [1, 6, 12, 24] as const
export const ALL_HOURS: readonly number[] = Array.from({ length: 24 }, (_, index) => index + 1)
const DEFAULT_HOURS = 24

/** The default unless `text` is a whole hour from 1 to 24. */
export function parseHours(text: string | null): number {
  const hours = text !== null && /^\d{1,2}$/.test(text) ? Number(text) : DEFAULT_HOURS
  return ALL_HOURS.includes(hours) ? hours : DEFAULT_HOURS
}

/** The horizon in the URL (`?hours=6`) and its setter. The default is omitted. */
export function useHours(): readonly [hours: number, setHours: (hours: number) => void] {
  const [params, setParams] = useSearchParams()
  const setHours = useCallback(
    (hours: number) => setParams((now) => withHours(now, hours), { replace: true, flushSync: true }),
    [setParams],
  )
  return [parseHours(params.get('hours')), setHours]
}

function withHours(params: URLSearchParams, hours: number): URLSearchParams {
  // A page of single forecasts is valid only for its horizon.
  params.delete('before')
  params.delete('after')
  if (hours === DEFAULT_HOURS) params.delete('hours')
  else params.set('hours', String(hours))
  return params
}
