import { useContext, useEffect, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'

type Leave = () => void

/**
 * While `isOn`, holds back whatever leaves the page: links, shortcuts and commands wait for an answer; closing or reloading the tab is
 * asked about by the browser itself. Going back cannot be held back by a page, so Back leaves.
 *
 * @returns the held step, to be taken when the user says so, and how to forget it
 */
export function useLeaveGuard(isOn: boolean): { readonly held: Leave | null; readonly forget: () => void } {
  const { navigator } = useContext(NavigationContext)
  const [held, setHeld] = useState<{ readonly go: Leave } | null>(null)
  useEffect(() => {
    if (!isOn) return
    const { push, replace } = navigator
    navigator.push = (...step) => setHeld({ go: () => push.apply(navigator, step) })
    navigator.replace = (...step) => setHeld({ go: () => replace.apply(navigator, step) })
    addEventListener('beforeunload', askBrowser)
    return () => {
      Object.assign(navigator, { push, replace })
      removeEventListener('beforeunload', askBrowser)
    }
  }, [isOn, navigator])
  return { held: held?.go ?? null, forget: () => setHeld(null) }
}

const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault()
