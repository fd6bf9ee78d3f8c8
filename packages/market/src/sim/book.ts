import { floatAt } from '@aerie/core/numbers/float-at'
import type { EpochMs } from '@aerie/core/time'
import { type Ladder, ladderBook, ladderQuote, ladderStreams } from '../ladder.ts'
import type { OrderBook } from '../market-source.ts'
import { BLOCK_HOURS } from './factors.ts'
import type { CoinHours } from './hours.ts'
import type { Traits } from './traits.ts'

/** What the book is drawn around. */
export type BookMoment = { readonly price: number; readonly asOf: EpochMs }

/** The ladder of a coin's book: steps of about 1.2 bp of the anchor, whole units of the price grid. */
export function coinLadder(seed: string, { coin, decimals, anchor, volumeDecimals }: Traits): Ladder {
  const grid = 10 ** decimals
  const step = Math.max(1, Math.round(anchor * grid * (coin.stablecoin ? 0.00002 : 0.00012)))
  return { symbol: coin.symbol, grid, step, volumeDecimals, streams: ladderStreams(seed, coin.symbol) }
}

/** The book of a coin, and its best prices alone. */
export type CoinBook = {
  readonly book: (moment: BookMoment) => OrderBook
  readonly quote: (moment: BookMoment) => { readonly bid: number; readonly ask: number }
}

/**
 * The book of a coin: levels on a fixed grid of prices around the last price, the spread as wide as a few seconds of
 * the hour's volatility, sizes in proportion to the volume and larger further out. A level keeps its size for some
 * seconds while the price wanders. Best bid < best ask always, the last price within them.
 *
 * @throws never
 * Source: docs/math/market-sim.md, book
 */
export function coinBook(seed: string, traits: Traits, hours: CoinHours): CoinBook {
  const ladder = coinLadder(seed, traits)
  const placeAt = ({ price, asOf }: BookMoment) => {
    const hour = Math.floor(asOf / 3_600_000)
    const block = Math.floor(hour / BLOCK_HOURS)
    const { deviation, volume } = hours(block)
    const half = Math.max(1, Math.round(Math.round(price * ladder.grid) * floatAt(deviation, hour - block * BLOCK_HOURS) * 0.02))
    return { price, asOf, half, typical: floatAt(volume, hour - block * BLOCK_HOURS) / 600 }
  }
  return {
    book: (moment) => ladderBook(ladder, placeAt(moment)),
    quote: (moment) => ladderQuote(ladder, placeAt(moment)),
  }
}
