import type { DepthStep } from '@aerie/core/market/order-book'
import type { DepthSides } from './depth-sides.ts'

/** The picture of a book: both curves over one range of prices, the middle in its centre. */
export type DepthCurve = {
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
export type DepthReading = { readonly side: 'bid' | 'ask'; readonly price: number; readonly total: number; readonly cost: number }

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
