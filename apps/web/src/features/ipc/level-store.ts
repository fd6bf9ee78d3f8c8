import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { create } from 'zustand'

/** The price whose chance is asked for; null: the close the forecast starts from. */
export const useLevel = create<{ readonly level: number | null }>(() => ({ level: null }))

/** Changed while it is dragged: only what shows the level listens. */
export const setLevel = (level: number | null): void => useLevel.setState({ level })

/** A level as an address or a field gives it: null without one, with the problem where it is no price above 0. */
export function readLevel(text: string): { readonly level: number | null; readonly problem?: string } {
  const typed = parseTypedNumber(text, { units: DOLLARS })
  if (typed.kind === 'empty') return { level: null }
  if (typed.kind === 'wrong') return { level: null, problem: typed.problem }
  return Number(typed.text) > 0 ? { level: Number(typed.text) } : { level: null, problem: 'Enter a price above 0.' }
}

/** The address follows a drag once it rests. */
const SETTLE_MS = 300

/** Keeps the level in the address (`?level=64000`): from it at first, into it when it has come to rest. */
export function useLevelInAddress(): number | null {
  const [params, setParams] = useSearchParams()
  const given = readLevel(params.get('level') ?? '').level
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
