import './asset-table.css'
import { PAGE_SIZE, type AssetRow as Row, type SortKey } from '@aerie/wire/market/market'
import type { KeyboardEvent, MouseEvent } from 'react'
import { DEFAULT_ORDER, DEFAULT_SORT, type ListRequest } from '../../../live/market/assets-list.ts'
import { moveInTable } from '../../../market-views/figure/table-keys.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { AssetRow } from './asset-row.tsx'
import { COLUMNS } from './columns.ts'
import { PlaceholderRows } from './placeholder-rows.tsx'
import { TableHead } from './table-head.tsx'

type AssetTableProps = {
  readonly request: ListRequest
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined
  readonly selected: string | null
  readonly onSort: (sort: SortKey) => void
  /** A row was clicked, or Enter pressed on it. */
  readonly onOpen: (symbol: string) => void
}

/** The list itself. It renders when the page, the order or the selection changes, never on a tick. */
export function AssetTable({ request, rows, selected, onSort, onOpen }: AssetTableProps) {
  const onClick = (event: MouseEvent) => openRow(event.target, onOpen)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      openRow(event.target, onOpen)
    } else if (moveInTable(event.currentTarget, event.key)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are moved through and selected by keys: a grid
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

/** The rank of docs/product.md in the list's own order; in any other the place by market cap, which the server says. */
const rankOf = (row: Row, index: number, { page, sort, order }: ListRequest): number =>
  sort === DEFAULT_SORT && order === DEFAULT_ORDER ? index + 1 + (page - 1) * PAGE_SIZE : row.rank

function openRow(target: EventTarget, onOpen: (symbol: string) => void): void {
  const symbol = target instanceof Element ? target.closest<HTMLElement>('[data-symbol]')?.dataset.symbol : undefined
  if (symbol !== undefined) onOpen(symbol)
}

/** The row last focused is where Tab comes back to. */
function keepEntry({ target, currentTarget }: { target: Element; currentTarget: Element }): void {
  const row = target.closest<HTMLElement>('[data-symbol]')
  for (const other of currentTarget.querySelectorAll<HTMLElement>('[data-symbol]')) other.tabIndex = other === row ? 0 : -1
}
