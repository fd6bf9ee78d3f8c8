import { MINUTE_MS } from '@aerie/core/time'
import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { followOwnChanges, refetchQueries } from '../../live/own-changes.ts'
import { chainQuery } from '../../market-views/gate/account-queries.ts'
import { WalletGate } from '../../market-views/gate/wallet-gate.tsx'
import { TransactionTray } from '../../market-views/transaction/transaction-tray.tsx'
import { usePageTitle } from '../../navigation/page-title.ts'
import { useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { addressOf } from '../../wallet/address-of.ts'
import { SubscriptionsOwn } from './subscriptions-own.tsx'
import { IncludedPlans, SubscriptionsPayForm } from './subscriptions-pay-form.tsx'
import { subscriptionsQuery } from './subscriptions-queries.ts'

const KINDS = ['approve-subscribe', 'subscribe']
const CHANGED = ['subscriptions', 'allowance', 'gas']

/** Account → Subscriptions: what the account has, and paying for more. */
export function SubscriptionsPage() {
  usePageTitle('Subscriptions')
  useEffect(followOwnChanges, [])
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(subscriptionsQuery, queryClient)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 [&_:is(a,button,input)]:scroll-mb-36">
      <h1 className="font-semibold text-24">Subscriptions</h1>
      {data === undefined && error !== null && (
        <ErrorState title="Your subscriptions could not be read" busy={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Reading your subscriptions" className="flex flex-col gap-3">
          <SkeletonRows count={3} className="h-12 w-full" />
        </div>
      )}
      {data !== undefined && (
        <>
          {error !== null && <p className="text-12 text-warning">Could not be read again just now: what is shown may be old.</p>}
          <Panel title="What you have">
            <SubscriptionsOwn own={data.own} />
          </Panel>
          <Panel title="Pay or renew">
            <PricesOf asOf={data.plans_as_of} fetchedAt={dataUpdatedAt} />
            <Pay plans={data.plans} isFetching={isFetching} onRetry={() => void refetch()} />
          </Panel>
        </>
      )}
      <TransactionTray kinds={KINDS} onSettled={() => refetchQueries(CHANGED)} />
    </div>
  )
}

/** The server reads prices when it is asked; older ones are what it knew last. */
const OLD_MS = 3 * MINUTE_MS

function PricesOf({ asOf, fetchedAt }: { readonly asOf: number | null; readonly fetchedAt: number }) {
  if (asOf === null || fetchedAt - asOf < OLD_MS) return null
  const time = new Date(asOf).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return <p className="px-4 pt-4 text-12 text-warning">Prices of {time}: the chain could not be read since.</p>
}

type PayProps = { readonly plans: SubscriptionsStatus['plans']; readonly isFetching: boolean; readonly onRetry: () => void }

function Pay({ plans, isFetching, onRetry }: PayProps) {
  const owner = useSession(({ user }) => storedWallet(user))
  const { data } = useQuery(chainQuery, queryClient)
  if (plans === null)
    return (
      <div role="status" className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="text-13 text-ink-2">
          The chain cannot be read now, so plans and prices are not known. What you have paid for stands.
        </p>
        <Button busy={isFetching} onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  const included = plans.filter((plan) => plan.included !== null)
  const sold = plans.filter((plan) => plan.included === null)
  if (sold.length === 0)
    return (
      <div className="flex flex-col gap-3 p-4">
        <IncludedPlans plans={included} />
        <p className="text-13 text-ink-2">There is nothing to pay for: you have every plan that is on offer.</p>
      </div>
    )
  const { usdc, subscriptions } = data?.contracts ?? {}
  return (
    <WalletGate>
      {usdc === undefined || subscriptions === undefined || owner === null ? (
        <p className="p-4 text-13 text-ink-2">The contracts of this server are not known yet.</p>
      ) : (
        <SubscriptionsPayForm
          plans={sold}
          included={included}
          owner={addressOf(owner)}
          contracts={{ usdc: addressOf(usdc), subscriptions: addressOf(subscriptions) }}
        />
      )}
    </WalletGate>
  )
}
