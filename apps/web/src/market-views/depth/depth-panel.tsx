import './depth.css'
import { bookSpread, groupingSteps } from '@aerie/core/order-book'
import type { BookSnapshot } from '@aerie/wire/charts'
import { useState } from 'react'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { BookFrame } from './book-frame.tsx'
import { DepthLadder } from './depth-ladder.tsx'
import { DepthPlot } from './depth-plot.tsx'
import { depthSides } from './depth-sides.ts'
import { levelText } from './level-text.ts'

type DepthPanelProps = {
  readonly symbol: string
  /** Levels shown of each side. */
  readonly rows?: number
}

const DEFAULT_ROWS = 10

/** The order book of a coin: the cumulative plot and the ladder. */
export const DepthPanel = ({ symbol, rows = DEFAULT_ROWS }: DepthPanelProps) => (
  <BookFrame
    symbol={symbol}
    what="order book"
    noneText={`The present market source has no order book of ${symbol}. A recording of candles never has one; a live or simulated market does.`}
    skeleton={<DepthSkeleton symbol={symbol} rows={rows} />}
  >
    {(snapshot) => <Depth key={symbol} snapshot={snapshot} rows={rows} />}
  </BookFrame>
)

function Depth({ snapshot, rows }: { readonly snapshot: BookSnapshot; readonly rows: number }) {
  const [grouping, setGrouping] = useState<number | null>(null)
  const { symbol, quote, bids, asks } = snapshot
  const spread = bookSpread(bids, asks)
  const steps = spread.known ? groupingSteps(spread.value.middle) : []
  // Steps are chosen by their place: when the price has moved far, the same place is another step.
  const step = grouping === null ? null : (steps[grouping] ?? null)
  const sides = depthSides(snapshot, step)
  const text = levelText([...bids, ...asks].map(([price]) => price))
  return (
    <>
      <DepthPlot symbol={symbol} quote={quote} sides={depthSides(snapshot, null)} priceText={text} />
      <label className="flex items-center justify-between gap-2 px-3 pb-1 text-12 text-ink-2">
        Group prices
        <select
          value={grouping ?? ''}
          onChange={(event) => setGrouping(event.target.value === '' ? null : Number(event.target.value))}
          className="num min-h-7 rounded-md border border-line-input bg-surface-1 px-1 text-ink-1 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
        >
          <option value="">not at all</option>
          {steps.map((size, index) => (
            <option key={size} value={index}>
              by {levelText([size])(size)}
            </option>
          ))}
        </select>
      </label>
      <DepthLadder symbol={symbol} quote={quote} sides={sides} spread={spread} rows={rows} priceText={text} />
    </>
  )
}

const DepthSkeleton = ({ symbol, rows }: { readonly symbol: string; readonly rows: number }) => (
  <div role="status" aria-label={`Loading the order book of ${symbol}`} className="flex flex-col gap-1 p-3">
    <Skeleton className="mb-6 h-24 w-full" />
    <SkeletonRows count={2 * rows + 2} />
  </div>
)
