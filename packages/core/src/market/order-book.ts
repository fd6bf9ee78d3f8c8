import { type Known, known, unknown } from '../known.ts'

/** Price and size (in coins) of one book level. */
export type Level = readonly [price: number, size: number]

/** A level with the cumulative depth from the best price up to and including it. */
export type DepthStep = {
  readonly price: number
  readonly size: number
  readonly total: number
  /** In the quote currency. */
  readonly cost: number
}

/** Gap between the best bid and ask. */
export type Spread = { readonly width: number; readonly middle: number; readonly basisPoints: number }

/** Cumulative depth of one book side, best level first. */
export function cumulativeDepth(levels: readonly Level[]): DepthStep[] {
  let total = 0
  let cost = 0
  return levels.map(([price, size]) => {
    total += size
    cost += price * size
    return { price, size, total, cost }
  })
}

/** Groups levels (best first) by `step`: bids round down, asks up, so no group shows a better price than its orders. */
export function groupLevels(levels: readonly Level[], step: number, side: 'bid' | 'ask'): Level[] {
  const grouped: [number, number][] = []
  for (const [price, size] of levels) {
    const at = stepAt(price, step, side)
    const last = grouped.at(-1)
    if (last?.[0] === at) last[1] += size
    else grouped.push([at, size])
  }
  return grouped
}

function stepAt(price: number, step: number, side: 'bid' | 'ask'): number {
  const steps = price / step
  const nearest = Math.round(steps)
  const count = Math.abs(steps - nearest) < 1e-6 ? nearest : side === 'bid' ? Math.floor(steps) : Math.ceil(steps)
  return Number((count * step).toPrecision(12))
}

/** Useful grouping steps around `price`: about 2, 5 and 10 basis points, each rounded to 1, 2 or 5 times a power of ten. */
export const groupingSteps = (price: number): number[] => [2, 5, 10].map((basisPoints) => roundStep((price * basisPoints) / 10_000))

function roundStep(size: number): number {
  const power = Math.floor(Math.log10(size))
  const lead = size / 10 ** power
  const digit = lead >= 5 ? 5 : lead >= 2 ? 2 : 1
  return Number(`${digit}e${power}`)
}

/** Gap between best bid and best ask; unknown if a side is empty or the book is crossed. */
export function bookSpread(bids: readonly Level[], asks: readonly Level[]): Known<Spread> {
  const bid = bids[0]?.[0]
  const ask = asks[0]?.[0]
  if (bid === undefined || ask === undefined || bid >= ask) return unknown('no-quote')
  const middle = (bid + ask) / 2
  return known({ width: ask - bid, middle, basisPoints: (10_000 * (ask - bid)) / middle })
}
