import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { loginPath } from '../lib/routing/return-path.ts'
import { forgetSession, renewSession, useSession } from '../session/session.ts'
import { ErrorState } from '../ui/states/error-state.tsx'
import { RouteSpinner } from '../ui/states/route-spinner.tsx'
import * as WORDS from './require-session-words.ts'

/** Lets only those with a valid stored token through; a token that has run out is first renewed by the cookie. */
export function RequireSession() {
  const { phase, token, user } = useSession()
  const { pathname, search, hash } = useLocation()
  if (phase === 'guest') return <Navigate to={loginPath(pathname + search + hash)} replace />
  if (phase === 'stored') return <RenewFirst />
  // Logged out: the page is about to be left, and nothing of the user may stay on it.
  if (phase === 'leaving' && token === null) return <RouteSpinner />
  // Another user, whom another window has logged in, begins with nothing of what was typed, opened or read here.
  return <Outlet key={user?.user_id} />
}

function RenewFirst() {
  const [isUnreachable, setUnreachable] = useState(false)
  useEffect(() => {
    if (isUnreachable) return
    let isGone = false
    renewSession().then(
      (outcome) => {
        if (isGone) return
        if (outcome === 'refused') forgetSession()
        if (outcome === 'unreachable') setUnreachable(true)
      },
      (error: unknown) => reportError(error),
    )
    return () => {
      isGone = true
    }
  }, [isUnreachable])
  if (!isUnreachable) return <RouteSpinner />
  return (
    <ErrorState title={WORDS.serverUnreachable} onRetry={() => setUnreachable(false)}>
      {WORDS.renewSession}
    </ErrorState>
  )
}
