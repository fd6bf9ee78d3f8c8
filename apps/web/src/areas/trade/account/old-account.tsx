import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRows } from '../../../platform/api/first-page.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { amountFigure, exactFigure } from '../../../platform/format/figures.ts'
import { momentText } from '../../../platform/format/market-text.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { PagesView, QueryView } from '../../../ui/states/query-view.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { accountText, Price, tradingCalls } from '../../trading/index.ts'
import { ChoiceButton } from '../buttons.tsx'
import { FillsTable } from '../fills/fills-table.tsx'
import { DoneTable } from '../orders/done-orders.tsx'
import { EmptyPane } from './account-frame.tsx'
import { Postings } from './postings.tsx'

const PARTS = ['Positions', 'Orders', 'Fills', 'Ledger'] as const
type Part = (typeof PARTS)[number]
type OfAccount = { readonly account: string }

export function OldAccount({ account, onClose }: { readonly account: TradingAccount; readonly onClose: () => void }) {
  const [part, setPart] = useState<Part>('Positions')
  const state = account.closed_at === null ? 'From another market source' : `Closed ${momentText(Date.parse(account.closed_at))}`
  return (
    <Dialog
      title={`Account of ${momentText(Date.parse(account.opened_at))}`}
      description={`${accountText(account)}, cash ${amountFigure(account.cash)} USDC. ${state}. Read-only.`}
      isWide
      onClose={onClose}
    >
      <fieldset className="flex gap-0.5">
        <legend className="sr-only">Account history</legend>
        {PARTS.map((each) => (
          <ChoiceButton key={each} className="min-h-6" isChosen={each === part} onClick={() => setPart(each)}>
            {each}
          </ChoiceButton>
        ))}
      </fieldset>
      <div className="min-h-60 overflow-x-auto">
        {part === 'Positions' && <OldPositions account={account.id} />}
        {part === 'Orders' && <OldOrders account={account.id} />}
        {part === 'Fills' && <OldFills account={account.id} />}
        {part === 'Ledger' && <Postings newest={account.id} account={account.id} />}
      </div>
    </Dialog>
  )
}

/** All parts load and fail the same way. */
const PART_STATES = {
  loading: 'Loading',
  failed: 'This could not be loaded',
  errorClassName: 'p-3',
  rows: 4,
  rowClassName: 'h-4 w-full',
  className: 'p-3',
} as const

function OldPositions({ account }: OfAccount) {
  const query = useQuery(
    { queryKey: ['trading', 'old', account, 'positions'], queryFn: ({ signal }) => tradingCalls.positionsOf(account, { signal }) },
    queryClient,
  )
  return (
    <QueryView query={query} {...PART_STATES} empty={<EmptyPane>No positions.</EmptyPane>}>
      {(positions) => <PositionTable positions={positions} />}
    </QueryView>
  )
}

const PositionTable = ({ positions }: { readonly positions: readonly TradingPosition[] }) => (
  <table className="pane-table num" aria-label="Positions of this account">
    <TableHead titles={['Position', 'Size', 'Entry', 'Leverage']} />
    <tbody>
      {positions.map(({ symbol, size, entry, mode, leverage }) => (
        <tr key={symbol}>
          <td>{symbol}</td>
          <FigureCell>{exactFigure(size)}</FigureCell>
          <FigureCell>
            <Price of={entry} symbol={symbol} />
          </FigureCell>
          <td>{`${mode} ${leverage}×`}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

function OldOrders({ account }: OfAccount) {
  const query = useRows({
    queryKey: ['trading', 'old', account, 'orders'],
    read: (cursor, signal) => tradingCalls.ordersOf(account, cursor, { signal }),
  })
  return (
    <PagesView query={query} {...PART_STATES} more="Older" empty={<EmptyPane>No orders.</EmptyPane>}>
      {(orders) => <DoneTable orders={orders} />}
    </PagesView>
  )
}

function OldFills({ account }: OfAccount) {
  const query = useRows({
    queryKey: ['trading', 'old', account, 'fills'],
    read: (cursor, signal) => tradingCalls.fillsOf(account, cursor, { signal }),
  })
  return (
    <PagesView query={query} {...PART_STATES} more="Older" empty={<EmptyPane>No fills.</EmptyPane>}>
      {(fills) => <FillsTable fills={fills} />}
    </PagesView>
  )
}
