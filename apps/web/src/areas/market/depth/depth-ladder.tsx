import { numberText } from '@aerie/core/numbers/number-text'
import { type CSSProperties, memo, type SyntheticEvent, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { isElement } from '../../../platform/browser/is-element.ts'
import { useBookState, useIsSyntheticBook } from '../../../platform/live/market/book.ts'
import { paintBook } from '../../../platform/live/market/book-painter.ts'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { type BookLevel, type LadderPainter, ladderPainter, type ShownLevel } from './ladder-painter.ts'
import { ladderRows, PRESSED_ROW_PX } from './ladder-rows.ts'
import { TABLE_ROLES } from './table-roles.ts'

export type LevelExtras = {
  /** Label of the user's own orders at a level, which is then marked; null: none. */
  readonly markOf?: ((level: BookLevel) => string | null) | undefined
  readonly onPick?: ((level: BookLevel) => void) | undefined
}

type DepthLadderProps = LevelExtras & { readonly symbol: string; readonly quote: string; readonly step: number | null }

const NO_MARK = () => null

/** Where a press began: the price at press time is meant, even if the market moves while the button is held. */
type Aimed = { readonly row: HTMLElement | null; readonly level: ShownLevel | null }

/** Asks over bids with the spread in the middle, bars for the running totals. Rows are fixed and painted outside React. */
export function DepthLadder({ symbol, quote, step, markOf = NO_MARK, onPick }: DepthLadderProps) {
  const [size, measure] = useSize()
  const box = useRef<HTMLDivElement>(null)
  const painter = useRef<LadderPainter>(null)
  const marks = useRef(markOf)
  const width = size?.width ?? null
  const isSynthetic = useIsSyntheticBook(symbol)
  const { count, rowPx } = ladderRows(size?.height ?? null, onPick === undefined ? undefined : PRESSED_ROW_PX)
  const titles = useMemo(() => [`Price (${quote})`, `Size (${symbol})`, 'Total'], [quote, symbol])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are painted by another painter
  useLayoutEffect(() => {
    if (box.current === null) return
    painter.current = ladderPainter(box.current, { width, step, titles, markOf: (level) => marks.current(level) })
    return paintBook(symbol, box.current, painter.current.paint)
  }, [symbol, step, width, titles, count])
  useLayoutEffect(() => {
    marks.current = markOf
    const snapshot = useBookState.getState().snapshots.get(symbol)
    if (snapshot?.state === 'known') painter.current?.paint(snapshot)
  }, [markOf, symbol])
  const aimed = useRef<Aimed>(null)
  const rowAt = ({ target }: SyntheticEvent, selector: string) => (isElement(target) && target.closest(selector)?.closest('tr')) || null
  const levelOf = (row: HTMLElement | null) => (row === null ? null : (painter.current?.levelOf(row) ?? null))
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element
      return measure(element)
    },
    [measure],
  )
  const style: CSSProperties & Record<`--${string}`, string> = { '--level': `${rowPx}px`, '--side': `${rowPx * count}px` }
  return (
    <div ref={place} className="ladder-box" style={style}>
      <Bars side="ask" count={count} />
      <Bars side="bid" count={count} />
      <Figures side="ask" />
      <Figures side="bid" />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what is pressed is the button of a level, by key too */}
      <table
        className="book-table ladder num"
        aria-label={bookOf(isSynthetic ? 'Synthetic order' : 'Order', symbol)}
        onPointerDown={(event) => {
          const row = rowAt(event, '.level-price')
          aimed.current = { row, level: levelOf(row) }
        }}
        onClick={(event) => {
          const row = rowAt(event, '.level-price')
          // A click by keyboard has no pointerdown.
          const level = event.detail > 0 && aimed.current?.row === row ? aimed.current.level : levelOf(row)
          aimed.current = null
          if (level !== null) onPick?.({ side: level.side, price: level.price, step: level.step })
        }}
        onPointerOver={(event) => {
          const level = levelOf(rowAt(event, 'td'))
          if (level !== null && event.target instanceof HTMLElement) event.target.title = fullFigure(event.target.dataset.cell, level)
        }}
      >
        <LadderRows titles={titles} count={count} isPressed={onPick !== undefined} />
      </table>
    </div>
  )
}

type Figures = { readonly size: number; readonly total: number; readonly cost: number }

const fullFigure = (cell: string | undefined, { size, total, cost }: Figures): string =>
  cell === 'size' ? `${size}` : cell === 'total' ? `${numberText(total)}, ${numberText(cost)} in total` : ''

const Bars = ({ side, count }: { readonly side: 'bid' | 'ask'; readonly count: number }) => (
  <svg className="level-bars" data-side={side} viewBox={`0 0 100 ${count}`} preserveAspectRatio="none" aria-hidden="true">
    <path />
  </svg>
)

/** Visible sizes and totals, one text per column; the table's cells have the same for screen readers and the pointer. */
const Figures = ({ side }: { readonly side: 'bid' | 'ask' }) => (
  <div translate="no" className="level-figures num" data-side={side} aria-hidden="true">
    <span />
    <pre />
    <pre />
  </div>
)

type RowsProps = { readonly titles: readonly string[]; readonly count: number; readonly isPressed: boolean }

/** Rows without figures: rendered only when their number changes. */
const LadderRows = memo(({ titles, count, isPressed }: RowsProps) => {
  const rowIndexes = Array.from({ length: count }, (_, place) => place)
  return (
    <>
      <thead {...TABLE_ROLES.group}>
        <tr {...TABLE_ROLES.row}>
          {titles.map((title) => (
            <th key={title} {...TABLE_ROLES.column}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...TABLE_ROLES.group}>
        {rowIndexes.toReversed().map((place) => (
          <LadderRow key={`ask ${place}`} side="ask" isPressed={isPressed} />
        ))}
        <tr {...TABLE_ROLES.row} className="spread-row">
          <th {...TABLE_ROLES.rowHead}>
            {/* What has no room wraps, and is out of sight whole. */}
            <span className="spread-figures">
              <span>Spread</span>
              <span translate="no" data-cell="spread" />
              <span translate="no" data-cell="points" />
            </span>
          </th>
        </tr>
        {rowIndexes.map((place) => (
          <LadderRow key={`bid ${place}`} side="bid" isPressed={isPressed} />
        ))}
      </tbody>
    </>
  )
})

const LadderRow = ({ side, isPressed }: { readonly side: 'bid' | 'ask'; readonly isPressed: boolean }) => (
  <tr {...TABLE_ROLES.row} data-side={side}>
    <td {...TABLE_ROLES.cell}>
      <span className="own-mark" role="img" hidden />
      <span className="sr-only">{side === 'bid' ? 'Bid ' : 'Ask '}</span>
      {isPressed ? (
        <button type="button" translate="no" className="level-price" data-cell="price" />
      ) : (
        <span translate="no" data-cell="price" />
      )}
    </td>
    <td {...TABLE_ROLES.cell} translate="no" data-cell="size" />
    <td {...TABLE_ROLES.cell} translate="no" data-cell="total" />
  </tr>
)

const bookOf = (text: string, symbol: string) => `${text} book of ${symbol}`
