import { backoffMs } from '@aerie/runtime/backoff'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { AccountPage, DetailsPage, PersonaPage, SubscriptionsPage, WalletsPage } from '../areas/account/index.ts'
import { AlertsPage } from '../areas/alerts/index.ts'
import { ClawPage } from '../areas/claw/index.ts'
import { CopyPage } from '../areas/copy/index.ts'
import { CurrenciesPage } from '../areas/currencies/index.ts'
import { IpcPage } from '../areas/forecast/index.ts'
import { PosttradePage } from '../areas/journal/index.ts'
import { LearnPage } from '../areas/learn/index.ts'
import { RewardsScreen } from '../areas/membership/index.ts'
import { PresentPage } from '../areas/present/index.ts'
import { PretradePage } from '../areas/research/index.ts'
import { IdeaPage, SocialPage } from '../areas/social/index.ts'
import { TradePage } from '../areas/trade/index.ts'
import { ApexPage } from '../areas/venues/index.ts'
import { askServer, useIsServerReady } from '../platform/api/server-state.ts'
import { lazyPart } from '../platform/browser/lazy-part.ts'
import { loginPath } from '../platform/navigation/navigation.ts'
import { forgetSession, renewSession, useSession } from '../platform/session/session.ts'
import { ErrorState, RetryTime } from '../ui/states/error-state.tsx'
import { RouteSpinner } from '../ui/states/progress.tsx'

const NotFound = lazyPart(async () => (await import('./not-found.tsx')).NotFound)

const SHORT: ReadonlyArray<readonly [from: string, to: string]> = [
  ['currencies', '/currencies/BTC'],
  ['ipc', '/ipc/BTC'],
  ['traderewards', '/traderewards/stake'],
  ['account', '/account/details'],
]

const REWARDS = ['stake', 'withdraw', 'rewards'] as const

export const GuardedScreens = () => (
  <Routes>
    <Route element={<RequireSession />}>
      <Route path="currencies/:currency" element={<CurrenciesPage />} />
      <Route path="ipc/:currency" element={<IpcPage />} />
      <Route path="claw/pretrade" element={<PretradePage />} />
      <Route path="claw/trade" element={<TradePage />} />
      <Route path="claw/posttrade" element={<PosttradePage />} />
      <Route path="claw/copy" element={<CopyPage />} />
      <Route path="claw/social" element={<SocialPage />} />
      <Route path="claw/social/:idea" element={<IdeaPage />} />
      <Route path="mirror" element={<PretradePage isMirror />} />
      <Route path="present" element={<PresentPage />} />
      <Route path="tradealerts" element={<AlertsPage />} />
      <Route path="account/account" element={<AccountPage />} />
      <Route path="account/apex" element={<ApexPage />} />
      <Route path="account/details" element={<DetailsPage />} />
      <Route path="account/tradepersona" element={<PersonaPage />} />
      <Route path="account/wallets" element={<WalletsPage />} />
      <Route path="account/subscriptions" element={<SubscriptionsPage />} />
      <Route path="claw" element={<ClawPage />} />
      <Route path="claw/learn" element={<LearnPage />} />
      <Route path="learn" element={<LearnPage />} />
      {REWARDS.map((tab) => (
        <Route key={tab} path={`traderewards/${tab}`} element={<RewardsScreen key={tab} tab={tab} />} />
      ))}
      {SHORT.map(([from, to]) => (
        <Route key={from} path={from} element={<Navigate to={to} replace />} />
      ))}
    </Route>
    <Route path="*" element={<NotFound />} />
  </Routes>
)

/** Requires a valid stored token; an expired one is first renewed by the cookie. */
export function RequireSession() {
  const { phase, token, user } = useSession()
  const { pathname, search, hash } = useLocation()
  if (phase === 'guest') return <Navigate to={loginPath(pathname + search + hash)} replace />
  if (phase === 'stored') return <RenewFirst />
  if (phase === 'leaving' && token === null) return <RouteSpinner />
  // Another user logged in from another window: the key discards all state of the previous one.
  return <Outlet key={user?.user_id} />
}

const DELAY = { baseMs: 1000, capMs: 30_000 }

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
