import { INTERVAL_MS } from '@aerie/core/market/candle'
import { floatAt } from '@aerie/core/numbers/float-at'
import { type EpochMs, epochMs, HOUR_MS } from '@aerie/core/time'
import { coinBySymbol } from '../catalogue.ts'
import { type Ladder, ladderBook, ladderStreams } from '../ladder.ts'
import type { FollowedTrade, MarketRules, OrderBook } from '../market-source.ts'
import { rulesOf } from '../sim/traits.ts'
import { priceAt } from './playback.ts'
import type { RecordedCoin } from './recording.ts'
import { closedBy, closesAt, type Series } from './series.ts'

/** A market made from the candles of a coin, for those who trade a recording: never shown as one that there was. */
export type SyntheticMarket = {
  readonly book: (at: EpochMs) => OrderBook | undefined
  /** Trades in (after, until], oldest first. */
  readonly trades: (after: EpochMs, until: EpochMs) => FollowedTrade[]
  /** The newest `count` trades until `at`, newest first. */
  readonly newest: (at: EpochMs, count: number) => FollowedTrade[]
  readonly rules: MarketRules | undefined
}

/** Candles whose range and volume the book is made from. */
const WINDOW = 24
/** Range of a candle by the deviation of its return: 2·√(ln 2), Parkinson 1980. */
const RANGE_BY_DEVIATION = 2 * Math.sqrt(Math.log(2))

/**
 * Book and tape of a recorded coin. The book stands around the newest price of the file's own, its spread and sizes from the range and
 * volume of the last day's worth of closed candles. The tape prints each candle when it closes: open, the extreme nearer to it, the other
 * one, close, each with a quarter of the volume and without an aggressor, because no candle tells who crossed the spread.
 *
 * @throws never
 * Source: docs/math/market-sim.md, book; nautilus, adaptive bar order
 */
export function syntheticMarket({ symbol, prices }: RecordedCoin): SyntheticMarket {
  const coin = coinBySymbol(symbol)
  const anchor = prices.close[0]
  if (coin === undefined || anchor === undefined || !(anchor > 0)) {
    return { book: () => undefined, trades: () => [], newest: () => [], rules: undefined }
  }
  const decimals = Math.max(0, 5 - Math.floor(Math.log10(anchor)))
  const grid = 10 ** decimals
  const ladder: Ladder = {
    symbol,
    grid,
    step: Math.max(1, Math.round(anchor * grid * 0.00012)),
    volumeDecimals: Math.max(0, Math.ceil(Math.log10(anchor))),
    streams: ladderStreams('replay', symbol),
  }
  return {
    rules: rulesOf({ coin, anchor, decimals }, 'synthetic'),
    book: (at) => {
      const price = priceAt(prices, at)?.price
      if (price === undefined) return undefined
      const { deviation, volume } = lately(prices, at)
      const half = Math.max(1, Math.round(price * grid * deviation * 0.02))
      return ladderBook(ladder, { price, half, typical: volume / 600, asOf: at })
    },
    trades: (after, until) => tapeBetween(prices, after, until),
    newest: (at, count) => newestOf(prices, at, count),
  }
}

/** Deviation of an hour's return and volume of an hour, from the newest closed candles; nothing is known before the first. */
function lately(series: Series, at: number): { deviation: number; volume: number } {
  const end = closedBy(series, at)
  const start = Math.max(0, end - WINDOW)
  let [range, volume] = [0, 0]
  for (let index = start; index < end; index += 1) {
    range += (floatAt(series.high, index) - floatAt(series.low, index)) / floatAt(series.close, index)
    volume += floatAt(series.volume, index)
  }
  const candlesAnHour = HOUR_MS / INTERVAL_MS[series.interval]
  const count = Math.max(1, end - start)
  return { deviation: (range / count / RANGE_BY_DEVIATION) * Math.sqrt(candlesAnHour), volume: (volume / count) * candlesAnHour }
}

function tapeBetween(series: Series, after: number, until: number): FollowedTrade[] {
  const trades: FollowedTrade[] = []
  for (let index = closedBy(series, after); index < series.length && closesAt(series, index) <= until; index += 1) {
    trades.push(...tradesOf(series, index))
  }
  return trades
}

/** Candles without volume have no trades: no more candles are looked through than trades are wanted. */
function newestOf(series: Series, at: number, count: number): FollowedTrade[] {
  const trades: FollowedTrade[] = []
  const end = closedBy(series, at)
  for (let index = end - 1; index >= Math.max(0, end - count) && trades.length < count; index -= 1) {
    trades.push(...tradesOf(series, index).reverse())
  }
  return trades.slice(0, count)
}

function tradesOf(series: Series, index: number): FollowedTrade[] {
  const asOf = epochMs(closesAt(series, index))
  const size = floatAt(series.volume, index) / 4
  return size > 0 ? pathOf(series, index).map((price, step) => ({ id: `${asOf}.${step}`, asOf, price, size })) : []
}

/** Open, the nearer extreme, the farther one, close. */
function pathOf({ open, high, low, close }: Series, index: number): number[] {
  const [first, top, bottom, last] = [floatAt(open, index), floatAt(high, index), floatAt(low, index), floatAt(close, index)]
  return top - first <= first - bottom ? [first, top, bottom, last] : [first, bottom, top, last]
}
