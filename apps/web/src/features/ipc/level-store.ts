import { parseAmount } from '@aerie/core/numbers/convert-amount'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useSearchParams } from '../../lib/routing/search-params.ts'

/** The price whose chance is asked for; null: the close the forecast starts from. */
export const useLevel = create<{ readonly level: number | null }>(() => ({ level: null }))

/** Changed while it is dragged: only what shows the level listens. */
export const setLevel = (level: number | null): void => useLevel.setState({ level })

/** A level as an address or a field gives it; null where it is no positive price. Thousands may be grouped by commas; another comma is refused. */
export function parseLevel(text: string | null): number | null {
  const parsed = parseAmount((text ?? '').trim().replace(/^\$/, ''))
  const level = parsed.ok ? Number(parsed.amount) : 0
  return level > 0 ? level : null
}

/** The address follows a drag once it rests. */
const SETTLE_MS = 300

/** Keeps the level in the address (`?level=64000`): from it at first, into it when it has come to rest. */
export function useLevelInAddress(): number | null {
  const [params, setParams] = useSearchParams()
  const given = parseLevel(params.get('level'))
  // Undefined where it has written nothing: an address without a level is no level either.
  const written = useRef<number | null | undefined>(undefined)
  useEffect(() => {
    // What this page has written itself may be older than where the level is dragged by now.
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
