import { PAGE_SIZE, type AssetRow as Row, type SortKey } from '@aerie/wire/market/market'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import { DEFAULT_ORDER, DEFAULT_SORT, type ListRequest, type ListState, retryList } from '../../../platform/live/market/assets-list.ts'
import { buttonStyle } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { moveInTable, SupplyNote } from '../../market/index.ts'
import type { HomeView } from '../use-home-view.ts'
import { rangeText } from './range-text.ts'
import './asset-table.css'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useIsWide } from '../../../ui/hooks/use-media.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { SortButton, type SortDirection } from '../../../ui/table.tsx'
import { AssetRow } from './asset-row.tsx'
import { COLUMNS } from './columns.ts'
import { PlaceholderRows } from './placeholder-rows.tsx'

type MarketListProps = { readonly view: HomeView; readonly list: ListState; readonly onOpen: (symbol: string) => void }

export function MarketList({ view, list, onOpen }: MarketListProps) {
  const rows = list.kind === 'loaded' ? list.page.data : undefined
  return (
    <>
      {list.kind === 'failed' && (
        <div className="list-message">
          <ErrorState title="Couldn't complete your request" onRetry={retryList} />
        </div>
      )}
      {rows?.length === 0 && (
        <div className="list-message" role="status">
          <EmptyState>No results to show. You can go back to the previous page or change filters to get rid of this message.</EmptyState>
        </div>
      )}
      {list.kind !== 'failed' && rows?.length !== 0 && (
        <AssetTable request={view.request} rows={rows} selected={view.selected} onSort={view.sortBy} onOpen={onOpen} />
      )}
      {view.selected !== null && !isSupportedSymbol(view.selected) && (
        <p className="compact-note" role="status">
          {`${view.selected} has no page of its own.`}
        </p>
      )}
      <SupplyNote className="px-3 pt-2" />
      <Pager page={view.request.page} count={rows?.length ?? null} onPage={view.goToPage} />
    </>
  )
}

type PagerProps = {
  readonly page: number
  readonly count: number | null
  readonly onPage: (page: number) => void
}

function Pager({ page, count, onPage }: PagerProps) {
  const hasPrev = page > 1
  const hasNext = count === PAGE_SIZE
  return (
    <nav aria-label="Pages of the list" className="flex items-center justify-between gap-3 px-3 py-2">
      <button
        type="button"
        className={buttonStyle('secondary', 'sm')}
        disabled={!hasPrev}
        aria-disabled={!hasPrev || undefined}
        title={hasPrev ? undefined : 'This is the first page'}
        onClick={() => onPage(page - 1)}
      >
        Prev
      </button>
      <p className="num text-12 text-ink-2" aria-live="polite">
        {rangeText(page, count)}
      </p>
      <button
        type="button"
        className={buttonStyle('secondary', 'sm')}
        disabled={!hasNext}
        aria-disabled={!hasNext || undefined}
        title={hasNext || count === null ? undefined : 'There are no more tokens'}
        onClick={() => onPage(page + 1)}
      >
        Next
      </button>
    </nav>
  )
}

type AssetTableProps = {
  readonly request: ListRequest
  readonly rows: readonly Row[] | undefined
  readonly selected: string | null
  readonly onSort: (sort: SortKey) => void
  readonly onOpen: (symbol: string) => void
}

/** Renders when the page, order or selection changes, never on a tick. */
export function AssetTable({ request, rows, selected, onSort, onOpen }: AssetTableProps) {
  const onClick = (event: MouseEvent) => openRow(event.target, onOpen)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      openRow(event.target, onOpen)
    } else if (moveInTable(event.currentTarget, event.key)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid with keyboard navigation and selection
    <table className="asset-table" role="grid" aria-label="Cryptocurrency prices" aria-busy={rows === undefined}>
      <TableHead sorting={request} onSort={onSort} />
      {rows === undefined ? (
        <PlaceholderRows />
      ) : (
        <tbody onClick={onClick} onKeyDown={onKeyDown} onFocus={keepEntry}>
          {rows.map((row, index) => (
            <ItemBoundary key={row.symbol} of={row} as={{ columns: COLUMNS.length + 2 }}>
              <AssetRow row={row} rank={rankOf(row, index, request)} isSelected={row.symbol === selected} isEntry={index === 0} />
            </ItemBoundary>
          ))}
        </tbody>
      )}
    </table>
  )
}

/** In the default order, the rank of docs/product.md; otherwise the market-cap rank from the server. */
const rankOf = (row: Row, index: number, { page, sort, order }: ListRequest): number =>
  sort === DEFAULT_SORT && order === DEFAULT_ORDER ? index + 1 + (page - 1) * PAGE_SIZE : row.rank

function openRow(target: EventTarget, onOpen: (symbol: string) => void): void {
  const symbol = target instanceof Element ? target.closest<HTMLElement>('[data-symbol]')?.dataset.symbol : undefined
  if (symbol !== undefined) onOpen(symbol)
}

/** Tab returns to the last focused row. */
function keepEntry({ target, currentTarget }: { target: Element; currentTarget: Element }): void {
  const row = target.closest<HTMLElement>('[data-symbol]')
  for (const other of currentTarget.querySelectorAll<HTMLElement>('[data-symbol]')) other.tabIndex = other === row ? 0 : -1
}

type Sorting = Pick<ListRequest, 'sort' | 'order'>
type TableHeadProps = { readonly sorting: Sorting; readonly onSort: (sort: SortKey) => void }

/** On small screens the second column is the market cap. */
function TableHead({ sorting, onSort }: TableHeadProps) {
  const nameSort = useIsWide() ? 'name' : DEFAULT_SORT
  const button = (sort: SortKey, className = '') => ({
    className: `sort-button ${className}`,
    'data-early': `sort ${sort} ${className}`,
    direction: directionOf(sorting, sort),
    onClick: () => onSort(sort),
  })
  return (
    <thead>
      <tr>
        <th scope="col" className="col-rank">
          #
        </th>
        <th scope="col" className="col-name" aria-sort={directionOf(sorting, nameSort)}>
          <SortButton {...button('name', 'wide-only')}>Name</SortButton>
          <SortButton {...button('marketCap', 'compact-only')}>Market Cap</SortButton>
        </th>
        {COLUMNS.map(({ id, title, sort }) => (
          <th key={id} scope="col" className={`col-${id}`} aria-sort={directionOf(sorting, sort)}>
            <SortButton {...button(sort)}>{title}</SortButton>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function directionOf(sorting: Sorting, sort: SortKey): SortDirection | undefined {
  if (sorting.sort !== sort) return undefined
  return sorting.order === 'asc' ? 'ascending' : 'descending'
}
