import { useLayoutEffect } from 'react'

/** What the whole page is laid out by; `html[data-…]` in the styles. */
type RootFlag = 'wall' | 'agentPanel' | 'agentAside' | 'replayBar' | 'tradeBar'

/**
 * Says on the page's root element that something is there. A selector `html:has(…)` would say the same, but makes every change in the page
 * compute styles again, of every element that a rule with it names.
 */
export function useRootFlag(flag: RootFlag, isOn = true): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (isOn) dataset[flag] = ''
    return () => {
      delete dataset[flag]
    }
  }, [flag, isOn])
}
