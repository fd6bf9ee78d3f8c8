import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { floatAt } from '@aerie/core/numbers/float-at'
import { type EpochMs, epochMs, MINUTE_MS } from '@aerie/core/time'
import type { FollowedTrade, MarketRules, MarketTrade, OrderBook } from '../market-source.ts'
import { coinBook } from './book.ts'
import { memoizeRecent, sharedFactors } from './factors.ts'
import { coinHours } from './hours.ts'
import { coinMinutes } from './minutes.ts'
import { coinTicks, type MinuteTicks } from './ticks.ts'
import { coinTrades } from './trades.ts'
import { rulesOf, TRAITS } from './traits.ts'

/** No candle is older: the simulated market opened on 2020-01-01. */
export const GENESIS_MS = Date.UTC(2020, 0, 1)

/** One simulated coin. Everything is a pure function of seed, symbol and time; nothing depends on when it is asked. */
export type SimCoin = {
  readonly symbol: string
  readonly name: string
  readonly circulatingSupply: number
  readonly maxSupply: number | null
  readonly ticks: (minute: number) => MinuteTicks
  /** The last tick at or before `at`. */
  readonly lastTick: (at: EpochMs) => { readonly price: number; readonly asOf: EpochMs }
  /** The candle of an hour since the epoch. */
  readonly hourCandle: (hour: number) => Candle
  /** The sixty minute candles of an hour since the epoch. */
  readonly minutesOfHour: (hour: number) => Candle[]
  readonly book: (at: EpochMs) => OrderBook
  /** The newest trades up to `at`, newest first. */
  readonly trades: (at: EpochMs) => readonly MarketTrade[]
  /** The trades in (after, until], oldest first. */
  readonly tradesBetween: (after: EpochMs, until: EpochMs) => readonly FollowedTrade[]
  /** Undefined for stablecoins: there is nothing to trade in them. */
  readonly rules: MarketRules | undefined
}

/**
 * The simulated coins of a seed, in the catalogue's order. Cheap to make: a coin's hours are generated when first
 * asked for, and only the last few blocks are memoized.
 *
 * @throws never
 */
export function simMarket(seed: string): readonly SimCoin[] {
  const shared = sharedFactors(seed)
  return TRAITS.map((traits) => {
    const { coin } = traits
    const hours = coinHours(seed, traits, shared)
    const minutes = coinMinutes(seed, traits, hours)
    const ticks = memoizeRecent(2, coinTicks(seed, minutes))
    const { book, quote } = coinBook(seed, traits, hours)
    const trades = coinTrades(seed, minutes, quote)
    const lastTick = (at: EpochMs) => {
      const minute = Math.floor(at / MINUTE_MS)
      const { times, prices } = ticks(minute)
      const index = times.findLastIndex((time) => time <= at)
      if (index >= 0) return { price: floatAt(prices, index), asOf: epochMs(floatAt(times, index)) }
      return { price: itemAt(ticks(minute - 1).prices, -1), asOf: epochMs(minute * MINUTE_MS) }
    }
    return {
      symbol: coin.symbol,
      name: coin.name,
      circulatingSupply: coin.circulatingSupply,
      maxSupply: coin.maxSupply,
      ticks,
      lastTick,
      hourCandle: minutes.hourCandle,
      minutesOfHour: minutes.minuteCandles,
      book: (at) => book({ ...lastTick(at), asOf: at }),
      trades: trades.newest,
      tradesBetween: trades.between,
      rules: rulesOf(traits, 'simulated'),
    }
  })
}
