import type { Watchlist } from '@aerie/wire/workspace/workspace'
import { GripVertical, X } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react'
import { DASH } from '../../../platform/format/figures.ts'
import { bindFigures } from '../../../platform/live/market/painter.ts'
import { Change, Figure, moveInTable, Sparkline } from '../../market/index.ts'
import { neighbourAfter, useReorder } from '../reorder/use-reorder.ts'
import type { ListedCoin } from './watchlist-edits.ts'

type WatchTableProps = {
  readonly list: Watchlist
  readonly coins: ReadonlyMap<string, ListedCoin>
  /** Whether `coins` is loaded: only then is a missing coin unlisted. */
  readonly isKnown: boolean
  readonly selected: string
  readonly onSelect: (symbol: string) => void
  readonly onMove: (symbol: string, before: string | null) => void
  readonly onRemove: (symbol: string) => void
}

const HINT = 'Enter selects, Alt with an arrow key moves, Delete removes'

export function WatchTable({ list, coins, isKnown, selected, onSelect, onMove, onRemove }: WatchTableProps) {
  const { symbols } = list
  const follow = useRef<string | null>(null)
  const reorder = useReorder<HTMLTableSectionElement>((from, to) => {
    const moved = symbols[from]
    if (moved === undefined) return
    follow.current = moved
    onMove(moved, neighbourAfter(symbols, from, to))
  })
  const body = reorder.list
  // Keep focus on a row that was moved by keyboard.
  useEffect(() => {
    if (follow.current !== null) body.current?.querySelector<HTMLElement>(`[data-symbol="${follow.current}"]`)?.focus()
    follow.current = null
  })
  const onRowKey = (event: KeyboardEvent<HTMLElement>, symbol: string): boolean => {
    if (reorder.moveByKey(event, symbols.indexOf(symbol))) return true
    if (event.key === 'Enter' || event.key === ' ') onSelect(symbol)
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      focusBeside(event.currentTarget, symbols, symbol)
      onRemove(symbol)
    } else return moveInTable(event.currentTarget, event.key)
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    const symbol = target instanceof Element ? target.closest<HTMLElement>('[data-symbol]')?.dataset.symbol : undefined
    // Buttons in a row handle Enter and Space themselves.
    if (symbol === undefined || (target instanceof HTMLButtonElement && event.key !== 'Delete')) return
    if (onRowKey(event, symbol)) event.preventDefault()
  }
  const entry = symbols.includes(selected) ? selected : symbols[0]
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are moved through, selected and moved by keys: a grid
    <table className="watch-table" role="grid" aria-label={`${list.name}. ${HINT}.`} data-dragging={reorder.isDragging || undefined}>
      <thead>
        <tr>
          <th scope="col" className="watch-grip">
            <span className="sr-only">Move</span>
          </th>
          <th scope="col" className="watch-name">
            Coin
          </th>
          <th scope="col">Price</th>
          <th scope="col" className="watch-1h">
            1h%
          </th>
          <th scope="col" className="watch-change">
            24h%
          </th>
          <th scope="col" className="watch-7d">
            7d%
          </th>
          <th scope="col" className="watch-volume">
            Volume
          </th>
          <th scope="col" className="watch-drop">
            <span className="sr-only">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {symbols.map((symbol, index) => (
          <WatchRow
            key={`${symbol} ${isKnown && !coins.has(symbol)}`}
            symbol={symbol}
            coin={coins.get(symbol)}
            isUnlisted={isKnown && !coins.has(symbol)}
            isSelected={symbol === selected}
            isEntry={symbol === entry}
            onSelect={onSelect}
            onRemove={onRemove}
            handle={reorder.handle(index)}
            place={reorder.row(index)}
          />
        ))}
      </tbody>
    </table>
  )
}

function focusBeside(body: HTMLElement, symbols: readonly string[], gone: string): void {
  const at = symbols.indexOf(gone)
  const next = symbols[at + 1] ?? symbols[at - 1]
  if (next !== undefined) body.querySelector<HTMLElement>(`[data-symbol="${next}"]`)?.focus()
}

type WatchRowProps = Pick<WatchTableProps, 'onSelect' | 'onRemove'> & {
  readonly symbol: string
  readonly coin: ListedCoin | undefined
  readonly isUnlisted: boolean
  readonly isSelected: boolean
  readonly isEntry: boolean
  readonly handle: ReturnType<ReturnType<typeof useReorder>['handle']>
  readonly place: ReturnType<ReturnType<typeof useReorder>['row']>
}

function WatchRow({ symbol, coin, isUnlisted, isSelected, isEntry, onSelect, onRemove, handle, place }: WatchRowProps) {
  const bind = useCallback((element: HTMLTableRowElement) => bindFigures(element, symbol), [symbol])
  return (
    <tr
      {...place}
      ref={bind}
      data-symbol={symbol}
      aria-selected={isSelected}
      tabIndex={isEntry ? 0 : -1}
      onClick={({ target }) => !(target instanceof Element && target.closest('button, .watch-grip') !== null) && onSelect(symbol)}
    >
      <td className="watch-grip" {...handle} title="Drag to move, or press Alt with an arrow key">
        <GripVertical size={14} aria-hidden="true" />
      </td>
      <th scope="row" className="watch-name" tabIndex={-1}>
        <span className="screen-coin">
          {coin === undefined ? (
            <span className="size-[18px] shrink-0" />
          ) : (
            <img src={coin.logo} alt="" width={18} height={18} decoding="async" className="rounded-full" />
          )}
          <b>{symbol}</b> <span className="screen-long">{coin?.name}</span>
          <span className="screen-age num" data-age="" />
        </span>
      </th>
      {isUnlisted ? <NoFigures /> : <Figures sparkline={coin?.sparkline ?? NO_LINE} />}
      <td className="watch-drop">
        <button type="button" tabIndex={-1} aria-label={`Remove ${symbol}`} title="Remove" onClick={() => onRemove(symbol)}>
          <X size={14} aria-hidden="true" />
        </button>
      </td>
    </tr>
  )
}

const NO_LINE: readonly number[] = []
const FIGURE_CLASSES = ['', 'watch-1h', 'watch-change', 'watch-7d', 'watch-volume']

/** The market does not list this coin. Shown in the widest column, which is always visible. */
const NoFigures = () =>
  FIGURE_CLASSES.map((className) => (
    <td key={className} className={className} tabIndex={-1} title="The market source does not list this coin">
      {className === '' ? <span className="watch-unlisted">not listed</span> : DASH}
    </td>
  ))

/** Rendered once: the painter writes into these elements. */
const Figures = memo(function Figures({ sparkline }: { readonly sparkline: readonly number[] }) {
  return (
    <>
      <td tabIndex={-1}>
        <Figure name="price" />
      </td>
      <td className="watch-1h" tabIndex={-1}>
        <Change name="change1h" />
      </td>
      <td className="watch-change" tabIndex={-1}>
        <Change name="change24h" />
      </td>
      <td className="watch-7d" tabIndex={-1}>
        <span className="with-sparkline">
          <Change name="change7d" />
          <Sparkline closes={sparkline} />
        </span>
      </td>
      <td className="watch-volume" tabIndex={-1}>
        <Figure name="volume" />
      </td>
    </>
  )
})
