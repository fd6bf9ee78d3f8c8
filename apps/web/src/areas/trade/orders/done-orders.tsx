import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { useRows } from '../../../platform/api/first-page.ts'
import { exactFigure } from '../../../platform/format/figures.ts'
import { momentText, utcText } from '../../../platform/format/market-text.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { Price, REASON_TEXT, STATE_TEXT, tradingCalls, useTradingState } from '../../trading/index.ts'
import { EmptyPane } from '../account/account-frame.tsx'
import { orderText } from './order-row.tsx'

export function DoneOrders() {
  const account = useTradingState(({ view }) => view?.account.id)
  const ended = useTradingState(({ view }) => view?.ended.length)
  const query = useRows({
    queryKey: ['trading', 'done', account, ended],
    read: (cursor, signal) => tradingCalls.doneOrders(cursor, { signal }),
    keepsRows: true,
  })
  return (
    <div className="h-full overflow-auto">
      <PagesView
        query={query}
        loading="Loading orders"
        failed="Past orders could not be loaded"
        errorClassName="p-3"
        rows={4}
        rowClassName="h-4 w-full"
        className="p-3"
        more="Older"
        empty={<EmptyPane>No past orders yet. Orders that end appear here.</EmptyPane>}
      >
        {(orders) => <DoneTable orders={orders} />}
      </PagesView>
    </div>
  )
}

export const DoneTable = ({ orders }: { readonly orders: readonly TradingOrder[] }) => (
  <table className="pane-table pane-cards num" aria-label="Past orders">
    <TableHead titles={['Order', 'Filled', 'Average', 'State', 'Why', 'When']} />
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
    <td>{orderText(order)}</td>
    <FigureCell data-title="Filled">{`${exactFigure(order.filled)} / ${exactFigure(order.size)}`}</FigureCell>
    <FigureCell data-title="Average">
      <Price of={order.average_price} symbol={order.symbol} />
    </FigureCell>
    <td data-title="State">{STATE_TEXT[order.state]}</td>
    <td data-title="Why" className="max-w-[40ch] overflow-hidden text-ellipsis">
      {order.reason === null ? '' : REASON_TEXT[order.reason]}
    </td>
    <td data-title="When" title={utcText(Date.parse(order.updated_at))}>
      {momentText(Date.parse(order.updated_at))}
    </td>
  </tr>
)
