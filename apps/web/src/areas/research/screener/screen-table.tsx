import { itemAt } from '@aerie/core/item-at'
import './screener.css'
import type { OrderKey } from '@aerie/core/market/screen'
import { Fragment, type KeyboardEvent, memo, type RefObject, useCallback, useState } from 'react'
import { bindFigures } from '../../../platform/live/market/painter.ts'
import { drawnRows, useVisibleRows } from '../../../ui/row-window.ts'
import { SortableHead } from '../../../ui/table.tsx'
import { Change, Figure, moveInTable } from '../../market/index.ts'
import { type Candidate, type FieldName, fieldOf, isLiveField, type OrderName, statisticText } from './screen-fields.ts'

type ScreenTableProps = {
  readonly rows: readonly Candidate[]
  readonly columns: readonly FieldName[]
  readonly order: readonly OrderKey<OrderName>[]
  readonly selected: string
  readonly scroller: RefObject<HTMLElement | null>
  readonly onOrder: (field: OrderName, isAdded: boolean) => void
  readonly onSelect: (symbol: string) => void
}

/** Virtualised. Ticks are painted outside React; renders only when rows or columns change. */
export function ScreenTable({ rows, columns, order, selected, scroller, onOrder, onSelect }: ScreenTableProps) {
  const span = useVisibleRows(scroller, rows.length)
  const [focused, setFocused] = useState<string>()
  const select = (target: EventTarget) => {
    const symbol = symbolOf(target)
    if (symbol !== undefined) onSelect(symbol)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      select(event.target)
    } else if (moveInTable(event.currentTarget, event.key)) event.preventDefault()
  }
  const rowIndexOf = (symbol: string | undefined) => rows.findIndex(({ coin }) => coin.symbol === symbol)
  const entry = Math.max(0, rowIndexOf(selected))
  const drawn = drawnRows({ count: rows.length, span, entry, focused: rowIndexOf(focused) })
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid with keyboard navigation and selection
    <table className="screen-table" role="grid" aria-label="Coins that pass the filter" aria-rowcount={rows.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <Head name="name" title="Coin" description="Sort by name" order={order} onOrder={onOrder} className="screen-name" />
          {columns.map((name) => (
            <Head
              key={name}
              name={name}
              title={fieldOf(name).title}
              description={fieldOf(name).description}
              order={order}
              onOrder={onOrder}
            />
          ))}
        </tr>
      </thead>
      {/* Other columns are other cells to paint. */}
      <tbody
        key={columns.join()}
        onClick={({ target }) => select(target)}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setFocused(symbolOf(target))}
      >
        {drawn.map((place, index) => {
          const { coin, stats } = itemAt(rows, place)
          return (
            <Fragment key={coin.symbol}>
              <Gap rows={place - 1 - (drawn[index - 1] ?? -1)} />
              <Row
                place={place}
                symbol={coin.symbol}
                name={coin.name}
                logo={coin.logo}
                stats={stats}
                columns={columns}
                isSelected={coin.symbol === selected}
                isEntry={place === entry}
              />
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

const symbolOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-symbol]')?.dataset.symbol : undefined

const Gap = ({ rows }: { readonly rows: number }) =>
  rows === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" className="screen-gap">
      <td style={{ height: `calc(${rows} * var(--row))` }} />
    </tr>
  )

type HeadProps = Pick<ScreenTableProps, 'order' | 'onOrder'> & {
  readonly name: OrderName
  readonly title: string
  readonly description: string
  readonly className?: string | undefined
}

function Head({ name, title, description, order, onOrder, className }: HeadProps) {
  const at = order.findIndex(({ field }) => field === name)
  const key = order[at]
  return (
    <SortableHead
      className={className}
      direction={key && (key.descending ? 'descending' : 'ascending')}
      isFirstKey={at === 0}
      title={`${description}. Shift-click to sort by this as well.`}
      onSort={(event) => onOrder(name, event.shiftKey)}
      mark={
        key !== undefined &&
        order.length > 1 && (
          <span className="num">
            <span className="sr-only">key </span>
            {at + 1}
          </span>
        )
      }
    >
      {title}
    </SortableHead>
  )
}

type RowProps = Pick<Candidate, 'stats'> & {
  readonly place: number
  readonly symbol: string
  readonly name: string
  readonly logo: string
  readonly columns: readonly FieldName[]
  readonly isSelected: boolean
  readonly isEntry: boolean
}

const Row = memo(function Row({ place, symbol, name, logo, stats, columns, isSelected, isEntry }: RowProps) {
  const bind = useCallback((element: HTMLTableRowElement) => bindFigures(element, symbol), [symbol])
  return (
    <tr ref={bind} data-symbol={symbol} aria-rowindex={place + 2} aria-selected={isSelected} tabIndex={isEntry ? 0 : -1}>
      <th scope="row" className="screen-name" tabIndex={-1}>
        <span className="screen-coin">
          <img src={logo} alt="" width={18} height={18} decoding="async" loading="lazy" className="rounded-full" />
          <b>{symbol}</b> <span className="screen-long">{name}</span>
          <span className="screen-age num" data-age="" />
        </span>
      </th>
      {columns.map((column) => (
        <td key={column} tabIndex={-1}>
          <Cell column={column} stats={stats} />
        </td>
      ))}
    </tr>
  )
})

function Cell({ column, stats }: { readonly column: FieldName } & Pick<Candidate, 'stats'>) {
  if (!isLiveField(column)) {
    const cell = statisticText(stats, column)
    return (
      <span className="screen-statistic num" title={cell?.description} data-tone={cell?.tone}>
        {cell?.text}
        {cell?.isKnown === false && <span className="sr-only"> {cell.description}</span>}
      </span>
    )
  }
  if (column === 'change1h' || column === 'change24h' || column === 'change7d') return <Change name={column} />
  return <Figure name={column} />
}
