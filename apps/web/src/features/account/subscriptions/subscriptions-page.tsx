import { MINUTE_MS } from '@aerie/core/time'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { followOwnChanges, refetchQueries } from '../../../live/own-changes.ts'
import { TransactionTray } from '../../../market-views/transaction/transaction-tray.tsx'
import { usePageTitle } from '../../../navigation/page-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { PlanCards } from './plan-cards.tsx'
import { SubscriptionsOwn } from './subscriptions-own.tsx'
import { SubscriptionsPay } from './subscriptions-pay.tsx'
import { subscriptionsQuery } from './subscriptions-queries.ts'

const KINDS = ['approve-subscribe', 'subscribe']
const CHANGED = ['subscriptions', 'allowance', 'gas']

/** Account → Subscriptions: what the account has, and paying for more. */
export function SubscriptionsPage() {
  usePageTitle('Subscriptions')
  useEffect(followOwnChanges, [])
  const query = useQuery(subscriptionsQuery, queryClient)
  const { error, isFetching, refetch, dataUpdatedAt } = query
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 [&_:is(a,button,input)]:scroll-mb-36">
      <h1 className="font-semibold text-24">Subscriptions</h1>
      <QueryView
        query={query}
        loading="Loading your subscriptions"
        failed="Your subscriptions could not be loaded"
        rows={3}
        rowClassName="h-12 w-full"
        className=""
      >
        {({ own, plans, plans_as_of }) => (
          <>
            {error !== null && <p className="text-12 text-warning">Could not update just now. What you see may be out of date.</p>}
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

/** The server reads prices when it is asked; older ones are what it knew last. */
const OLD_MS = 3 * MINUTE_MS

function PricesOf({ asOf, fetchedAt }: { readonly asOf: number | null; readonly fetchedAt: number }) {
  if (asOf === null || fetchedAt - asOf < OLD_MS) return null
  const time = new Date(asOf).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
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
