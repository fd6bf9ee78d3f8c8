import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'

/** Widths of columns as shares of the table, so that no column moves with its digits; the last one takes what it needs. */
export const Columns = ({ widths }: { readonly widths: readonly string[] }) => (
  <colgroup>
    {widths.map((width, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name and never move
      <col key={index} style={{ width }} />
    ))}
    <col />
  </colgroup>
)

type TableHeadProps = { readonly titles: readonly string[]; readonly className?: string; readonly cellClassName?: string }

export const TableHead = ({ titles, className, cellClassName }: TableHeadProps) => (
  <thead className={className}>
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col" className={cellClassName}>
          {title}
        </th>
      ))}
    </tr>
  </thead>
)

export type SortDirection = 'ascending' | 'descending'

type SortButtonProps = ComponentProps<'button'> & {
  /** Undefined: the table is not sorted by this. */
  readonly direction: SortDirection | undefined
  readonly mark?: ReactNode
}

export function SortButton({ direction, mark, children, ...button }: SortButtonProps) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <button type="button" {...button} data-active={direction !== undefined || undefined}>
      {children}
      {direction !== undefined && <Arrow size={12} aria-hidden="true" />}
      {mark}
    </button>
  )
}

type SortableHeadProps = ComponentProps<'th'> &
  Pick<SortButtonProps, 'direction' | 'mark'> & {
    /** False for a further sort key: ARIA knows one sorted column. */
    readonly isFirstKey?: boolean
    readonly onSort: (event: MouseEvent) => void
  }

/** `title` is the button's. */
export const SortableHead = ({ direction, mark, isFirstKey = true, title, onSort, children, ...cell }: SortableHeadProps) => (
  <th scope="col" {...cell} aria-sort={isFirstKey ? direction : undefined}>
    <SortButton direction={direction} mark={mark} title={title} onClick={onSort}>
      {children}
    </SortButton>
  </th>
)

/** A cell with a figure, which the browser's translation leaves alone. */
export const FigureCell = (cell: ComponentProps<'td'>) => <td translate="no" {...cell} />
