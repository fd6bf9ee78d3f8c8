import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { exactFigure } from '../../../platform/format/figures.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { Columns, FigureCell } from '../../../ui/table.tsx'
import {
  askAgain,
  cancelAll,
  dismissSubmission,
  followUnanswered,
  instrumentsQuery,
  ORDER_KINDS,
  orderCount,
  Price,
  type Submission,
  sendAgain,
  useSubmissions,
} from '../../trading/index.ts'
import { AccountFrame, EmptyPane } from '../account/account-frame.tsx'
import { ChoiceButton } from '../buttons.tsx'
import { DoneOrders } from './done-orders.tsx'
import { MovePreviewBox } from './move-preview-box.tsx'
import { MoveQuestion } from './move-question.tsx'
import { OrderRow } from './order-row.tsx'

export function OrdersSlot() {
  const [shows, setShows] = useState<'open' | 'done'>('open')
  // Needed for tick sizes: this slot may be open without a ticket.
  useQuery(instrumentsQuery, queryClient)
  return (
    <AccountFrame what="orders">
      {({ orders }) => (
        <>
          <div className="flex min-h-8 flex-none items-center justify-between border-line border-b px-2 text-12">
            <fieldset className="flex gap-0.5">
              <legend className="sr-only">Orders to show</legend>
              <ChoiceButton className="min-h-6" isChosen={shows === 'open'} onClick={() => setShows('open')}>
                Open{' '}
                <span translate="no" className="num">
                  {orderCount(orders)}
                </span>
              </ChoiceButton>
              <ChoiceButton className="min-h-6" isChosen={shows === 'done'} onClick={() => setShows('done')}>
                Ended
              </ChoiceButton>
            </fieldset>
            <CancelAll count={orderCount(orders)} />
          </div>
          {shows === 'open' ? <OpenOrders orders={[...orders.values()].reverse()} /> : <DoneOrders />}
        </>
      )}
    </AccountFrame>
  )
}

/** Queue positions cannot be restored, so several orders are cancelled only after a question. */
function CancelAll({ count }: { readonly count: number }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = () => {
    setAsking(false)
    void cancelAll()
  }
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        disabledReason={count === 0 ? 'No orders to cancel.' : undefined}
        onClick={() => (count > 1 ? setAsking(true) : cancel())}
      >
        Cancel all
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Cancel all ${count} orders?`}
          text="Stops and take profits of every coin are among them. Their places in the queue are lost. Positions stay open."
          action={`Cancel ${count} orders`}
          cancel="Keep the orders"
          focusesAction
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Parts of a scaled order by the order's id. */
function partsOf(orders: readonly TradingOrder[]): ReadonlyMap<string, readonly TradingOrder[]> {
  const ids = new Set(orders.map(({ id }) => id))
  return Map.groupBy(
    orders.filter(({ role, parent }) => role === 'leg' && parent !== null && ids.has(parent)),
    ({ parent }) => parent ?? '',
  )
}

function rangeOf(parts: readonly TradingOrder[]): readonly [string | null, string | null] {
  const prices = parts.flatMap(({ price }) => price ?? []).toSorted((a, b) => Number(a) - Number(b))
  return [prices[0] ?? null, prices.at(-1) ?? null]
}

function OpenOrders({ orders }: { readonly orders: readonly TradingOrder[] }) {
  const owner = useSession(({ user }) => user?.user_id ?? null)
  const submissions = useSubmissions(({ list }) => list).filter((each) => each.owner === owner)
  useEffect(followUnanswered, [])
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const parts = partsOf(orders)
  const grouped = new Set([...parts.values()].flat())
  const toggle = (id: string) =>
    setExpanded((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  if (orders.length === 0 && submissions.length === 0)
    return <EmptyPane>No open orders. Resting, triggered and working orders appear here.</EmptyPane>
  return (
    <div className="h-full overflow-auto">
      <table className="pane-table pane-cards orders-table num" aria-label="Open orders">
        <Columns widths={['16%', '9%', '14%', '9%', '7%', '19%', '9%', '7%', '8%']} />
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Size</th>
            <th scope="col">Price</th>
            <th scope="col">Trigger</th>
            <th scope="col">Away</th>
            <th scope="col">Queue</th>
            <th scope="col">State</th>
            <th scope="col" className="pane-more">
              Value
            </th>
            <th scope="col" className="pane-more">
              Placed
            </th>
            <th scope="col" className="pane-edge">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {submissions.map((submission) => (
            <ItemBoundary key={submission.body.client_id} of={submission} as={{ columns: 10 }}>
              <SubmissionRow submission={submission} />
            </ItemBoundary>
          ))}
          {orders
            .filter((order) => !grouped.has(order))
            .flatMap((order) => {
              const own = parts.get(order.id)
              const isExpanded = expanded.has(order.id)
              const group =
                own === undefined ? undefined : { open: own.length, prices: rangeOf(own), isExpanded, onToggle: () => toggle(order.id) }
              return [order, ...(isExpanded ? (own ?? []) : [])].map((each) => (
                <ItemBoundary key={each.id} of={each} as={{ columns: 10 }}>
                  <OrderRow order={each} group={each === order ? group : undefined} />
                </ItemBoundary>
              ))
            })}
        </tbody>
      </table>
      <MovePreviewBox />
      <MoveQuestion by="row" />
    </div>
  )
}

const SUBMISSION_TEXT: Readonly<Record<Exclude<Submission['state'], 'refused'>, string>> = {
  sending: 'Sending…',
  'not-arrived': 'No answer arrived. The server does not have this order.',
  unknown: 'No answer arrived and the server cannot be reached. The order may be open.',
}

function SubmissionRow({ submission }: { readonly submission: Submission }) {
  const { body, state, message } = submission
  return (
    <tr data-side={body.side} data-pending="">
      <td>
        <span className="pane-side">{body.side === 'buy' ? '▲ Buy' : '▼ Sell'}</span> {body.symbol}{' '}
        <span className="text-ink-3">{ORDER_KINDS[body.type].title}</span>
      </td>
      <FigureCell>{exactFigure(body.size ?? null)}</FigureCell>
      <FigureCell>
        <Price of={body.price ?? null} symbol={body.symbol} />
      </FigureCell>
      <td colSpan={7} role="status">
        <span className="inline-flex w-full items-center gap-1 text-warning">
          {state === 'refused' ? (message === '' ? 'Refused' : `Refused: ${message}`) : SUBMISSION_TEXT[state]}
          {(state === 'unknown' || state === 'not-arrived') && (
            <Button size="sm" onClick={() => void askAgain(submission)}>
              Check again
            </Button>
          )}
          {state === 'not-arrived' && (
            <Button size="sm" onClick={() => void sendAgain(submission)}>
              Send again
            </Button>
          )}
          {state !== 'sending' && (
            <Button size="sm" variant="ghost" onClick={() => dismissSubmission(body.client_id)}>
              Dismiss
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}
