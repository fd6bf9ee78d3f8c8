import { bookSpread, type DepthStep, groupingSteps } from '@aerie/core/market/order-book'
import { numberText, shortNumberText } from '@aerie/core/numbers/number-text'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import {
  type CSSProperties,
  memo,
  type PointerEvent,
  type SyntheticEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isElement } from '../../../platform/browser/is-element.ts'
import { textWriter } from '../../../platform/browser/text-writer.ts'
import { moveText } from '../../../platform/format/market-text.ts'
import { paintBook, useBookPart, useBookState, useIsSyntheticBook } from '../../../platform/live/market/book.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { Skeleton, SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { BookFrame, TABLE_ROLES } from './book-frame.tsx'
import { type BookLevel, type DepthSides, depthSides, type LadderPainter, ladderPainter, type ShownLevel } from './ladder-painter.ts'
import { ladderRows, PRESSED_ROW_PX } from './ladder-rows.ts'
import { levelText, levelTexts } from './level-text.ts'

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a painter belongs to these rows
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: clicks reach the button of a level, which works by keyboard */}
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
            {/* Text without room wraps to a hidden line, so it is never cut in part. */}
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

type OrderBookProps = LevelExtras & { readonly symbol: string }

/** Fills its parent: as many levels as fit, with the depth chart above if there is room. */
export const OrderBook = ({ symbol, ...extras }: OrderBookProps) => (
  <div className="order-book">
    <BookFrame
      symbol={symbol}
      what="order book"
      noneText={`This market source has no order book for ${symbol}.`}
      skeleton={<BookSkeleton symbol={symbol} />}
    >
      <Book key={symbol} symbol={symbol} {...extras} />
    </BookFrame>
  </div>
)

function stepsText(snapshot: BookSnapshot | null): string {
  const spread = bookSpread(snapshot?.bids ?? [], snapshot?.asks ?? [])
  return spread.known ? groupingSteps(spread.value.middle).join(' ') : ''
}

const quoteOf = (snapshot: BookSnapshot | null) => snapshot?.quote ?? null

function Book({ symbol, ...extras }: OrderBookProps) {
  const [grouping, setGrouping] = useState<number | null>(null)
  const quote = useBookPart(symbol, quoteOf)
  const steps = useBookPart(symbol, stepsText).split(' ').filter(Boolean).map(Number)
  if (quote === null) return null
  // Selected by index: after a large price move, the same index is another step.
  const step = grouping === null ? null : (steps[grouping] ?? null)
  return (
    <>
      <DepthPlot symbol={symbol} quote={quote} />
      <Grouping steps={steps} chosen={grouping} onChoose={setGrouping} />
      <DepthLadder symbol={symbol} quote={quote} step={step} {...extras} />
    </>
  )
}

type GroupingProps = {
  readonly steps: readonly number[]
  readonly chosen: number | null
  readonly onChoose: (place: number | null) => void
}

const Grouping = ({ steps, chosen, onChoose }: GroupingProps) => (
  <label className="book-grouping">
    Grouping
    <Select
      value={chosen ?? ''}
      options={[['', 'None'], ...steps.map((size, index) => [index, levelText([size])(size)] as const)]}
      onChange={(place) => onChoose(place === '' ? null : place)}
    />
  </label>
)

const BookSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={`Loading the order book of ${symbol}`} className="book-skeleton">
    <Skeleton className="depth-plot-part mb-6 h-24 w-full shrink-0" />
    <SkeletonRows count={24} />
  </div>
)

type DepthPlotProps = { readonly symbol: string; readonly quote: string }

const STEPS = 100

/** Cumulative depth per side with a readout by pointer, touch or arrow keys. Painted, not rendered. */
function DepthPlot({ symbol, quote }: DepthPlotProps) {
  const [at, setAt] = useState<number | null>(null)
  const part = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (part.current !== null) return paintBook(symbol, part.current, plotPainter(part.current, { symbol, quote, at }))
  }, [symbol, quote, at])
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0) setAt(Math.max(-1, Math.min(1, (2 * (event.clientX - left)) / width - 1)))
  }
  return (
    <div ref={part} className="depth-plot-part">
      <div className="depth-plot" onPointerMove={point} onPointerDown={point} onPointerLeave={() => setAt(null)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path data-side="bid" />
          <path data-side="ask" />
          {at !== null && <line x1={50 + at * 50} x2={50 + at * 50} y1="0" y2="100" />}
        </svg>
        <input
          type="range"
          aria-label={`Depth of ${symbol} up to a price`}
          min={-STEPS}
          max={STEPS}
          value={Math.round((at ?? 0) * STEPS)}
          onChange={(event) => setAt(Number(event.target.value) / STEPS)}
          onBlur={() => setAt(null)}
        />
      </div>
      <p className="num h-8 px-3 pt-1 text-11 text-ink-2" />
    </div>
  )
}

