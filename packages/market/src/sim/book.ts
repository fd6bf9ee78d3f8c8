import type { EpochMs } from '@aerie/core/time'
import type { OrderBook } from '../market-source.ts'
import { BLOCK_HOURS } from './factors.ts'
import type { CoinHours } from './hours.ts'
import { normalAt, stream, uniformAt } from './random.ts'
import type { Traits } from './traits.ts'

const LEVELS = 30
/** A resting order stays about this long before its size changes. */
const RESTING_MS = 8_000

/** What the book is drawn around. */
export type BookMoment = { readonly price: number; readonly asOf: EpochMs }

/**
 * The book of a coin: levels on a fixed grid of prices around the last price, the spread as wide as a few seconds of
 * the hour's volatility, sizes in proportion to the volume and larger further out. A level keeps its size for some
 * seconds while the price wanders. Best bid < best ask always, the last price within them.
 *
 * @throws never
 * Source: docs/math/market-sim.md, book
 */
export function coinBook(seed: string, traits: Traits, hours: CoinHours): (moment: BookMoment) => OrderBook {
  const of = (what: string) => stream(seed, traits.coin.symbol, 'book', what)
  const streams = { size: of('size'), phase: of('phase') }
  const grid = 10 ** traits.decimals
  // Steps of about 1.2 bp of the anchor, whole units of the price grid.
  const step = Math.max(1, Math.round(traits.anchor * grid * (traits.coin.stablecoin ? 0.00002 : 0.00012)))
  return ({ price, asOf }) => {
    const hour = Math.floor(asOf / 3_600_000)
    const block = Math.floor(hour / BLOCK_HOURS)
    const units = Math.round(price * grid)
    const { deviation, volume } = hours(block)
    const half = Math.max(1, Math.round(units * deviation[hour - block * BLOCK_HOURS]! * 0.02))
    const typical = volume[hour - block * BLOCK_HOURS]! / 600
    const level = (rung: number, depth: number): readonly [number, number] => {
      const era = Math.floor(asOf / RESTING_MS + uniformAt(streams.phase, rung))
      const size = typical * (0.4 + 0.1 * depth) * Math.exp(0.8 * normalAt(streams.size, Math.imul(rung, 0x9e3779b1) + era))
      return [(rung * step) / grid, roundSize(size, traits.volumeDecimals)]
    }
    const highestBid = Math.floor((units - half) / step)
    const lowestAsk = Math.ceil((units + half) / step)
    return {
      symbol: traits.coin.symbol,
      bids: Array.from({ length: Math.min(LEVELS, highestBid) }, (_, depth) => level(highestBid - depth, depth)),
      asks: Array.from({ length: LEVELS }, (_, depth) => level(lowestAsk + depth, depth)),
      asOf,
    }
  }
}

/** On the volume grid, never nothing. */
const roundSize = (size: number, decimals: number): number => Math.max(1, Math.round(size * 10 ** decimals)) / 10 ** decimals
