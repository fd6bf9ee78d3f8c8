import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

/** Told to the window when the address is another, before anything of it is drawn: other windows need not wait for this one. */
export const MOVED = 'aerie-moved'

/**
 * React Router's own declarative router on its own history. Its `BrowserRouter` is the same twenty lines, but stands in a
 * file with forms, fetchers and server rendering that no bundler can leave out.
 */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => {
    let page = history.location.pathname
    return history.listen((next) => {
      dispatchEvent(new Event(MOVED))
      // A choice on the same page is drawn with the press; another page may have to be loaded, and this one stays until then.
      if (next.action === 'REPLACE' && next.location.pathname === page) setState(next)
      else startTransition(() => setState(next))
      page = next.location.pathname
    })
  }, [history])
  return (
    <Router navigator={history} navigationType={action} location={location}>
      {children}
    </Router>
  )
}
