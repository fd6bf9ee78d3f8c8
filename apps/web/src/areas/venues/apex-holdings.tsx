import { amountText, groupedDecimal } from '@aerie/core/numbers/decimal-figure'
import {
  type ApexKeysBody,
  type ApexOverview,
  cancelApexOrder,
  cancelApexOrders,
  deleteApexKeys,
  getApexKeys,
  getApexOverview,
  saveApexKeys,
} from '@aerie/wire/apex'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../platform/api/api.ts'
import { errorText } from '../../platform/api/error-text.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { dateTimeText } from '../../platform/format/market-text.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Panel, ScrollSection } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { FigureCell } from '../../ui/table.tsx'
import { APEX_STATE_TEXT, apexTypeText } from './apex-texts.ts'

type Order = ApexOverview['orders'][number]

const figure = (text: string | null): string => (text === null ? '—' : groupedDecimal(text))
const amount = (text: string | null): string => (text === null ? '—' : amountText(text))
const clock = (iso: string): string => new Date(iso).toLocaleTimeString()
const moment = (iso: string | null): string => (iso === null ? '—' : dateTimeText(iso))

/** Real-money positions and orders at ApeX Omni, not paper. */
export function ApexHoldings() {
  const query = useQuery(apexOverviewQuery, queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading your ApeX Omni account"
      failed="Your ApeX Omni account could not be loaded"
      stale="Not updating. These are the last known values."
      rows={4}
    >
      {(overview) => (
        <>
          <Margin overview={overview} isStale={query.error !== null} />
          <Positions positions={overview.positions} />
          <Orders orders={overview.orders} />
          <Fills fills={overview.fills} />
        </>
      )}
    </QueryView>
  )
}

function Margin({ overview: { balance, as_of, is_live }, isStale }: { readonly overview: ApexOverview; readonly isStale: boolean }) {
  const figures = [
    ['Equity', balance.equity],
    ['Available', balance.available],
    ['Initial margin', balance.initial_margin],
    ['Maintenance margin', balance.maintenance_margin],
  ] as const
  return (
    <Panel
      title="ApeX Omni account"
      trailing={<span className="num text-12 text-ink-2">{is_live && !isStale ? 'Live' : `as of ${clock(as_of)}`}</span>}
    >
      <dl className="grid grid-cols-2 gap-4 p-4 sm:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-12 text-ink-2">{name}</dt>
            <dd className="num text-15 text-ink-1" title={value ?? undefined}>
              {amount(value)} <span className="text-12 text-ink-2">USDT</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const Positions = ({ positions }: Pick<ApexOverview, 'positions'>) => (
  <Rows
    title="Positions"
    none="No open positions."
    heads={['Market', 'Side', 'Size', 'Entry', 'Funding', 'Realised']}
    rows={positions.map((one) => ({
      key: `${one.symbol} ${one.side}`,
      cells: [one.symbol, side[one.side], figure(one.size), amount(one.entry), amount(one.funding), amount(one.realised)],
    }))}
  />
)

const Fills = ({ fills }: Pick<ApexOverview, 'fills'>) => (
  <Rows
    title="Fills, last 30 days"
    none="No fills in the last 30 days."
    heads={['Market', 'Side', 'Size', 'Price', 'Fee', 'Settled', 'Time']}
    rows={fills.map((one) => ({
      key: one.id,
      cells: [
        one.symbol,
        side[one.side],
        figure(one.size),
        figure(one.price),
        amount(one.fee),
        one.is_settled ? 'Yes' : 'Not yet',
        moment(one.at),
      ],
    }))}
  />
)

function Orders({ orders }: Pick<ApexOverview, 'orders'>) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Rows
        title="Open orders"
        none="No open orders."
        heads={['Market', 'Side', 'Size', 'Price', 'Trigger', 'Type', 'Matched', 'Settled size', 'State', '']}
        rows={orders.map((order) => ({ key: order.id, cells: [...orderCells(order), <CancelOrder key="cancel" order={order} />] }))}
        trailing={
          orders.length > 0 && (
            <Button size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Cancel all
            </Button>
          )
        }
      />
      {isAsking && <CancelAll onClose={() => setAsking(false)} />}
    </>
  )
}

