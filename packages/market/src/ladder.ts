import type { EpochMs } from '@aerie/core/time'
import type { OrderBook } from './market-source.ts'
import { normalAt, type Stream, stream, uniformAt } from './sim/random.ts'

const LEVELS = 30
const RESTING_MS = 8_000

/** Constant properties of a coin's generated book. */
export type Ladder = {
  readonly symbol: string
  /** Prices are integers in units of `1 / grid`. */
  readonly grid: number
  readonly step: number
  readonly volumeDecimals: number
  readonly streams: { readonly size: Stream; readonly phase: Stream }
}

/** Random streams of a coin's book for a seed. */
export const ladderStreams = (seed: string, symbol: string): Ladder['streams'] => ({
  size: stream(seed, symbol, 'book', 'size'),
  phase: stream(seed, symbol, 'book', 'phase'),
})

/** Mid price and half spread, in price units. */
export type LadderPosition = { readonly price: number; readonly half: number }

/** Best bid and ask of a generated book: bid < price < ask, both on the ladder. */
export function ladderQuote({ grid, step }: Ladder, { price, half }: LadderPosition): { readonly bid: number; readonly ask: number } {
  const units = Math.round(price * grid)
  return { bid: (Math.floor((units - half) / step) * step) / grid, ask: (Math.ceil((units + half) / step) * step) / grid }
}

/** Generated book on fixed price levels; a size lasts about eight seconds. Source: docs/math/market-sim.md, book */
export function ladderBook(ladder: Ladder, { price, half, typical, asOf }: LadderPosition & { typical: number; asOf: EpochMs }): OrderBook {
  const { symbol, grid, step, volumeDecimals, streams } = ladder
  const units = Math.round(price * grid)
  const level = (rung: number, depth: number): readonly [number, number] => {
    const era = Math.floor(asOf / RESTING_MS + uniformAt(streams.phase, rung))
    const size = typical * (0.4 + 0.1 * depth) * Math.exp(0.8 * normalAt(streams.size, Math.imul(rung, 0x9e3779b1) + era))
    return [(rung * step) / grid, roundSize(size, volumeDecimals)]
  }
  const highestBid = Math.floor((units - half) / step)
  const lowestAsk = Math.ceil((units + half) / step)
  return {
    symbol,
    bids: Array.from({ length: Math.max(0, Math.min(LEVELS, highestBid)) }, (_, depth) => level(highestBid - depth, depth)),
    asks: Array.from({ length: LEVELS }, (_, depth) => level(lowestAsk + depth, depth)),
    asOf,
  }
}

const roundSize = (size: number, decimals: number): number => Math.max(1, Math.round(size * 10 ** decimals)) / 10 ** decimals
