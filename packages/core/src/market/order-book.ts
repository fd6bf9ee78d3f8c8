import { type Known, known, unknown } from '../known.ts'

/** Price and size in coins of one level of a book. */
export type Level = readonly [price: number, size: number]

/** A level with all that lies between it and the middle, itself included. */
export type DepthStep = {
  readonly price: number
  readonly size: number
  /** Coins up to and with this level. */
  readonly total: number
  /** What those coins cost, in the quote currency. */
  readonly cost: number
}

/** The gap between the best prices. */
export type Spread = { readonly width: number; readonly middle: number; readonly basisPoints: number }

/**
 * Running totals over one side of a book, from the best price outward.
 *
 * @param levels best first
 * @throws never
 * @example cumulativeDepth([[100, 1], [99, 2]]) // totals 1 and 3, costs 100 and 298
 */
export function cumulativeDepth(levels: readonly Level[]): DepthStep[] {
  let total = 0
  let cost = 0
  return levels.map(([price, size]) => {
    total += size
    cost += price * size
    return { price, size, total, cost }
  })
}

/**
 * Gathers levels into steps of `step`: a bid goes down to its step, an ask up, so that no step promises a better price
 * than the orders in it.
 *
 * @param levels best first
 * @param step positive, in the quote currency
 * @throws never
 */
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

/** A price that is on a step, but for the rounding of binary fractions, belongs to it. */
function stepAt(price: number, step: number, side: 'bid' | 'ask'): number {
  const steps = price / step
  const nearest = Math.round(steps)
  const count = Math.abs(steps - nearest) < 1e-6 ? nearest : side === 'bid' ? Math.floor(steps) : Math.ceil(steps)
  return Number((count * step).toPrecision(12))
}

/**
 * Steps worth grouping by around `price`: about 2, 5 and 10 basis points, each a 1, 2 or 5 with zeros.
 *
 * @throws never
 * @example groupingSteps(64_000) // [10, 20, 50]
 */
export const groupingSteps = (price: number): number[] => [2, 5, 10].map((basisPoints) => roundStep((price * basisPoints) / 10_000))

/** The largest of 1, 2 and 5 times a power of ten that is not above `size`. */
function roundStep(size: number): number {
  const power = Math.floor(Math.log10(size))
  const lead = size / 10 ** power
  const digit = lead >= 5 ? 5 : lead >= 2 ? 2 : 1
  return Number(`${digit}e${power}`)
}

/**
 * The gap between best bid and best ask.
 *
 * @returns unknown where a side is empty, or where the sides cross and so cannot both be right
 * @throws never
 */
export function bookSpread(bids: readonly Level[], asks: readonly Level[]): Known<Spread> {
  const bid = bids[0]?.[0]
  const ask = asks[0]?.[0]
  if (bid === undefined || ask === undefined || bid >= ask) return unknown('no-quote')
  const middle = (bid + ask) / 2
  return known({ width: ask - bid, middle, basisPoints: (10_000 * (ask - bid)) / middle })
}
