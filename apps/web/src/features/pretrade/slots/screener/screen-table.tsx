import './screener.css'
import type { OrderKey } from '@aerie/core/screen'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useCallback } from 'react'
import { bindFigures } from '../../../../live/painter.ts'
import { Change, Figure } from '../../../../market-views/figure/figure.tsx'
import { moveInTable } from '../../../../market-views/figure/table-keys.ts'
import { type Candidate, type FieldName, fieldOf, isLiveField, type OrderName, statisticText } from './screen-fields.ts'

type ScreenTableProps = {
  readonly rows: readonly Candidate[]
  readonly columns: readonly FieldName[]
  readonly order: readonly OrderKey<OrderName>[]
  readonly selected: string
  readonly onOrder: (field: OrderName, isAdded: boolean) => void
  readonly onSelect: (symbol: string) => void
}

/** The coins that pass, with a column for each figure. Ticks are painted into it; it renders when rows or columns change. */
export function ScreenTable({ rows, columns, order, selected, onOrder, onSelect }: ScreenTableProps) {
  const select = (target: EventTarget) => {
    const symbol = target instanceof Element ? target.closest<HTMLElement>('[data-symbol]')?.dataset.symbol : undefined
    if (symbol !== undefined) onSelect(symbol)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      select(event.target)
    } else if (moveInTable(event.currentTarget, event.key)) event.preventDefault()
  }
  const entry = rows.some(({ coin }) => coin.symbol === selected) ? selected : rows[0]?.coin.symbol
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are moved through and selected by keys: a grid
    <table className="screen-table" role="grid" aria-label="Coins that pass the filter">
      <thead>
        <tr>
          <Head name="name" title="Coin" words="By name" order={order} onOrder={onOrder} className="screen-name" />
          {columns.map((name) => (
            <Head
              key={name}
              name={name}
              title={fieldOf(name).title}
              words={fieldOf(name).words}
              order={order}
              onOrder={onOrder}
              className={widthOf(name)}
            />
          ))}
        </tr>
      </thead>
      {/* Other columns are other cells to paint. */}
      <tbody key={columns.join()} onClick={({ target }) => select(target)} onKeyDown={onKeyDown}>
        {rows.map(({ coin, stats }) => (
          <Row
            key={coin.symbol}
            symbol={coin.symbol}
            name={coin.name}
            logo={coin.logo}
            stats={stats}
            columns={columns}
            isSelected={coin.symbol === selected}
            isEntry={coin.symbol === entry}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Amounts of money may carry the name of their currency. */
const widthOf = (name: FieldName): string | undefined => (fieldOf(name).kind === 'money' ? 'screen-money' : undefined)

type HeadProps = Pick<ScreenTableProps, 'order' | 'onOrder'> & {
  readonly name: OrderName
  readonly title: string
  readonly words: string
  readonly className?: string | undefined
}

function Head({ name, title, words, order, onOrder, className }: HeadProps) {
  const at = order.findIndex(({ field }) => field === name)
  const key = order[at]
  const Arrow = key?.descending ? ArrowDown : ArrowUp
  const sort = at === 0 ? (key?.descending ? 'descending' : 'ascending') : undefined
  const press = (event: MouseEvent) => onOrder(name, event.shiftKey)
  return (
    <th scope="col" className={className} aria-sort={sort}>
      <button type="button" onClick={press} title={`${words}. Shift: order by this too.`} data-active={key !== undefined || undefined}>
        {title}
        {key !== undefined && <Arrow size={12} aria-hidden="true" />}
        {key !== undefined && order.length > 1 && (
          <span className="num">
            <span className="sr-only">key </span>
            {at + 1}
          </span>
        )}
      </button>
    </th>
  )
}

type RowProps = Pick<Candidate, 'stats'> & {
  readonly symbol: string
  readonly name: string
  readonly logo: string
  readonly columns: readonly FieldName[]
  readonly isSelected: boolean
  readonly isEntry: boolean
}

const Row = memo(function Row({ symbol, name, logo, stats, columns, isSelected, isEntry }: RowProps) {
  const bind = useCallback((element: HTMLTableRowElement) => bindFigures(element, symbol), [symbol])
  return (
    <tr ref={bind} data-symbol={symbol} aria-selected={isSelected} tabIndex={isEntry ? 0 : -1}>
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
      <span className="screen-statistic num" title={cell?.words} data-tone={cell?.tone}>
        {cell?.text}
        {cell?.isKnown === false && <span className="sr-only"> {cell.words}</span>}
      </span>
    )
  }
  if (column === 'change1h' || column === 'change24h' || column === 'change7d') return <Change name={column} />
  return <Figure name={column} />
}
