import { useLayoutEffect } from 'react'

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
