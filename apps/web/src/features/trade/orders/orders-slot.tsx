import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../lib/query-client.ts'
import { cancelAll } from '../../../trading/commands.ts'
import { instrumentsQuery } from '../../../trading/instruments.ts'
import { useSubmissions } from '../../../trading/submissions.ts'
import { Button } from '../../../ui/button.tsx'
import { AccountFrame } from '../account/account-frame.tsx'
import { DoneOrders } from './done-orders.tsx'
import { MovePreviewBox } from './move-preview-box.tsx'
import { MoveQuestion } from './move-question.tsx'
import { OrderRow } from './order-row.tsx'
import { SubmissionRow } from './submission-row.tsx'

/** Orders that stand, where they stand in their queues, and those that have ended. */
export function OrdersSlot() {
  const [shows, setShows] = useState<'open' | 'done'>('open')
  // Orders are moved by ticks, which are read here: this slot may stand without a ticket.
  useQuery(instrumentsQuery, queryClient)
  return (
    <AccountFrame what="orders">
      {({ orders }) => (
        <>
          <div className="pane-bar">
            <fieldset className="pane-choice">
              <legend className="sr-only">Orders to show</legend>
              <button type="button" aria-pressed={shows === 'open'} onClick={() => setShows('open')}>
                Open <span className="num">{orders.size}</span>
              </button>
              <button type="button" aria-pressed={shows === 'done'} onClick={() => setShows('done')}>
                Ended
              </button>
            </fieldset>
            <Button
              size="sm"
              variant="ghost"
              disabledReason={orders.size === 0 ? 'No order is open.' : undefined}
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
  const submissions = useSubmissions(({ list }) => list)
  if (orders.length === 0 && submissions.length === 0)
    return <p className="pane-empty">No open orders. Orders that rest, wait for a trigger or are being worked appear here.</p>
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
            <SubmissionRow key={submission.body.client_id} submission={submission} />
          ))}
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
      <MovePreviewBox />
      <MoveQuestion />
    </div>
  )
}