const orderCells = (order: Order): string[] => [
  order.symbol,
  side[order.side],
  figure(order.size),
  figure(order.price),
  figure(order.trigger),
  order.reduce_only ? `${apexTypeText(order.type)}, reduce only` : apexTypeText(order.type),
  figure(order.matched.size),
  figure(order.settled.size),
  APEX_STATE_TEXT[order.state],
]

function useCancelling(call: () => Promise<null>, onDone?: () => void) {
  return useMutation(
    {
      mutationFn: call,
      onSuccess: () => {
        notify('success', 'ApeX Omni accepted the cancellation.')
        onDone?.()
      },
      onError: (error) => notify('error', errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: apexOverviewQuery.queryKey }),
    },
    queryClient,
  )
}

function CancelOrder({ order }: { readonly order: Order }) {
  const { mutate, isPending } = useCancelling(() => apexCalls.cancel(order.id))
  const label = cancelLabel(side[order.side], figure(order.size), order.symbol)
  return (
    <Button size="sm" busy={isPending} aria-label={label} onClick={() => mutate()}>
      Cancel
    </Button>
  )
}

function CancelAll({ onClose }: { readonly onClose: () => void }) {
  const { mutate, isPending } = useCancelling(apexCalls.cancelAll, onClose)
  return (
    <ConfirmDialog
      title="Cancel all orders on ApeX Omni?"
      text="Stops are cancelled too: positions are then unprotected."
      action="Cancel all"
      cancel="Keep orders"
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}

const FIGURES: ReadonlySet<string> = new Set(['Size', 'Entry', 'Funding', 'Realised', 'Price', 'Trigger', 'Matched', 'Settled size', 'Fee'])

/** The unnamed column holds the row's actions; it is sticky while the other columns scroll. */
const cellStyle = (head: string): string => cx(FIGURES.has(head) && 'text-right', head === '' && 'sticky right-0 bg-surface-1')

type RowsProps = {
  readonly title: string
  readonly none: string
  readonly heads: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  readonly trailing?: ReactNode
}

const Rows = ({ title, none, heads, rows, trailing }: RowsProps) => (
  <Panel title={title} trailing={trailing}>
    {rows.length === 0 ? (
      <p className="p-4 text-13 text-ink-2">{none}</p>
    ) : (
      <ScrollSection aria-label={`${title}, table`} className="overflow-x-auto">
        <table className="num w-full whitespace-nowrap text-13">
          <thead>
            <tr className="text-left text-12 text-ink-2">
              {heads.map((head) => (
                <th key={head} scope="col" className={cx('px-3 py-2 font-medium first:pl-4 last:pr-4', cellStyle(head))}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, at) => (
                  <FigureCell key={heads[at] ?? at} className={cx('px-3 py-2 first:pl-4 last:pr-4', cellStyle(heads[at] ?? ''))}>
                    {cell}
                  </FigureCell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollSection>
    )}
  </Panel>
)

const cancelLabel = (side: string, size: string, market: string) => `Cancel ${side} ${size} ${market}`

const side = { buy: 'Buy', sell: 'Sell', long: 'Long', short: 'Short' }

const LOOK_MS = 3_000

export const apexKeysQuery = queryOptions({
  queryKey: ['apex', 'key'] as const,
  queryFn: ({ signal }) => api(getApexKeys, { signal }),
})

export const apexOverviewQuery = queryOptions({
  queryKey: ['apex', 'overview'] as const,
  queryFn: ({ signal }) => api(getApexOverview, { signal }),
  refetchInterval: LOOK_MS,
  retry: false,
})

/** Saving and deleting need re-authentication; cancelling orders must work at once. */
export const apexCalls = {
  save: (body: ApexKeysBody) => api(saveApexKeys, { body }),
  remove: () => api(deleteApexKeys, {}),
  cancel: (id: string) => api(cancelApexOrder, { params: { id } }),
  cancelAll: () => api(cancelApexOrders, {}),
}
