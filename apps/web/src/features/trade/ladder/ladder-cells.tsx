import { shortNumberText } from '@aerie/core/short-number-text'
import type { CSSProperties } from 'react'
import { cancelOrder } from '../../../trading/commands.ts'
import { figure } from '../../../trading/exact.ts'
import { ordersAt } from '../../../trading/level-prices.ts'
import type { PriceRow } from './price-rows.ts'

type SizeCellProps = {
  readonly side: 'bid' | 'ask'
  readonly size: number
  /** The largest of all rows: the bar is the share of it. */
  readonly most: number
  readonly words: string
  readonly onPress: () => void
}

/** What waits at a price on one side; pressing it trades there. */
export const SizeCell = ({ side, size, most, words, onPress }: SizeCellProps) => (
  <button
    type="button"
    tabIndex={-1}
    className="size-cell"
    data-side={side}
    title={words}
    aria-label={words}
    // A custom property is unknown to React's own type of styles.
    style={{ '--share': most === 0 ? 0 : size / most } as CSSProperties}
    onClick={onPress}
  >
    {size === 0 ? '' : shortNumberText(size)}
  </button>
)

type OwnCellProps = {
  readonly symbol: string
  readonly side: 'bid' | 'ask'
  readonly row: PriceRow
  readonly step: number
  readonly orders: Parameters<typeof ordersAt>[0]
}

/** The user's own orders at a price; pressing takes them back. */
export function OwnCell({ symbol, side, row, step, orders }: OwnCellProps) {
  const own = ordersAt(orders, { symbol, side, price: row.price, step })
  const [first] = own
  if (first === undefined) return <span className="own-cell" />
  const words = own.length === 1 ? `Cancel your ${figure(first.size)}` : `Cancel your ${own.length} orders`
  const cancel = () => {
    for (const order of own) void cancelOrder(order)
  }
  return (
    <button type="button" tabIndex={-1} className="own-cell" data-side={side} title={words} aria-label={words} onClick={cancel}>
      {own.length === 1 ? figure(first.size) : `${own.length}×`}
    </button>
  )
}
