import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { BaseInterval, Listing, MarketTick } from '@aerie/market/market-source'
import type { Industry } from '@aerie/wire/market/industries'
import type { AssetRow } from '@aerie/wire/market/market'
import { CandleRing } from './candles/candle-ring.ts'
import { type Closes, pastCloses, sparkline, tradedIn24h } from './coin-figures.ts'

/** What the catalogue knows of a coin. */
export type HubCoin = {
  readonly symbol: string
  readonly name: string
  readonly logo: string
  readonly color: string
  readonly industries: readonly Industry[]
}

/** A price with its clock and currency. */
export type Price = { readonly price: number; readonly asOf: number; readonly quote: Listing['quote'] }
/** Prices seen since `time` (seconds), the open of a minute that has not closed. */
export type FormingBar = { time: number; open: number; high: number; low: number; close: number }

/** Figures that change slower than the price; made again at most once a market minute and after new history. */
export type SlowFigures = { readonly closes: Closes; readonly candleVolume: number | null; readonly sparkline: readonly number[] }

/** All that the server holds in memory of one coin. */
export type CoinState = {
  readonly coin: HubCoin
  readonly rings: Readonly<Record<BaseInterval, CandleRing>>
  listing: Listing | undefined
  tick: MarketTick | undefined
  forming: FormingBar | undefined
  /** Raised whenever a ring or the listing changes. */
  slowVersion: number
  slowCache: { readonly version: number; readonly minute: number; readonly figures: SlowFigures } | undefined
}

/** A day of minutes and a little more: what the 24 h figures and short charts need. */
const MINUTES_KEPT = DAY_MS / MINUTE_MS + 120
/** A hundred days of hours. */
const HOURS_KEPT = 100 * 24

export const coinState = (coin: HubCoin): CoinState => ({
  coin,
  rings: { '1m': new CandleRing(MINUTES_KEPT), '1h': new CandleRing(HOURS_KEPT) },
  listing: undefined,
  tick: undefined,
  forming: undefined,
  slowVersion: 0,
  slowCache: undefined,
})

/** What came before is newer than this, and not from a future that a clock set back has left behind. */
const isNewer = (before: { readonly asOf: number } | undefined, asOf: number, now: number): boolean =>
  before !== undefined && before.asOf > asOf && before.asOf <= Math.max(now, asOf)

/** Takes a tick unless a newer one is there already. Whether it was taken. */
export function takeTick(state: CoinState, tick: MarketTick, now: number): boolean {
  if (!Number.isFinite(tick.price) || tick.price <= 0 || isNewer(state.tick, tick.asOf, now)) return false
  state.tick = tick
  const time = Math.floor(tick.asOf / MINUTE_MS) * 60
  const bar = state.forming
  if (bar === undefined || time > bar.time || bar.time * 1000 > now) {
    state.forming = { time, open: tick.price, high: tick.price, low: tick.price, close: tick.price }
  } else if (time === bar.time) {
    bar.high = Math.max(bar.high, tick.price)
    bar.low = Math.min(bar.low, tick.price)
    bar.close = tick.price
  }
  return true
}

/** Takes a listing unless a newer one is there already. */
export function takeListing(state: CoinState, listing: Listing, now: number): void {
  if (isNewer(state.listing, listing.asOf, now)) return
  state.listing = listing
  state.slowVersion += 1
}

export function takeCandles(state: CoinState, interval: BaseInterval, candles: readonly Candle[]): void {
  const ring = state.rings[interval]
  if (candles.length === 1) ring.put(itemAt(candles, 0))
  else ring.merge(candles)
  state.slowVersion += 1
}

/** A measure of the market's clock may take back so much. */
const AHEAD_MS = 5 * SECOND_MS

/** Age of a price in milliseconds; infinite for one of the future: a clock that was wrong has timed it, so its age is not known. */
export const ageAt = (asOf: number, now: number): number => (asOf > now + AHEAD_MS ? Number.POSITIVE_INFINITY : now - asOf)

/** The newest price: the tick, unless there is none or the listing's price is newer by more than `staleAfterMs`. */
export function priceOf({ tick, listing }: CoinState, staleAfterMs: number, now: number): Price | undefined {
  const listed =
    listing !== undefined && listing.price !== null ? { price: listing.price, asOf: listing.asOf, quote: listing.quote } : undefined
  if (tick === undefined) return listed
  return listed !== undefined && ageAt(listed.asOf, now) + staleAfterMs < ageAt(tick.asOf, now) ? listed : tick
}

export function slowFigures(state: CoinState, now: number): SlowFigures {
  const minute = Math.floor(now / MINUTE_MS)
  const cached = state.slowCache
  if (cached?.version === state.slowVersion && cached.minute === minute) return cached.figures
  const figures = {
    closes: pastCloses(state.rings, state.listing, now),
    candleVolume: tradedIn24h(state.rings, now),
    sparkline: sparkline(state.rings['1h'], now),
  }
  state.slowCache = { version: state.slowVersion, minute, figures }
  return figures
}

export const times = (price: number | undefined, supply: number | null | undefined): number | null =>
  price === undefined || supply === null || supply === undefined ? null : price * supply

/** The listing's market cap, or price times supply where it leaves that to us. */
export const marketCapOf = (state: CoinState, price: Price | undefined): number | null =>
  state.listing?.marketCap ?? times(price?.price, state.listing?.circulatingSupply)

/**
 * The listing's volume, or that of the candles where the listing leaves it to them. One that a list of all venues does not
 * know stays unknown: the candles are one venue's.
 */
export function volumeOf(state: CoinState, now: number): number | null {
  const said = state.listing?.volume24h ?? null
  return said === 'candles' ? slowFigures(state, now).candleVolume : said
}

/** A row of the list but for its rank. */
export function rowOf(state: CoinState, now: number, staleAfterMs: number): Omit<AssetRow, 'rank'> {
  const price = priceOf(state, staleAfterMs, now)
  const slow = slowFigures(state, now)
  return {
    symbol: state.coin.symbol,
    name: state.listing?.name ?? state.coin.name,
    logo: state.coin.logo,
    brand: { color: state.coin.color },
    price: price?.price ?? null,
    marketCap: marketCapOf(state, price),
    volume: volumeOf(state, now),
    circulatingSupply: state.listing?.circulatingSupply ?? null,
    closes: slow.closes,
    as_of: price?.asOf ?? null,
    quote: price?.quote ?? state.listing?.quote ?? 'USD',
    sparkline: [...slow.sparkline],
  }
}
