import { backoffMs } from '@aerie/runtime/backoff'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { askServer, useIsServerReady } from '../lib/http/server-state.ts'
import { loginPath } from '../lib/routing/return-path.ts'
import { forgetSession, renewSession, useSession } from '../session/session.ts'
import { ErrorState } from '../ui/states/error-state.tsx'
import { RetryTime } from '../ui/states/error-text.tsx'
import { RouteSpinner } from '../ui/states/route-spinner.tsx'

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

const DELAY = { baseMs: 1000, capMs: 30_000 }

/** While the server is away the shell says so, and the renewal waits for it. */
function RenewFirst() {
  const isReady = useIsServerReady()
  const [tried, setTried] = useState(0)
  const [retryAt, setRetryAt] = useState<number | null>(null)
  useEffect(() => {
    if (!isReady) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = async () => {
      setRetryAt(null)
      const outcome = await renewSession()
      if (outcome === 'unreachable') await askServer()
      if (isGone) return
      if (outcome === 'refused') forgetSession()
      if (outcome !== 'unreachable') return
      const wait = backoffMs(tried + 1, DELAY)
      setRetryAt(performance.now() + wait)
      timer = setTimeout(() => setTried(tried + 1), wait)
    }
    renew().catch((error: unknown) => reportError(error))
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isReady, tried])
  if (!isReady || retryAt === null) return <RouteSpinner />
  return (
    <ErrorState title="Your session could not be renewed" onRetry={() => setTried(tried + 1)}>
      It must be renewed to show this page. <RetryTime at={retryAt} />
    </ErrorState>
  )
}
