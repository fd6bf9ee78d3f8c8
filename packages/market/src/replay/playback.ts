import { floatAt } from '@aerie/core/numbers/float-at'
import { DAY_MS, epochMs } from '@aerie/core/time'
import { coinBySymbol } from '../catalogue.ts'
import { BASE_INTERVALS, type ClosedCandle, type Listing, type MarketTick } from '../market-source.ts'
import type { RecordedCoin } from './recording.ts'
import { candleAt, closedBy, closesAt, firstFrom, opensAt, type Series } from './series.ts'

type Price = Pick<MarketTick, 'price' | 'asOf'>

const followsGap = (series: Series, index: number): boolean => index === 0 || closesAt(series, index - 1) < opensAt(series, index)
const openOf = (series: Series, index: number): Price => ({ price: floatAt(series.open, index), asOf: epochMs(opensAt(series, index)) })
const closeOf = (series: Series, index: number): Price => ({ price: floatAt(series.close, index), asOf: epochMs(closesAt(series, index)) })

/** Newest recorded price at market time `ms`: the last close, or after a gap the open of the forming candle. */
export function priceAt(series: Series, ms: number): Price | undefined {
  const index = firstFrom(series, ms + 1) - 1
  if (index < 0) return undefined
  if (closesAt(series, index) <= ms) return closeOf(series, index)
  return followsGap(series, index) ? openOf(series, index) : closeOf(series, index - 1)
}

/** Whether a candle covers market time `ms`: false before the first, in holes and from the last close on. */
export function isRecorded(series: Series, ms: number): boolean {
  const index = firstFrom(series, ms + 1) - 1
  return index >= 0 && ms < closesAt(series, index)
}

/** Prices in (after, until], in order: each close, and after a gap the open. */
export function pricesBetween(series: Series, after: number, until: number): Price[] {
  const prices: Price[] = []
  for (let index = closedBy(series, after); index < series.length && opensAt(series, index) <= until; index += 1) {
    if (opensAt(series, index) > after && followsGap(series, index)) prices.push(openOf(series, index))
    if (closesAt(series, index) <= until) prices.push(closeOf(series, index))
  }
  return prices
}

/** Ticks from a coin's prices. */
export const ticksOf = ({ symbol, quote }: RecordedCoin, prices: readonly Price[]): MarketTick[] =>
  prices.map((price) => ({ symbol, venue: 'replay', quote, ...price }))

/** Candles of a coin that close in (after, until]. */
export function closedBetween({ symbol, candles }: RecordedCoin, after: number, until: number): ClosedCandle[] {
  return BASE_INTERVALS.flatMap((interval) => {
    const series = candles[interval]
    if (series === undefined) return []
    const first = closedBy(series, after)
    return Array.from({ length: closedBy(series, until) - first }, (_, index) => ({
      symbol,
      interval,
      candle: candleAt(series, first + index),
    }))
  })
}

/** Facts of a recorded coin. A recording with only daily candles supplies the earlier closes itself. */
export function listingAt({ symbol, quote, prices }: RecordedCoin, ms: number): Listing {
  const coin = coinBySymbol(symbol)
  const dayClose = (daysAgo: number): number | null => {
    const index = closedBy(prices, ms) - 1
    if (prices.interval !== '1d' || index < 0) return null
    const at = closesAt(prices, index) - daysAgo * DAY_MS
    const earlier = priceAt(prices, at)
    return earlier?.asOf === at ? earlier.price : null
  }
  return {
    symbol,
    name: coin?.name ?? symbol,
    marketCap: null,
    volume24h: 'candles',
    circulatingSupply: coin?.circulatingSupply ?? null,
    totalSupply: coin?.maxSupply ?? null,
    closes: { '1h': null, '24h': dayClose(1), '7d': dayClose(7) },
    price: null,
    quote,
    asOf: epochMs(ms),
  }
}