type PlotGiven = DepthPlotProps & { readonly at: number | null }

function plotPainter(part: HTMLElement, { symbol, quote, at }: PlotGiven): (snapshot: BookSnapshot) => void {
  const [bids, asks, line, input] = ['[data-side="bid"]', '[data-side="ask"]', 'p', 'input'].map((each) => part.querySelector(each))
  const lineWriter = line == null ? null : textWriter(line)
  const textOf = levelTexts()
  return (snapshot) => {
    const sides = depthSides(snapshot, null)
    const curve = depthCurve(sides)
    part.hidden = curve === null
    if (curve === null) return
    bids?.setAttribute('d', curve.bidPath)
    asks?.setAttribute('d', curve.askPath)
    const priceText = textOf([...snapshot.bids, ...snapshot.asks].map(([price]) => price))
    const reading = readingText(readDepth(sides, curve, at ?? 0), curve.middle, { symbol, quote, priceText })
    input?.setAttribute('aria-valuetext', reading)
    lineWriter?.set(at === null ? rangeText(curve.middle, curve.reach) : reading)
  }
}

type ReadingOptions = DepthPlotProps & { readonly priceText: (price: number) => string }

const readingText = ({ side, price, total, cost }: DepthReading, middle: number, { symbol, quote, priceText }: ReadingOptions): string =>
  `${priceText(price)} (${moveText(price, middle)}): ${shortNumberText(total)} ${symbol} of ${side}s, ${shortNumberText(cost)} ${quote}`

const rangeText = (middle: number, reach: number): string => `Depth within ±${((100 * reach) / middle).toFixed(2)}% of the mid price`

type DepthCurve = {
  readonly middle: number
  /** Price range to either side of the middle. */
  readonly reach: number
  readonly most: number
  /** Paths in a square of 100 by 100. */
  readonly bidPath: string
  readonly askPath: string
}

type DepthReading = { readonly side: 'bid' | 'ask'; readonly price: number; readonly total: number; readonly cost: number }

/** Curves of a book; null if a side is empty. The range ends where the shorter side does. */
export function depthCurve({ bids, asks }: DepthSides): DepthCurve | null {
  const bid = bids[0]
  const ask = asks[0]
  if (bid === undefined || ask === undefined) return null
  const middle = (bid.price + ask.price) / 2
  const reach = Math.min(middle - (bids.at(-1) ?? bid).price, (asks.at(-1) ?? ask).price - middle)
  if (!(reach > 0)) return null
  const within = (steps: readonly DepthStep[]) => steps.filter(({ price }) => Math.abs(price - middle) <= reach * 1.000001)
  const shown = { bids: within(bids), asks: within(asks) }
  const most = Math.max(shown.bids.at(-1)?.total ?? 0, shown.asks.at(-1)?.total ?? 0)
  const x = (price: number) => 50 + (50 * (price - middle)) / reach
  const y = (total: number) => 100 - (96 * total) / most
  return { middle, reach, most, bidPath: stairs(shown.bids, x, y, 0), askPath: stairs(shown.asks, x, y, 100) }
}

/** Depth to take to move the price to `at`, from -1 (left edge) to 1 (right edge). */
export function readDepth({ bids, asks }: DepthSides, { middle, reach }: DepthCurve, at: number): DepthReading {
  const price = middle + at * reach
  const side = at < 0 ? 'bid' : 'ask'
  const reached = side === 'bid' ? bids.filter((step) => step.price >= price) : asks.filter((step) => step.price <= price)
  const last = reached.at(-1)
  return { side, price, total: last?.total ?? 0, cost: last?.cost ?? 0 }
}

type Scale = (value: number) => number

/** Step curve: between two levels the depth is that of the nearer one. */
function stairs(steps: readonly DepthStep[], x: Scale, y: Scale, edge: number): string {
  const first = steps[0]
  if (first === undefined) return ''
  const points = steps.map(({ price, total }) => `H${round(x(price))}V${round(y(total))}`)
  return `M${round(x(first.price))} 100${points.join('')}H${edge}V100Z`
}

const round = (value: number): number => Math.round(value * 100) / 100
