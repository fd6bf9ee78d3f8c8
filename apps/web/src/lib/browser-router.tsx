import { listenerSet } from '@aerie/runtime/listener-set'
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

const moves = listenerSet<[to: { readonly pathname: string; readonly search: string }]>()

/** Hears where the user goes, before anything of it is drawn: other windows need not wait for this one. @returns how to stop */
export const onMove = moves.subscribe

/**
 * React Router's own declarative router on its own history. Its `BrowserRouter` is the same twenty lines, but stands in a
 * file with forms, fetchers and server rendering that no bundler can leave out (docs/decisions/0061).
 */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(
    () =>
      history.listen((next) => {
        moves.tell(next.location)
        startTransition(() => setState(next))
      }),
    [history],
  )
  return (
    <Router navigator={history} navigationType={action} location={location}>
      {children}
    </Router>
  )
}
