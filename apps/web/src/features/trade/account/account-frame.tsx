import type { ReactNode } from 'react'
import { ApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useMarketState } from '../../../live/market/market-status.ts'
import type { AccountView } from '../../../trading/account/account-view.ts'
import { readTrading, useTrading } from '../../../trading/account/trading-store.ts'
import { isSourceChanged, NO_TRADING_TEXT } from '../../../trading/orders/may-trade.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import * as WORDS from './account-frame-words.ts'

type AccountFrameProps = {
  /** What is shown of it, in words that fit into sentences: `positions`. */
  readonly what: string
  readonly children: (view: AccountView) => ReactNode
}

/** A part of the account in its states: loading, value, older than the connection, failed, not allowed. */
export function AccountFrame({ what, children }: AccountFrameProps) {
  const { view, error } = useTrading()
  const isOffline = useMarketState(({ link }) => link === 'offline')
  if (view === null && error === null) return <Loading what={what} />
  if (view === null) return <Failed what={what} error={error} />
  const note = noteOf(error, isOffline)
  return (
    <div className="account-part" data-stale={note !== null || undefined}>
      {note !== null && (
        <p role="status" className="account-note">
          {note}
        </p>
      )}
      {children(view)}
    </div>
  )
}

function noteOf(error: unknown, isOffline: boolean): string | null {
  if (isSourceChanged(error)) return NO_TRADING_TEXT['source-changed']
  if (isOffline) return WORDS.serverUnreachable
  return error === null ? null : WORDS.notUpdated(errorText(error))
}

const Loading = ({ what }: { readonly what: string }) => (
  <div role="status" aria-label={WORDS.loading(what)} className="flex flex-col gap-2 p-3">
    <SkeletonRows count={5} className="h-5 w-full" />
  </div>
)

function Failed({ what, error }: { readonly what: string; readonly error: unknown }) {
  if (error instanceof ApiError && error.code === 'forbidden') {
    return (
      <EmptyState
        title={WORDS.needsSubscription}
        action={
          <ButtonLink size="sm" to="/account/subscriptions">
            {WORDS.subscriptions}
          </ButtonLink>
        }
      >
        {error.detail || WORDS.notInSubscription}
      </EmptyState>
    )
  }
  return (
    <ErrorState title={WORDS.accountFailed} onRetry={() => void readTrading()}>
      {WORDS.partFailed(what, errorText(error))}
    </ErrorState>
  )
}
