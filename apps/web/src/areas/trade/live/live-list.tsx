import type { ApexOrderRow } from '@aerie/wire/apex'
import type { ApexLiveOrder } from '@aerie/wire/apex-orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { QueryNotice, QueryView } from '../../../ui/states/query-view.tsx'
import { ChoiceButton } from '../buttons.tsx'
import { CancelLive } from './cancel-live.tsx'
import { atApexQuery, liveCalls, liveOrdersQuery } from './live-queries.ts'
import { ElsewhereRow, isOpen, LiveRow } from './live-row.tsx'

/** Open orders, including those of other programs, and recent ones, each with its paper twin. */
export function LiveList() {
  const [shows, setShows] = useState<'open' | 'recent'>('open')
  const query = useQuery(liveOrdersQuery, queryClient)
  const { data } = query
  const atApex = useQuery(atApexQuery, queryClient)
  const elsewhere = data === undefined ? [] : notIn(data, atApex.data ?? [])
  const count = (data?.filter(isOpen).length ?? 0) + elsewhere.length
  return (
    <section className="flex flex-col gap-2 border-line border-t p-3" aria-label="Live orders">
      <h3 className="font-semibold text-13">Live orders</h3>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <fieldset className="flex gap-0.5">
          <legend className="sr-only">Live orders to show</legend>
          <ChoiceButton className="min-h-6" isChosen={shows === 'open'} onClick={() => setShows('open')}>
            Open{' '}
            {data !== undefined && (
              <span translate="no" className="num">
                {count}
              </span>
            )}
          </ChoiceButton>
          <ChoiceButton className="min-h-6" isChosen={shows === 'recent'} onClick={() => setShows('recent')}>
            Recent
          </ChoiceButton>
        </fieldset>
        {count > 0 && <CancelAll count={count} />}
      </div>
      <QueryNotice query={atApex} text={`Orders of other programs could not be loaded.`} role="status" />
      <QueryView
        query={query}
        loading="Loading live orders"
        failed="Live orders could not be loaded"
        stale="Live orders could not be loaded."
        isCompact
        rowClassName="h-9 w-full"
      >
        {(orders) => (
          <Rows
            orders={orders.filter((order) => isOpen(order) === (shows === 'open'))}
            elsewhere={shows === 'open' ? elsewhere : []}
            shows={shows}
          />
        )}
      </QueryView>
    </section>
  )
}

/** `isOwn`: placed from here. */
type Elsewhere = { readonly order: ApexOrderRow; readonly isOwn: boolean }
type RowsProps = {
  readonly orders: readonly ApexLiveOrder[]
  readonly elsewhere: readonly Elsewhere[]
  readonly shows: 'open' | 'recent'
}

function Rows({ orders, elsewhere, shows }: RowsProps) {
  if (orders.length + elsewhere.length === 0)
    return (
      <p className="text-12 text-ink-2">
        {shows === 'open'
          ? 'No open live orders. Orders that rest at ApeX Omni appear here.'
          : 'No recent live orders. Orders that you send appear here.'}
      </p>
    )
  return (
    <ul className="*:flex *:flex-col *:gap-1 *:border-line *:border-t *:py-2">
      {orders.map((order) => (
        <ItemBoundary key={order.client_id} of={order} as="li">
          <LiveRow order={order} />
        </ItemBoundary>
      ))}
      {elsewhere.map(({ order, isOwn }) => (
        <ItemBoundary key={order.id} of={order} as="li">
          <ElsewhereRow order={order} isOwn={isOwn} />
        </ItemBoundary>
      ))}
    </ul>
  )
}

/**
 * Orders at ApeX without a row of their own. Includes an order recorded as refused that exists at ApeX after all, so that it can be
 * canceled. Excludes ended orders: the ApeX snapshot may be older.
 */
function notIn(own: readonly ApexLiveOrder[], atApex: readonly ApexOrderRow[]): readonly Elsewhere[] {
  const byName = new Map(own.map((order) => [order.client_id, order]))
  return atApex.flatMap((order) => {
    const known = order.client_id === null ? undefined : byName.get(order.client_id)
    return known === undefined || known.state === 'refused' ? [{ order, isOwn: known !== undefined }] : []
  })
}

function CancelAll({ count }: { readonly count: number }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Cancel all LIVE
      </Button>
      {isAsking && (
        <CancelLive
          title="Cancel all LIVE orders at ApeX Omni?"
          text={`All open orders of this account are cancelled: ${count} listed here, in every market, stops and orders of other programs too. Positions stay open, and are then unprotected.`}
          yes="Cancel all LIVE"
          call={async () => {
            await liveCalls.cancelAll()
            return 'ApeX Omni accepted the cancellation of all live orders.'
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
