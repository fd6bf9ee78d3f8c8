import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { getSubscriptions, type SubscriptionsStatus } from '@aerie/wire/staking'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { dateTimeText } from '../../../platform/format/market-text.ts'
import { followOwnChanges, refetchQueries } from '../../../platform/live/own-changes.ts'
import { usePageTitle } from '../../../platform/navigation/page-title.ts'
import { useSession } from '../../../platform/session/session.ts'
import { storedWallet } from '../../../platform/session/stored-wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { addressOf, chainQuery, shortAddress, TransactionLink, TransactionTray, WalletGate } from '../../membership/index.ts'
import { PlanCards } from './plan-cards.tsx'
import { SubscriptionsPayForm } from './subscriptions-pay-form.tsx'

const KINDS = ['approve-subscribe', 'subscribe']
const CHANGED = ['subscriptions', 'allowance', 'gas']

export function SubscriptionsPage() {
  usePageTitle('Subscriptions')
  useEffect(followOwnChanges, [])
  const query = useQuery(subscriptionsQuery, queryClient)
  const { isFetching, refetch, dataUpdatedAt } = query
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 [&_:is(a,button,input)]:scroll-mb-36">
      <h1 className="font-semibold text-24">Subscriptions</h1>
      <QueryView
        query={query}
        loading="Loading your subscriptions"
        failed="Your subscriptions could not be loaded"
        stale="Could not update just now. What you see may be out of date."
        rows={3}
        rowClassName="h-12 w-full"
      >
        {({ own, plans, plans_as_of }) => (
          <>
            <Panel title="Current plan">
              <SubscriptionsOwn own={own} />
            </Panel>
            <Panel title="Plans">
              <PricesOf asOf={plans_as_of} fetchedAt={dataUpdatedAt} />
              {plans === null ? <NoPrices isFetching={isFetching} onRetry={() => void refetch()} /> : <PlanCards plans={plans} />}
            </Panel>
            {plans !== null && (
              <Panel title="Pay or renew">
                <SubscriptionsPay plans={plans} own={own} />
              </Panel>
            )}
          </>
        )}
      </QueryView>
      <TransactionTray kinds={KINDS} onSettled={() => refetchQueries(CHANGED)} />
    </div>
  )
}

/** The server fetches prices on request; older ones are its last known values. */
const OLD_MS = 3 * MINUTE_MS

function PricesOf({ asOf, fetchedAt }: { readonly asOf: number | null; readonly fetchedAt: number }) {
  if (asOf === null || fetchedAt - asOf < OLD_MS) return null
  const time = dateTimeText(asOf)
  return <p className="px-4 pt-4 text-12 text-warning">{`Prices as of ${time}. The chain has not answered since.`}</p>
}

type NoPricesProps = { readonly isFetching: boolean; readonly onRetry: () => void }

const NoPrices = ({ isFetching, onRetry }: NoPricesProps) => (
  <div role="status" className="flex flex-wrap items-center justify-between gap-3 p-4">
    <p className="text-13 text-ink-2">Prices are not available: the chain did not answer. Your paid subscriptions are not affected.</p>
    <Button busy={isFetching} onClick={onRetry}>
      Try Again
    </Button>
  </div>
)

/** Polling interval while a payment's block can still be reorganised. */
const SOON_MS = 3 * SECOND_MS
const AGAIN_MS = 60 * SECOND_MS

export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'] as const,
  queryFn: ({ signal }) => api(getSubscriptions, { signal }),
  refetchInterval: ({ state }) => (state.data?.own.some(({ final }) => !final) ? SOON_MS : AGAIN_MS),
})

type SubscriptionsPayProps = { readonly plans: NonNullable<SubscriptionsStatus['plans']>; readonly own: SubscriptionsStatus['own'] }

function SubscriptionsPay({ plans, own }: SubscriptionsPayProps) {
  const owner = useSession(({ user }) => storedWallet(user))
  const { data } = useQuery(chainQuery, queryClient)
  const sold = plans.filter((plan) => plan.included === null)
  if (sold.length === 0) return <p className="p-4 text-13 text-ink-2">Nothing to pay: you have every plan on offer.</p>
  const { usdc, subscriptions } = data?.contracts ?? {}
  return (
    <WalletGate why="Plans are paid in USDC from your wallet, for 1 to 24 months. Connect one to pay.">
      {usdc === undefined || subscriptions === undefined || owner === null ? (
        <p className="p-4 text-13 text-ink-2">Payments are not available yet. Try again in a moment.</p>
      ) : (
        <SubscriptionsPayForm
          plans={sold}
          own={own}
          owner={addressOf(owner)}
          contracts={{ usdc: addressOf(usdc), subscriptions: addressOf(subscriptions) }}
        />
      )}
    </WalletGate>
  )
}

type Own = SubscriptionsStatus['own'][number]

export function SubscriptionsOwn({ own }: { readonly own: readonly Own[] }) {
  if (own.length === 0) return <p className="p-4 text-13 text-ink-2">You are on the claw plan, which is included with every account.</p>
  return (
    <ul className="divide-y divide-line">
      {own.map((one) => (
        <li
          key={`${one.name} ${one.wallet} ${one.final}`}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3"
        >
          <div>
            <p className="font-medium text-15 text-ink-1">{one.name}</p>
            <p className="text-13 text-ink-2">{statusText(one)}</p>
            <p className="text-12 text-ink-2">{one.origin === 'operator' ? 'Granted by the operator' : `Paid from ${payerOf(one)}`}</p>
          </div>
          {one.transaction !== null && <TransactionLink hash={one.transaction} />}
        </li>
      ))}
    </ul>
  )
}

const payerOf = ({ wallet }: Own): string => (wallet === null ? 'a linked wallet' : shortAddress(wallet))

function statusText({ final, paid_until: paidUntil, active }: Own): string {
  if (!final) return 'Paid. Active as soon as the payment is final; no need to log in again.'
  if (paidUntil === null) return 'Active, with no end date.'
  const until = dateTimeText(paidUntil)
  return active ? `Active until ${until}.` : `Ended on ${until}.`
}
