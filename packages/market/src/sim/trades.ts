import type { Candle } from '@aerie/core/candle'
import { type EpochMs, epochMs, MINUTE_MS } from '@aerie/core/time'
import { type MarketTrade, TRADES_KEPT } from '../market-source.ts'
import { memoizeRecent } from './factors.ts'
import type { CoinMinutes } from './minutes.ts'
import { normalAt, stream } from './random.ts'
import { coinTicks, type MinuteTicks } from './ticks.ts'

/** A coin trades at least 15 times a minute; five minutes hold more than are shown. */
const MINUTES_BACK = 5
/** Room in a minute's counters, as for the ticks. */
const SLOTS = 64

/** A minute's trades, oldest first. */
type MinuteTrades = readonly MarketTrade[]

/**
 * The trades of one coin: one at each tick, at its price. The taker bought where the price rose and sold where it fell;
 * where it stayed, as the trade before. Sizes share out the minute's volume, a few large and many small, so that the
 * trades of a minute add up to its candle. What falls below the smallest size is no trade.
 *
 * @throws never
 * Source: docs/math/market-sim.md, trades
 */
export function coinTrades(seed: string, minutes: CoinMinutes): (at: EpochMs) => readonly MarketTrade[] {
  const { coin, volumeDecimals } = minutes.traits
  const sizes = stream(seed, coin.symbol, 'trade', 'size')
  // Not the ticks of the beat: their memory of two minutes would be turned over at each question.
  const ticks = coinTicks(seed, minutes)
  const volumes = memoizeRecent(2, (hour: number) => minutes.minuteCandles(hour))
  const units = 10 ** volumeDecimals
  const ofMinute = memoizeRecent(MINUTES_BACK + 1, (minute: number): MinuteTrades => {
    const candle = volumes(Math.floor(minute / 60))[minute % 60]!
    const made = ticks(minute)
    const shares = sharesOf(made.prices.length, (index) => normalAt(sizes, minute * SLOTS + index), Math.round(candle.volume * units))
    return tradesAt(made, candle, (index) => shares[index]! / units)
  })
  return (at) => {
    const newest: MarketTrade[] = []
    const last = Math.floor(at / MINUTE_MS)
    for (let minute = last; minute >= last - MINUTES_BACK && newest.length < TRADES_KEPT; minute -= 1) {
      newest.push(
        ...ofMinute(minute)
          .filter(({ asOf }) => asOf <= at)
          .reverse(),
      )
    }
    return newest.slice(0, TRADES_KEPT)
  }
}

/** One trade at each tick that has a size, with the side by the tick rule. */
function tradesAt({ times, prices }: MinuteTicks, candle: Candle, sizeOf: (index: number) => number): MarketTrade[] {
  let before = candle.open
  let side: MarketTrade['side'] = candle.close >= candle.open ? 'buy' : 'sell'
  return Array.from(prices).flatMap((price, index) => {
    if (price !== before) side = price > before ? 'buy' : 'sell'
    before = price
    const size = sizeOf(index)
    return size > 0 ? [{ asOf: epochMs(times[index]!), price, size, side }] : []
  })
}

/** Splits whole units in proportion to lognormal weights: the parts add up to the total exactly. */
function sharesOf(count: number, normal: (index: number) => number, total: number): number[] {
  const weights = Array.from({ length: count }, (_, index) => Math.exp(1.2 * normal(index)))
  const sum = weights.reduce((whole, weight) => whole + weight, 0)
  let [passed, given] = [0, 0]
  return weights.map((weight) => {
    passed += weight
    const until = Math.round((passed / sum) * total)
    const share = until - given
    given = until
    return share
  })
}
