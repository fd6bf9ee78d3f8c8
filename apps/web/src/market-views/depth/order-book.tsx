import { bookSpread, type DepthStep, groupingSteps } from '@aerie/core/market/order-book'
import { shortNumberText } from '@aerie/core/numbers/short-number-text'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { textWriter } from '../../lib/text-writer.ts'
import { useBookPart } from '../../live/market/book.ts'
import { paintBook } from '../../live/market/book-painter.ts'
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx'
import { moveText } from '../forecast/forecast-text.ts'
import { BookFrame } from './book-frame.tsx'
import { DepthLadder, type LevelExtras } from './depth-ladder.tsx'
import { type DepthSides, depthSides } from './depth-sides.ts'
import { levelText, levelTexts } from './level-text.ts'

/** Shown where the book is high only. */

type OrderBookProps = LevelExtras & { readonly symbol: string }

/**
 * The order book of a coin. It fills the height of what it stands in: levels as there is room, the spread in the middle, and the
 * depth chart above where the room is large.
 */
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

/** Steps worth grouping by, as text: the same text is the same steps, and nothing is drawn again. */
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
  // Steps are chosen by their place: when the price has moved far, the same place is another step.
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

/** How much waits on each side up to each price; the pointer, a finger or the arrow keys read it off. Painted, not rendered. */
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
  const words = line == null ? null : textWriter(line)
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
    words?.put(at === null ? rangeText(curve.middle, curve.reach) : reading)
  }
}

type Words = DepthPlotProps & { readonly priceText: (price: number) => string }

const readingText = ({ side, price, total, cost }: DepthReading, middle: number, { symbol, quote, priceText }: Words): string =>
  `${priceText(price)} (${moveText(price, middle)}): ${shortNumberText(total)} ${symbol} of ${side}s, ${shortNumberText(cost)} ${quote}`

const rangeText = (middle: number, reach: number): string => `Depth within ±${((100 * reach) / middle).toFixed(2)}% of the mid price`

/** The picture of a book: both curves over one range of prices, the middle in its centre. */
type DepthCurve = {
  readonly middle: number
  /** Prices reach this far to both sides of the middle. */
  readonly reach: number
  /** Coins at the top of the picture. */
  readonly most: number
  /** Paths in a square of 100 by 100. */
  readonly bidPath: string
  readonly askPath: string
}

/** What waits between the middle and a price. */
type DepthReading = { readonly side: 'bid' | 'ask'; readonly price: number; readonly total: number; readonly cost: number }

/** The curves of a book with both sides; null where one is empty. The range ends where the shorter side does. */
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

/** What one has to take to move the price to `at`, from -1 (the left edge) to 1 (the right). */
export function readDepth({ bids, asks }: DepthSides, { middle, reach }: DepthCurve, at: number): DepthReading {
  const price = middle + at * reach
  const side = at < 0 ? 'bid' : 'ask'
  const reached = side === 'bid' ? bids.filter((step) => step.price >= price) : asks.filter((step) => step.price <= price)
  const last = reached.at(-1)
  return { side, price, total: last?.total ?? 0, cost: last?.cost ?? 0 }
}

type Scale = (value: number) => number

/** Between two levels there is as much as up to the nearer one: the curve goes level, then up. */
function stairs(steps: readonly DepthStep[], x: Scale, y: Scale, edge: number): string {
  const first = steps[0]
  if (first === undefined) return ''
  const points = steps.map(({ price, total }) => `H${round(x(price))}V${round(y(total))}`)
  return `M${round(x(first.price))} 100${points.join('')}H${edge}V100Z`
}

const round = (value: number): number => Math.round(value * 100) / 100
