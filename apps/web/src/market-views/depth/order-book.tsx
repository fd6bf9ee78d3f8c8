import { bookSpread, groupingSteps } from '@aerie/core/market/order-book'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { useState } from 'react'
import { useBookPart } from '../../live/market/book.ts'
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx'
import { BookFrame } from './book-frame.tsx'
import { DepthLadder, type LevelExtras } from './depth-ladder.tsx'
import { DepthPlot } from './depth-plot.tsx'
import { levelText } from './level-text.ts'

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
