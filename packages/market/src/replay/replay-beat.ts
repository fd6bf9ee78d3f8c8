import { defined } from '@aerie/core/defined'
import { HOUR_MS } from '@aerie/core/time'
import type { MarketListener } from '../market-source.ts'
import { closedBetween, listingAt, priceAt, pricesBetween, ticksOf } from './playback.ts'
import type { RecordedCoin, Recording } from './recording.ts'
import { opensAt } from './series.ts'

/** After the machine has slept the market catches up this much a beat, so that no beat is long. */
const LONGEST_STEP_MS = 6 * HOUR_MS

/**
 * Tells what stands at the recording's beginning; the answer delivers what has happened up to a moment and says how far it has come.
 *
 * @throws what the listener throws
 */
export function replayBeat({ coins, from }: Recording, listener: MarketListener): (now: number) => number {
  let last = from
  const present = coins.filter(({ prices }) => opensAt(prices, 0) <= from)
  listener.listings(present.map((coin) => listingAt(coin, from)))
  listener.ticks(present.flatMap((coin) => ticksOf(coin, [defined(priceAt(coin.prices, from))])))
  return (now) => {
    const until = Math.min(now, last + LONGEST_STEP_MS)
    const listings = coins.filter((coin) => needsListing(coin, last, until)).map((coin) => listingAt(coin, until))
    const ticks = coins.flatMap((coin) => ticksOf(coin, pricesBetween(coin.prices, last, until)))
    const candles = coins.flatMap((coin) => closedBetween(coin, last, until))
    last = Math.max(last, until)
    if (listings.length > 0) listener.listings(listings)
    if (ticks.length > 0) listener.ticks(ticks)
    if (candles.length > 0) listener.candles(candles)
    return last
  }
}

/** A coin is listed when its first candle opens; one that has only days, again at each close. */
function needsListing({ prices }: RecordedCoin, after: number, until: number): boolean {
  const first = opensAt(prices, 0)
  return (first > after && first <= until) || (prices.interval === '1d' && pricesBetween(prices, after, until).length > 0)
}
