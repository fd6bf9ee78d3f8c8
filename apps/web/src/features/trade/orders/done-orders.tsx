import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FIRST_PAGE } from '../../../lib/http/first-page.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { momentText, utcText } from '../../../market-views/forecast/forecast-text.ts'
import { exactFigure } from '../../../platform/format/figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import { tradingCalls } from '../../../trading/account/trading-calls.ts'
import { useTradingState } from '../../../trading/account/trading-store.ts'
import { REASON_TEXT, STATE_TEXT } from '../../../trading/reason-text.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { MoreButton } from '../account/more-button.tsx'
import { orderWords } from './order-row.tsx'
import * as WORDS from './orders-words.ts'

export function DoneOrders() {
  const account = useTradingState(({ view }) => view?.account.id)
  const ended = useTradingState(({ view }) => view?.ended.length)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    {
      queryKey: ['trading', 'done', account, ended],
      queryFn: ({ pageParam, signal }) => tradingCalls.doneOrders(pageParam, { signal }),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: (before) => before,
    },
    queryClient,
  )
  if (data === undefined) {
    return error === null ? (
      <div role="status" aria-label="Loading orders" className="flex flex-col gap-2 p-3">
        <SkeletonRows count={4} />
      </div>
    ) : (
      <ErrorState title="Past orders could not be loaded" onRetry={() => void refetch()}>
        <ErrorText error={error} />
      </ErrorState>
    )
  }
  const orders = data.pages.flatMap((page) => page.data)
  if (orders.length === 0) return <p className="pane-empty">No past orders yet. Orders that end appear here.</p>
  return (
    <div className="pane-scroll">
      <DoneTable orders={orders} />
      {hasNextPage && <MoreButton isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </div>
  )
}

export const DoneTable = ({ orders }: { readonly orders: readonly TradingOrder[] }) => (
  <table className="pane-table pane-cards num" aria-label="Past orders">
    <TableHead titles={[WORDS.order, WORDS.filled, 'Average', 'State', 'Why', 'When']} />
    <tbody>
      {orders.map((order) => (
        <ItemBoundary key={order.id} of={order} as={{ columns: 6 }}>
          <DoneRow order={order} />
        </ItemBoundary>
      ))}
    </tbody>
  </table>
)

const DoneRow = ({ order }: { readonly order: TradingOrder }) => (
  <tr data-side={order.side}>
    <td>{orderWords(order)}</td>
    <td translate="no" data-title={WORDS.filled}>{`${exactFigure(order.filled)} / ${exactFigure(order.size)}`}</td>
    <td translate="no" data-title="Average">
      <Price of={order.average_price} symbol={order.symbol} />
    </td>
    <td data-title="State">{STATE_TEXT[order.state]}</td>
    <td data-title="Why" className="pane-words">
      {order.reason === null ? '' : REASON_TEXT[order.reason]}
    </td>
    <td data-title="When" title={utcText(Date.parse(order.updated_at))}>
      {momentText(Date.parse(order.updated_at))}
    </td>
  </tr>
)
