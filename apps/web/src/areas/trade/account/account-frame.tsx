import type { ReactNode } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { useIsServerReady } from '../../../platform/api/server-state.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { type AccountView, isSourceChanged, useTradingQuery, useTradingState } from '../../trading/index.ts'

type AccountFrameProps = {
  readonly what: string
  readonly children: (view: AccountView) => ReactNode
}

const isForbidden = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'forbidden'

/** Dims stale figures; the reason is shown once for the screen. */
export function AccountFrame({ what, children }: AccountFrameProps) {
  const { data, error } = useTradingQuery()
  const isOld = useTradingState((state) => state.isOld)
  const isReady = useIsServerReady()
  if (data === undefined) return isForbidden(error) ? <NoSubscription detail={error.detail} /> : <Loading what={what} />
  return (
    <div className="flex h-full min-h-0 flex-col data-stale:*:opacity-70" data-stale={error !== null || isOld || !isReady || undefined}>
      {children(data)}
    </div>
  )
}

export const EmptyPane = ({ children }: { readonly children: ReactNode }) => <p className="px-3 py-4 text-12 text-ink-2">{children}</p>

/** Shown once for the whole Trade screen. */
export function AccountNotice() {
  const query = useTradingQuery()
  // These two errors are shown in the bar and in the panels.
  if (isSourceChanged(query.error) || (query.data === undefined && isForbidden(query.error))) return null
  if (query.error === null) return null
  return (
    <div className="border-line border-b bg-surface-1 px-3 py-1">
      <QueryNotice
        query={query}
        text={
          query.data === undefined
            ? 'Your account could not be loaded.'
            : 'Your account could not be updated; these are the last known values.'
        }
        role="alert"
      />
    </div>
  )
}

const Loading = ({ what }: { readonly what: string }) => (
  <div role="status" aria-label={`Loading: ${what}`} className="flex flex-col gap-2 p-3">
    <SkeletonRows count={5} className="h-5 w-full" />
  </div>
)

const NoSubscription = ({ detail }: { readonly detail: string }) => (
  <EmptyState
    title="Trading needs a subscription"
    action={
      <ButtonLink size="sm" to="/account/subscriptions">
        Subscriptions
      </ButtonLink>
    }
  >
    {detail || 'Your subscription does not include it. Charts, order book and trades stay available.'}
  </EmptyState>
)
