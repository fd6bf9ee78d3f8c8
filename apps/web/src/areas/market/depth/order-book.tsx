import { bookSpread, type DepthStep, groupingSteps } from '@aerie/core/market/order-book'
import { shortNumberText } from '@aerie/core/numbers/short-number-text'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { textWriter } from '../../../platform/browser/text-writer.ts'
import { moveText } from '../../../platform/format/market-text.ts'
import { useBookPart } from '../../../platform/live/market/book.ts'
import { paintBook } from '../../../platform/live/market/book-painter.ts'
import { Skeleton, SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { BookFrame } from './book-frame.tsx'
import { DepthLadder, type LevelExtras } from './depth-ladder.tsx'
import { type DepthSides, depthSides } from './depth-sides.ts'
import { levelText, levelTexts } from './level-text.ts'

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
    <select value={chosen ?? ''} onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}>
      <option value="">None</option>
      {steps.map((size, index) => (
        <option key={size} value={index}>
          {levelText([size])(size)}
        </option>
      ))}
    </select>
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
