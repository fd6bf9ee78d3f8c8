import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { instrumentsQuery } from '../../trading/account/instruments.ts'
import { cancelAll } from '../../trading/orders/account-commands.ts'
import { useSubmissions } from '../../trading/orders/submissions.ts'
import { followUnanswered } from '../../trading/orders/unanswered-orders.ts'
import { AccountFrame } from '../account/account-frame.tsx'
import { DoneOrders } from './done-orders.tsx'
import { MovePreviewBox } from './move-preview-box.tsx'
import { MoveQuestion } from './move-question.tsx'
import { OrderRow } from './order-row.tsx'
import { SubmissionRow } from './submission-row.tsx'

export function OrdersSlot() {
  const [shows, setShows] = useState<'open' | 'done'>('open')
  // Needed for tick sizes: this slot may be open without a ticket.
  useQuery(instrumentsQuery, queryClient)
  return (
    <AccountFrame what="orders">
      {({ orders }) => (
        <>
          <div className="pane-bar">
            <fieldset className="pane-choice">
              <legend className="sr-only">Orders to show</legend>
              <button type="button" aria-pressed={shows === 'open'} onClick={() => setShows('open')}>
                Open{' '}
                <span translate="no" className="num">
                  {orders.size}
                </span>
              </button>
              <button type="button" aria-pressed={shows === 'done'} onClick={() => setShows('done')}>
                Ended
              </button>
            </fieldset>
            <Button
              size="sm"
              variant="ghost"
              disabledReason={orders.size === 0 ? 'No orders to cancel.' : undefined}
              onClick={() => void cancelAll()}
            >
              Cancel all
            </Button>
          </div>
          {shows === 'open' ? <OpenOrders orders={[...orders.values()].reverse()} /> : <DoneOrders />}
        </>
      )}
    </AccountFrame>
  )
}

function OpenOrders({ orders }: { readonly orders: readonly Parameters<typeof OrderRow>[0]['order'][] }) {
  const owner = useSession(({ user }) => user?.user_id ?? null)
  const submissions = useSubmissions(({ list }) => list).filter((each) => each.owner === owner)
  useEffect(followUnanswered, [])
  if (orders.length === 0 && submissions.length === 0)
    return <p className="pane-empty">No open orders. Resting, triggered and working orders appear here.</p>
  return (
    <div className="pane-scroll">
      <table className="pane-table pane-cards num" aria-label="Open orders">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Size</th>
            <th scope="col">Price</th>
            <th scope="col">Trigger</th>
            <th scope="col">Queue</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {submissions.map((submission) => (
            <ItemBoundary key={submission.body.client_id} of={submission} as={{ columns: 7 }}>
              <SubmissionRow submission={submission} />
            </ItemBoundary>
          ))}
          {orders.map((order) => (
            <ItemBoundary key={order.id} of={order} as={{ columns: 7 }}>
              <OrderRow order={order} />
            </ItemBoundary>
          ))}
        </tbody>
      </table>
      <MovePreviewBox />
      <MoveQuestion by="row" />
    </div>
  )
}
