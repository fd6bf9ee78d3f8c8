import { useContext, useEffect, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router'

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
    const letGo = holdBack(navigator, (go) => setHeld({ go }))
    addEventListener('beforeunload', askBrowser)
    return () => {
      letGo()
      removeEventListener('beforeunload', askBrowser)
    }
  }, [isOn, navigator])
  return { held: held?.go ?? null, forget: () => setHeld(null) }
}

/** Steps of the router go to `hold` instead, until what it returns is called. */
function holdBack(navigator: Navigator, hold: (go: Leave) => void): () => void {
  const before = { push: navigator.push.bind(navigator), replace: navigator.replace.bind(navigator) }
  navigator.push = (...step) => hold(() => before.push(...step))
  navigator.replace = (...step) => hold(() => before.replace(...step))
  return () => void Object.assign(navigator, before)
}

const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault()
