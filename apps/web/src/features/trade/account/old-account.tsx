import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { momentText } from '../../../market-views/forecast/forecast-text.ts'
import { amountFigure, exactFigure } from '../../../platform/format/figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import { tradingCalls } from '../../../trading/account/trading-calls.ts'
import { accountWords } from '../../../trading/source-words.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { FillsTable } from '../fills/fills-table.tsx'
import { DoneTable } from '../orders/done-orders.tsx'
import { MoreButton } from './more-button.tsx'
import * as WORDS from './paper-account-words.ts'
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
      description={WORDS.oldAccountSummary(accountWords(account), amountFigure(account.cash), state)}
      isWide
      onClose={onClose}
    >
      <fieldset className="pane-choice">
        <legend className="sr-only">Account history</legend>
        {PARTS.map((each) => (
          <button key={each} type="button" aria-pressed={each === part} onClick={() => setPart(each)}>
            {each}
          </button>
        ))}
      </fieldset>
      <div className="old-account">
        {part === 'Positions' && <OldPositions account={account.id} />}
        {part === 'Orders' && <OldOrders account={account.id} />}
        {part === 'Fills' && <OldFills account={account.id} />}
        {part === 'Ledger' && <Postings newest={account.id} account={account.id} />}
      </div>
    </Dialog>
  )
}

type ReadProps = { readonly error: unknown; readonly isRead: boolean; readonly onRetry: () => void; readonly children: ReactNode }

function Read({ error, isRead, onRetry, children }: ReadProps) {
  if (isRead) return children
  return error === null ? (
    <div role="status" aria-label="Loading" className="flex flex-col gap-2 p-3">
      <SkeletonRows count={4} />
    </div>
  ) : (
    <ErrorState title="This could not be loaded" onRetry={onRetry}>
      <ErrorText error={error} />
    </ErrorState>
  )
}

function OldPositions({ account }: OfAccount) {
  const { data, error, refetch } = useQuery(
    { queryKey: ['trading', 'old', account, 'positions'], queryFn: ({ signal }) => tradingCalls.positionsOf(account, { signal }) },
    queryClient,
  )
  return (
    <Read error={error} isRead={data !== undefined} onRetry={() => void refetch()}>
      {data?.length === 0 ? <p className="pane-empty">No positions.</p> : <PositionTable positions={data ?? []} />}
    </Read>
  )
}

const PositionTable = ({ positions }: { readonly positions: readonly TradingPosition[] }) => (
  <table className="pane-table num" aria-label="Positions of this account">
    <TableHead titles={['Position', 'Size', 'Entry', 'Leverage']} />
    <tbody>
      {positions.map(({ symbol, size, entry, mode, leverage }) => (
        <tr key={symbol}>
          <td>{symbol}</td>
          <td translate="no">{exactFigure(size)}</td>
          <td translate="no">
            <Price of={entry} symbol={symbol} />
          </td>
          <td>{`${mode} ${leverage}×`}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const FIRST_PAGE: string | undefined = undefined
const nextOf = ({ next }: { readonly next: string | null }) => next ?? undefined

function OldOrders({ account }: OfAccount) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    {
      queryKey: ['trading', 'old', account, 'orders'],
      queryFn: ({ pageParam, signal }) => tradingCalls.ordersOf(account, pageParam, { signal }),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: nextOf,
    },
    queryClient,
  )
  const orders = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Read error={error} isRead={data !== undefined} onRetry={() => void refetch()}>
      {orders.length === 0 ? <p className="pane-empty">No orders.</p> : <DoneTable orders={orders} />}
      {hasNextPage && <MoreButton isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </Read>
  )
}

function OldFills({ account }: OfAccount) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    {
      queryKey: ['trading', 'old', account, 'fills'],
      queryFn: ({ pageParam, signal }) => tradingCalls.fillsOf(account, pageParam, { signal }),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: nextOf,
    },
    queryClient,
  )
  const fills = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Read error={error} isRead={data !== undefined} onRetry={() => void refetch()}>
      {fills.length === 0 ? <p className="pane-empty">No fills.</p> : <FillsTable fills={fills} />}
      {hasNextPage && <MoreButton isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </Read>
  )
}
