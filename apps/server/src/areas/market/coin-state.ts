import { itemAt } from '@aerie/core/item-at'
import { type Candle, tidySum } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { BaseInterval, Listing, MarketTick } from '@aerie/market/market-source'
import type { AssetRow, Industry } from '@aerie/wire/market/market'
import { CandleRing } from './candles/candle-ring.ts'

export type HubCoin = {
  readonly symbol: string
  readonly name: string
  readonly logo: string
  readonly color: string
  readonly industries: readonly Industry[]
}

export type Price = { readonly price: number; readonly asOf: number; readonly quote: Listing['quote'] }
/** Prices since `time` (seconds), the open of the current minute. */
export type FormingBar = { time: number; open: number; high: number; low: number; close: number }

export type SlowFigures = { readonly closes: Closes; readonly candleVolume: number | null; readonly sparkline: readonly number[] }

export type CoinState = {
  readonly coin: HubCoin
  readonly rings: Readonly<Record<BaseInterval, CandleRing>>
  listing: Listing | undefined
  tick: MarketTick | undefined
  forming: FormingBar | undefined
  slowVersion: number
  slowCache: { readonly version: number; readonly minute: number; readonly figures: SlowFigures } | undefined
}

/** Slightly more than a day of minutes: enough for 24 h figures and short charts. */
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

/** Whether the previous value is newer, ignoring values in the future from a clock that was set back. */
const isNewer = (before: { readonly asOf: number } | undefined, asOf: number, now: number): boolean =>
  before !== undefined && before.asOf > asOf && before.asOf <= Math.max(now, asOf)

/** Stores a tick unless a newer one exists. @returns whether it was stored */
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

export function takeListing(state: CoinState, listing: Listing, now: number): void {
  if (isNewer(state.listing, listing.asOf, now)) return
  state.listing = listing
  state.slowVersion += 1
}

export function takeCandles(state: CoinState, interval: BaseInterval, candles: readonly Candle[]): void {
  const ring = state.rings[interval]
  if (candles.length === 1) ring.set(itemAt(candles, 0))
  else ring.merge(candles)
  state.slowVersion += 1
}

/** Maximum backward correction of the market clock. */
const AHEAD_MS = 5 * SECOND_MS

/** Price age in milliseconds; infinite for future prices, whose timestamps are unreliable. */
export const ageAt = (asOf: number, now: number): number => (asOf > now + AHEAD_MS ? Number.POSITIVE_INFINITY : now - asOf)

/** The tick's price, or the listing's if there is no tick or the listing is newer by more than `staleAfterMs`. */
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

/** The listing's market cap; price times supply if it has none. */
export const marketCapOf = (state: CoinState, price: Price | undefined): number | null =>
  state.listing?.marketCap ?? times(price?.price, state.listing?.circulatingSupply)

/** Stays unknown if the all-venue list does not have it: candles cover one venue only. */
export function volumeOf(state: CoinState, now: number): number | null {
  const listedVolume = state.listing?.volume24h ?? null
  return listedVolume === 'candles' ? slowFigures(state, now).candleVolume : listedVolume
}

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

type Rings = Readonly<Record<BaseInterval, CandleRing>>
type Closes = { readonly '1h': number | null; readonly '24h': number | null; readonly '7d': number | null }

const WEEK_MS = 7 * DAY_MS
/** Tolerated age of a past price when minutes are available. */
const TOLERANCE_MS = { '1h': 5 * MINUTE_MS, '24h': HOUR_MS, '7d': 3 * HOUR_MS } as const
/** Tolerated age of a listing's own past closes. */
const LISTING_TOLERANCE_MS = { '1h': 15 * MINUTE_MS, '24h': 2 * HOUR_MS, '7d': 12 * HOUR_MS } as const
const SPAN_MS = { '1h': HOUR_MS, '24h': DAY_MS, '7d': WEEK_MS } as const

function lastClose(ring: CandleRing, stepMs: number, at: number): { price: number; closedAt: number } | undefined {
  const after = ring.lowerBound(Math.floor((at - stepMs) / 1000) + 1)
  if (after === 0) return undefined
  return { price: ring.closeAt(after - 1), closedAt: ring.timeAt(after - 1) * 1000 + stepMs }
}

function priceAt(rings: Rings, at: number, toleranceMs: number): number | null {
  const minute = lastClose(rings['1m'], MINUTE_MS, at)
  const hour = lastClose(rings['1h'], HOUR_MS, at)
  const nearest = minute !== undefined && minute.closedAt >= (hour?.closedAt ?? 0) ? minute : hour
  return nearest === undefined || at - nearest.closedAt > toleranceMs ? null : nearest.price
}

/** From candles, else from a fresh listing, else null. For markets recorded hourly the last full hour counts. */
function pastCloses(rings: Rings, listing: Listing | undefined, now: number): Closes {
  const hourly = rings['1m'].length() === 0
  const close = (key: keyof Closes): number | null => {
    const tolerance = hourly ? Math.max(TOLERANCE_MS[key], HOUR_MS) : TOLERANCE_MS[key]
    const known = priceAt(rings, now - SPAN_MS[key], tolerance)
    if (known !== null || listing === undefined) return known
    return now - listing.asOf <= LISTING_TOLERANCE_MS[key] ? listing.closes[key] : null
  }
  return { '1h': close('1h'), '24h': close('24h'), '7d': close('7d') }
}

const COVERAGE = 0.95

function traded(ring: CandleRing, stepMs: number, now: number): number | null {
  const end = Math.floor(now / stepMs) * stepMs
  const from = ring.lowerBound((end - DAY_MS) / 1000)
  const to = ring.lowerBound(end / 1000)
  if (to - from < (DAY_MS / stepMs) * COVERAGE) return null
  let sum = 0
  for (let index = from; index < to; index += 1) sum += ring.volumeAt(index) * ring.closeAt(index)
  return tidySum(sum)
}

/** 24 h volume in quote currency: from minutes if available, else from full hours. */
const tradedIn24h = (rings: Rings, now: number): number | null => traded(rings['1m'], MINUTE_MS, now) ?? traded(rings['1h'], HOUR_MS, now)

const SPARK_POINTS = 42
const SPARK_STEP_S = WEEK_MS / 1000 / SPARK_POINTS

/** Closes every four hours of the last week, oldest first; missing hours give no point. */
function sparkline(hours: CandleRing, now: number): number[] {
  const end = Math.floor(now / HOUR_MS) * 3600
  const points: number[] = []
  for (let step = SPARK_POINTS - 1; step >= 0; step -= 1) {
    const to = end - step * SPARK_STEP_S
    const after = hours.lowerBound(to)
    if (after > 0 && hours.timeAt(after - 1) >= to - SPARK_STEP_S) points.push(hours.closeAt(after - 1))
  }
  return points
}
