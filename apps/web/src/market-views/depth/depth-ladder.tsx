import type { Known } from '@aerie/core/known'
import { numberText } from '@aerie/core/number-text'
import type { DepthStep, Spread } from '@aerie/core/order-book'
import { shortNumberText } from '@aerie/core/short-number-text'
import type { CSSProperties } from 'react'
import type { DepthSides } from './depth-sides.ts'

type DepthLadderProps = {
  readonly symbol: string
  readonly quote: string
  readonly sides: DepthSides
  /** Of the book itself: gathering prices would widen it. */
  readonly spread: Known<Spread>
  readonly rows: number
  readonly priceText: (price: number) => string
}

/** Asks over bids, the best of both at the spread; each bar is the running total. */
export function DepthLadder({ symbol, quote, sides, spread, rows, priceText }: DepthLadderProps) {
  const bids = sides.bids.slice(0, rows)
  const asks = sides.asks.slice(0, rows)
  const most = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0)
  return (
    <table className="book-table ladder num" aria-label={`Order book of ${symbol}`}>
      <thead>
        <tr>
          <th scope="col">Price ({quote})</th>
          <th scope="col">Size</th>
          <th scope="col">Total ({symbol})</th>
        </tr>
      </thead>
      <tbody>
        {asks.toReversed().map((step) => (
          <LadderRow key={`ask ${step.price}`} side="ask" step={step} most={most} priceText={priceText} />
        ))}
        <SpreadRow spread={spread} priceText={priceText} />
        {bids.map((step) => (
          <LadderRow key={`bid ${step.price}`} side="bid" step={step} most={most} priceText={priceText} />
        ))}
      </tbody>
    </table>
  )
}

type LadderRowProps = Pick<DepthLadderProps, 'priceText'> & {
  readonly side: 'bid' | 'ask'
  readonly step: DepthStep
  readonly most: number
}

function LadderRow({ side, step, most, priceText }: LadderRowProps) {
  // A custom property is unknown to React's own type of styles.
  const share = { '--share': step.total / most } as CSSProperties
  return (
    <tr data-side={side} style={share}>
      <td>
        <span className="sr-only">{side === 'bid' ? 'Bid ' : 'Ask '}</span>
        {priceText(step.price)}
      </td>
      <td title={`${step.size}`}>{shortNumberText(step.size)}</td>
      <td title={`${numberText(step.total)}, ${numberText(step.cost)} in all`}>{shortNumberText(step.total)}</td>
    </tr>
  )
}

function SpreadRow({ spread, priceText }: Pick<DepthLadderProps, 'spread' | 'priceText'>) {
  return (
    <tr className="spread-row">
      <th scope="row">Spread</th>
      <td colSpan={2}>
        {spread.known ? `${priceText(spread.value.width)} (${spread.value.basisPoints.toFixed(2)} bp)` : 'not known: a side is empty'}
      </td>
    </tr>
  )
}
