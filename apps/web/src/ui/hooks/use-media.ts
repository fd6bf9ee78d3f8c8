import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react'

/** For behavior only; use the style sheets for appearance. False during server rendering. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Fits the full table and the sidebar; `lg` in the style sheets. */
const WIDE = '(min-width: 64rem)'

/** For behavior only; use the style sheets for appearance. */
export const useIsWide = (): boolean => useMedia(WIDE)

export const isWide = (): boolean => matchMedia(WIDE).matches

type RootFlag = 'wall' | 'agentPanel' | 'agentAside' | 'replayBar' | 'tradeBar'

/** Cheaper than `html:has(…)`, which recalculates the styles of all matching elements on every DOM change. */
export function useRootFlag(flag: RootFlag, isOn = true): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (isOn) dataset[flag] = ''
    return () => {
      delete dataset[flag]
    }
  }, [flag, isOn])
}
