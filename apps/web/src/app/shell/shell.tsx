import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AgentButton } from '../../features/agent/agent-button.tsx'
import { useIsServerReady } from '../../lib/http/server-state.ts'
import { useMarketState } from '../../live/market/market-status.ts'
import { cx } from '../../ui/cx.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { RouteSpinner } from '../../ui/states/route-spinner.tsx'
import { LayerHost } from '../layer-host.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { Rail } from './rail.tsx'
import { useRouteChange } from './route-change.ts'
import { ServerBanner } from './server-banner.tsx'

/** What surrounds every page. */
export function Shell() {
  const { pathname } = useLocation()
  // The wallboard has the screen to itself, from its first frame on.
  const isWall = pathname === '/present'
  const { key, isFirst, announcement } = useRouteChange()
  const isServerReady = useIsServerReady()
  const isOld = useMarketState(({ link }) => link !== 'socket') && !isServerReady
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {!isWall && !pathname.startsWith('/ipc/') && (
        <ErrorBoundary of={key} fallback={null}>
          <Rail />
        </ErrorBoundary>
      )}
      <div className="flex min-w-0 flex-1 flex-col pb-[calc(var(--bottom-bar)+env(safe-area-inset-bottom))] md:pb-0">
        {!isWall && (
          <ErrorBoundary
            of={key}
            fallback={
              <p role="alert" className="border-line border-b px-4 py-3 text-12 text-warning">
                The bar at the top could not be shown. Reload the page to try again.
              </p>
            }
          >
            <Header />
          </ErrorBoundary>
        )}
        {!isWall && (
          <ErrorBoundary of={key} fallback={null}>
            <ServerBanner />
          </ErrorBoundary>
        )}
        <main id="content" tabIndex={-1} data-focus-target="" data-outdated={isOld || undefined} className="flex min-w-0 flex-1 flex-col">
          <ErrorBoundary key={key}>
            <div key={key} className={cx('flex min-w-0 flex-1 flex-col', !isFirst && 'animate-rise')}>
              <Suspense fallback={<RouteSpinner />}>
                <Outlet />
              </Suspense>
            </div>
          </ErrorBoundary>
        </main>
      </div>
      {!isWall && (
        <ErrorBoundary of={key} fallback={null}>
          <BottomBar />
        </ErrorBoundary>
      )}
      <AgentButton />
      <LayerHost />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
