import type { EpochMs } from '@aerie/core/time'
import type { OrderBook } from './market-source.ts'
import { normalAt, type Stream, stream, uniformAt } from './sim/random.ts'

const LEVELS = 30
/** A resting order stays about this long before its size changes. */
const RESTING_MS = 8_000

/** What is the same of every made-up book of a coin. */
export type Ladder = {
  readonly symbol: string
  /** Units of price in 1: prices are whole numbers of `1 / grid`. */
  readonly grid: number
  /** Units between two levels. */
  readonly step: number
  readonly volumeDecimals: number
  readonly streams: { readonly size: Stream; readonly phase: Stream }
}

/** Streams of a coin's book under a seed. */
export const ladderStreams = (seed: string, symbol: string): Ladder['streams'] => ({
  size: stream(seed, symbol, 'book', 'size'),
  phase: stream(seed, symbol, 'book', 'phase'),
})

/** Where a made-up book stands: half its spread in units of price, and the size of a typical level in coins. */
export type LadderPlace = { readonly price: number; readonly half: number }

/** Best bid and ask of a made-up book: bid < price < ask, both on the ladder. */
export function ladderQuote({ grid, step }: Ladder, { price, half }: LadderPlace): { readonly bid: number; readonly ask: number } {
  const units = Math.round(price * grid)
  return { bid: (Math.floor((units - half) / step) * step) / grid, ask: (Math.ceil((units + half) / step) * step) / grid }
}

/**
 * A made-up book on fixed levels of price. Sizes grow outward, with lognormal noise that changes about every eight seconds, each level at
 * its own time, so that a level keeps its size while the price wanders.
 *
 * @throws never
 * Source: docs/math/market-sim.md, book
 */
export function ladderBook(ladder: Ladder, { price, half, typical, asOf }: LadderPlace & { typical: number; asOf: EpochMs }): OrderBook {
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

/** On the volume grid, never nothing. */
const roundSize = (size: number, decimals: number): number => Math.max(1, Math.round(size * 10 ** decimals)) / 10 ** decimals
