import type { SortKey } from '@aerie/wire/market/market'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { DEFAULT_SORT, type ListRequest } from '../../../live/market/assets-list.ts'
import { useIsWide } from '../../../ui/hooks/use-is-wide.ts'
import { COLUMNS } from './columns.ts'

type Sorting = Pick<ListRequest, 'sort' | 'order'>
type TableHeadProps = { readonly sorting: Sorting; readonly onSort: (sort: SortKey) => void }

/** Names of the columns; a press orders the list by one. On small screens the second column is the market cap. */
export function TableHead({ sorting, onSort }: TableHeadProps) {
  const nameSort = useIsWide() ? 'name' : DEFAULT_SORT
  return (
    <thead>
      <tr>
        <th scope="col" className="col-rank">
          #
        </th>
        <th scope="col" className="col-name" aria-sort={ariaSort(sorting, nameSort)}>
          <SortButton title="Name" sort="name" sorting={sorting} onSort={onSort} className="wide-only" />
          <SortButton title="Market Cap" sort="marketCap" sorting={sorting} onSort={onSort} className="compact-only" />
        </th>
        {COLUMNS.map(({ id, title, sort }) => (
          <th key={id} scope="col" className={`col-${id}`} aria-sort={ariaSort(sorting, sort)}>
            <SortButton title={title} sort={sort} sorting={sorting} onSort={onSort} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

type SortButtonProps = TableHeadProps & { readonly title: string; readonly sort: SortKey; readonly className?: string }

function SortButton({ title, sort, sorting, onSort, className = '' }: SortButtonProps) {
  const isActive = sorting.sort === sort
  const Arrow = sorting.order === 'asc' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      className={`sort-button ${className}`}
      data-early={`sort ${sort} ${className}`}
      data-active={isActive || undefined}
      onClick={() => onSort(sort)}
    >
      {title}
      {isActive && <Arrow size={12} aria-hidden="true" />}
    </button>
  )
}

function ariaSort(sorting: Sorting, sort: SortKey): 'ascending' | 'descending' | undefined {
  if (sorting.sort !== sort) return undefined
  return sorting.order === 'asc' ? 'ascending' : 'descending'
}
