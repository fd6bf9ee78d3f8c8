import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { floatAt } from '@aerie/core/numbers/float-at'
import { type EpochMs, epochMs, MINUTE_MS } from '@aerie/core/time'
import { type FollowedTrade, type MarketTrade, TRADES_KEPT } from '../market-source.ts'
import type { CoinBook } from './book.ts'
import { memoizeRecent } from './factors.ts'
import type { CoinMinutes } from './minutes.ts'
import { normalAt, stream } from './random.ts'
import { coinTicks, type MinuteTicks } from './ticks.ts'

/** A coin trades at least 15 times a minute; five minutes hold more than are shown. */
const MINUTES_BACK = 5
/** Room in a minute's counters, as for the ticks. */
const SLOTS = 64

/** A minute's trades, oldest first. */
type MinuteTrades = readonly SimTrade[]
type SimTrade = MarketTrade & { readonly id: string }

/** The trades of a coin. */
export type CoinTrades = {
  /** The newest up to a moment, newest first, at most TRADES_KEPT. */
  readonly newest: (at: EpochMs) => readonly MarketTrade[]
  /** All in (after, until], oldest first; at most five minutes of them. */
  readonly between: (after: EpochMs, until: EpochMs) => readonly FollowedTrade[]
}

/**
 * The trades of one coin: one at each tick. The taker bought where the price rose and sold where it fell; where it stayed, as the trade
 * before. It paid the ask of the book before, or got its bid; where the book has moved past that, as far as it has moved. Sizes share out the minute's volume, a few large and many small, so that the
 * trades of a minute add up to its candle. What falls below the smallest size is no trade.
 *
 * @throws never
 * Source: docs/math/market-sim.md, trades
 */
export function coinTrades(seed: string, minutes: CoinMinutes, quote: CoinBook['quote']): CoinTrades {
  const { coin, volumeDecimals } = minutes.traits
  const sizes = stream(seed, coin.symbol, 'trade', 'size')
  // Not the ticks of the beat: their memory of two minutes would be turned over at each question.
  const ticks = coinTicks(seed, minutes)
  const volumes = memoizeRecent(2, (hour: number) => minutes.minuteCandles(hour))
  const units = 10 ** volumeDecimals
  const ofMinute = memoizeRecent(MINUTES_BACK + 1, (minute: number): MinuteTrades => {
    const candle = itemAt(volumes(Math.floor(minute / 60)), minute % 60)
    const made = ticks(minute)
    const shares = sharesOf(made.prices.length, (index) => normalAt(sizes, minute * SLOTS + index), Math.round(candle.volume * units))
    return tradesAt(made, { candle, quote, sizeOf: (index) => itemAt(shares, index) / units })
  })
  return {
    newest: (at) => {
      const newest: SimTrade[] = []
      const last = Math.floor(at / MINUTE_MS)
      for (let minute = last; minute >= last - MINUTES_BACK && newest.length < TRADES_KEPT; minute -= 1) {
        newest.push(
          ...ofMinute(minute)
            .filter(({ asOf }) => asOf <= at)
            .reverse(),
        )
      }
      return newest.slice(0, TRADES_KEPT).map(({ asOf, price, size, side }) => ({ asOf, price, size, side }))
    },
    between: (after, until) => {
      const trades: FollowedTrade[] = []
      const last = Math.floor(until / MINUTE_MS)
      for (let minute = Math.max(Math.ceil(after / MINUTE_MS) - 1, last - MINUTES_BACK); minute <= last; minute += 1) {
        for (const { side, ...trade } of ofMinute(minute))
          if (trade.asOf > after && trade.asOf <= until) trades.push({ ...trade, aggressor: side })
      }
      return trades
    },
  }
}

type Making = { readonly candle: Candle; readonly quote: CoinBook['quote']; readonly sizeOf: (index: number) => number }

/** One trade at each tick that has a size, with the side by the tick rule. */
function tradesAt({ minute, times, prices }: MinuteTicks, { candle, quote, sizeOf }: Making): SimTrade[] {
  let before = candle.open
  let side: MarketTrade['side'] = candle.close >= candle.open ? 'buy' : 'sell'
  return Array.from(prices).flatMap((price, index) => {
    const asOf = epochMs(floatAt(times, index))
    const [old, now] = [quote({ price: before, asOf }), quote({ price, asOf })]
    if (price !== before) side = price > before ? 'buy' : 'sell'
    before = price
    const size = sizeOf(index)
    const at = side === 'buy' ? Math.max(old.ask, now.bid) : Math.min(old.bid, now.ask)
    return size > 0 ? [{ id: `${minute}.${index}`, asOf, price: at, size, side }] : []
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
