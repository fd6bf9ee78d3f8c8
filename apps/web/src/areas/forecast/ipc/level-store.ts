import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { create } from 'zustand'

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
