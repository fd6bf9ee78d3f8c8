import { type Candle, INTERVAL_MS } from '@aerie/core/market/candle'
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { BaseInterval, Listing, MarketTick } from '../../market-source.ts'

type Seen = { readonly price: number; readonly at: EpochMs }
type Waiting = { readonly since: EpochMs; readonly price: number; count: number; receivedAt: EpochMs }
type Coin = {
  shown: Seen | undefined
  listed: Seen | undefined
  quoted: Seen | undefined
  waiting: Waiting | undefined
  /** Of log returns, per minute. */
  variance: number
  samples: number
}

/** 0.5 % per minute, until enough samples exist. */
const FIRST_VARIANCE = 0.005 ** 2
const SMOOTHING = 0.02
const SAMPLES_LEAST = 60
/** Steps up to this many standard deviations pass at once, within these bounds (logarithmic). */
const DEVIATIONS = 12
const LEAST_STEP = 0.05
const LEAST_STEP_AT_FIRST = 0.3
const MOST_STEP = 0.5
/** Within NEAR another source confirms a price; beyond FAR it contradicts it. */
const NEAR = 0.15
const FAR = Math.log(2)
const FRESH_MS = 15 * MINUTE_MS
/** How long an unconfirmed step must persist, by its size (logarithmic). */
const PERSISTENCE = [
  { upTo: 0.35, ms: 10 * SECOND_MS },
  { upTo: FAR, ms: 30 * SECOND_MS },
  { upTo: Number.POSITIVE_INFINITY, ms: 10 * MINUTE_MS },
] as const
const REPEATS_LEAST = 3
/** A pending step not repeated within this time is dropped; the list is polled every five minutes. */
const FORGOTTEN_MS = MINUTE_MS
const LIST_FORGOTTEN_MS = 11 * MINUTE_MS
/** Tolerance between list and exchange price, and between market cap and price times supply. */
const LIST_FAR = Math.log(1.5)
const CAP_FAR = Math.log(5)

const isFresh = (seen: Seen | undefined, now: EpochMs): seen is Seen => seen !== undefined && now - seen.at <= FRESH_MS
const distance = (a: number, b: number): number => Math.abs(Math.log(a / b))

/** A price not shown yet, for the status badge. */
export type HeldPrice = { readonly symbol: string; readonly price: number; readonly shown: number | undefined }

/** Holds price steps beyond a coin's usual volatility until another source confirms them or they persist, longer for larger steps. */
export class PriceGuard {
  readonly #coins = new Map<string, Coin>()

  judge({ symbol, price, asOf }: MarketTick, now: EpochMs): boolean {
    const coin = this.#of(symbol)
    if (isPlausible(coin, price, asOf, now) || this.#hasStood(coin, price, now)) {
      show(coin, price, asOf)
      return true
    }
    return false
  }

  /** Called when the market's clock jumps: shifts the exchange's prices and drops the list's. */
  shift(byMs: number): void {
    const moved = (seen: Seen | undefined): Seen | undefined => seen && { price: seen.price, at: epochMs(seen.at + byMs) }
    for (const coin of this.#coins.values()) {
      coin.shown = moved(coin.shown)
      coin.quoted = moved(coin.quoted)
      coin.listed = undefined
      coin.waiting = undefined
    }
  }

  quote(symbol: string, price: number, at: EpochMs): void {
    this.#of(symbol).quoted = { price, at }
  }

  /** Whether a REST price may be shown as the coin's first: no other price exists and nothing contradicts it. */
  isUndisputed(symbol: string, now: EpochMs): boolean {
    const { shown, listed, quoted, waiting } = this.#of(symbol)
    if (shown !== undefined || quoted === undefined || isFresh(listed, now)) return false
    return waiting === undefined || distance(waiting.price, quoted.price) <= NEAR
  }

  accept({ symbol, price, asOf }: MarketTick): void {
    show(this.#of(symbol), price, asOf)
  }

  isNear(symbol: string, price: number, now: EpochMs): boolean {
    const known = this.reference(symbol)
    return !isFresh(known, now) || distance(price, known.price) <= LIST_FAR
  }

  isBlank(symbol: string): boolean {
    const coin = this.#coins.get(symbol)
    return coin?.shown === undefined && coin?.listed === undefined
  }

  reference(symbol: string): Seen | undefined {
    const { shown, listed } = this.#coins.get(symbol) ?? {}
    return shown === undefined || (listed !== undefined && listed.at - shown.at > FRESH_MS) ? listed : shown
  }

  /** Validated list row: without USD figures if contradicted; undefined if the previous row should be kept. */
  list(listing: Listing, now: EpochMs): Listing | undefined {
    if (listing.price === null) return listing
    const coin = this.#of(listing.symbol)
    const isOdd = hasOddCap(listing, listing.price)
    const isBacked = isBackedUp(coin, listing.price, listing.asOf, now)
    if (isBacked === false || (isBacked === undefined && isOdd)) return this.#disputed(coin, listing, now)
    coin.listed = { price: listing.price, at: listing.asOf }
    return isOdd ? { ...listing, marketCap: null } : listing
  }

  /** Whether the shown price contradicts the list's, which is then dropped, so true is returned only once. */
  refute(symbol: string): boolean {
    const coin = this.#of(symbol)
    const { shown, listed } = coin
    if (shown === undefined || listed === undefined || distance(shown.price, listed.price) <= FAR) return false
    coin.listed = undefined
    return true
  }

  held(now: EpochMs): HeldPrice[] {
    return [...this.#coins].flatMap(([symbol, { waiting, shown }]) =>
      waiting !== undefined && now - waiting.receivedAt <= FORGOTTEN_MS ? [{ symbol, price: waiting.price, shown: shown?.price }] : [],
    )
  }

  /** Contradicting the exchange removes the USD figures; contradicting only the previous row is accepted if it persists. */
  #disputed(coin: Coin, listing: Listing, now: EpochMs): Listing | undefined {
    const price = listing.price ?? 0
    if (coin.shown === undefined && coin.listed !== undefined && this.#hasStood(coin, price, now, LIST_FORGOTTEN_MS)) {
      coin.listed = { price, at: listing.asOf }
      return listing
    }
    return coin.listed === undefined ? withoutDollars(listing) : undefined
  }

  #hasStood(coin: Coin, price: number, now: EpochMs, forgottenMs = FORGOTTEN_MS): boolean {
    const { waiting, shown, listed } = coin
    const reference = shown ?? listed ?? coin.quoted
    const step = reference === undefined ? 0 : distance(price, reference.price)
    const isSame = waiting !== undefined && distance(price, waiting.price) <= NEAR && now - waiting.receivedAt <= forgottenMs
    // A list updated after the step began that does not contain it contradicts it.
    const isDenied = isSame && step > FAR && listed !== undefined && listed.at > waiting.since && distance(price, listed.price) > FAR
    if (!isSame || isDenied) {
      coin.waiting = { since: now, price, count: 1, receivedAt: now }
      return false
    }
    waiting.count += 1
    waiting.receivedAt = now
    const { ms } = PERSISTENCE.find(({ upTo }) => step <= upTo) ?? PERSISTENCE[2]
    return waiting.count >= REPEATS_LEAST && now - waiting.since >= ms
  }

  #of(symbol: string): Coin {
    const known = this.#coins.get(symbol)
    if (known !== undefined) return known
    const fresh: Coin = {
      shown: undefined,
      listed: undefined,
      quoted: undefined,
      waiting: undefined,
      variance: FIRST_VARIANCE,
      samples: 0,
    }
    this.#coins.set(symbol, fresh)
    return fresh
  }
}

/** A list row without its untrusted USD figures. */
export const withoutDollars = (listing: Listing): Listing => ({
  ...listing,
  price: null,
  marketCap: null,
  volume24h: null,
  closes: { '1h': null, '24h': null, '7d': null },
})

const hasOddCap = ({ marketCap, circulatingSupply }: Listing, price: number): boolean =>
  marketCap !== null && circulatingSupply !== null && distance(marketCap / circulatingSupply, price) > CAP_FAR

/** Checks a list price against the exchange, else against the previous row; undefined if there is neither. */
function isBackedUp(coin: Coin, price: number, asOf: EpochMs, now: EpochMs): boolean | undefined {
  const { shown, listed } = coin
  if (shown !== undefined && now - shown.at <= 5 * MINUTE_MS)
    return distance(price, shown.price) <= LIST_FAR || isWaitingFor(coin, price, now)
  if (listed === undefined) return undefined
  return distance(price, listed.price) <= MOST_STEP + 0.2 * Math.sqrt(Math.max(0, asOf - listed.at) / HOUR_MS)
}

const isWaitingFor = ({ waiting }: Coin, price: number, now: EpochMs): boolean =>
  waiting !== undefined && now - waiting.receivedAt <= FORGOTTEN_MS && distance(price, waiting.price) <= NEAR

function isPlausible(coin: Coin, price: number, asOf: EpochMs, now: EpochMs): boolean {
  const { shown, listed, quoted } = coin
  if (shown !== undefined) {
    const isNear = isFresh(listed, now) && distance(price, listed.price) <= NEAR
    return isNear || distance(price, shown.price) <= largestStep(coin, asOf - shown.at)
  }
  // An unconfirmed first price waits too, because later prices are judged against it.
  return [listed, quoted].some((seen) => isFresh(seen, now) && distance(price, seen.price) <= FAR)
}

function largestStep({ variance, samples }: Coin, ms: number): number {
  const minutes = Math.max(ms, 5 * SECOND_MS) / MINUTE_MS
  const least = samples < SAMPLES_LEAST ? LEAST_STEP_AT_FIRST : LEAST_STEP
  const most = MOST_STEP + 0.15 * Math.sqrt(minutes / 60)
  return Math.min(most, Math.max(least, DEVIATIONS * Math.sqrt(variance * minutes)))
}

function show(coin: Coin, price: number, asOf: EpochMs): void {
  const { shown } = coin
  const minutes = shown === undefined ? 0 : (asOf - shown.at) / MINUTE_MS
  if (shown !== undefined && minutes >= 1 / 60) {
    // Capped so that one jump does not make the next look normal.
    const squared = Math.min(Math.log(price / shown.price) ** 2 / minutes, 25 * coin.variance)
    coin.variance += SMOOTHING * (squared - coin.variance)
    coin.samples += 1
  }
  coin.shown = { price, at: asOf }
  coin.waiting = undefined
}

type Last = { stamp: number; order: number; epoch: number; price: number; asOf: EpochMs }
/** A price as sent by the venue. */
type VenuePrice = {
  readonly price: number
  /** Venue clock. */
  readonly stamp: number
  /** Order within one timestamp: a trade id, or 0. */
  readonly order: number
  /** {@link VenueClock.epoch} of the stamp. */
  readonly epoch: number
  readonly asOf: EpochMs
}

/** Keeps the newest price of each coin; drops older ones and repeats. */
export class TickGate {
  readonly #venue: string
  readonly #quote: MarketTick['quote']
  readonly #last = new Map<string, Last>()

  constructor(venue: string, quote: MarketTick['quote']) {
    this.#venue = venue
    this.#quote = quote
  }

  accept(symbol: string, venuePrice: VenuePrice): MarketTick | undefined {
    const last = this.#last.get(symbol)
    if (last !== undefined && last.epoch === venuePrice.epoch) {
      if (venuePrice.stamp < last.stamp || (venuePrice.stamp === last.stamp && venuePrice.order <= last.order)) return undefined
    }
    this.#last.set(symbol, { ...venuePrice })
    return this.#tick(symbol, venuePrice.price, venuePrice.asOf)
  }

  /** Confirms the last price as of `asOf`; undefined without a price, or if it is already confirmed that late. */
  confirm(symbol: string, asOf: EpochMs): MarketTick | undefined {
    const last = this.#last.get(symbol)
    if (last === undefined || asOf <= last.asOf) return undefined
    last.asOf = asOf
    return this.#tick(symbol, last.price, asOf)
  }

  /** Called when the venue's clock was set back to `now`: no confirmation can be later. */
  confirmedAtMost(now: EpochMs): void {
    for (const last of this.#last.values()) last.asOf = epochMs(Math.min(last.asOf, now))
  }

  asOf(symbol: string): EpochMs | undefined {
    return this.#last.get(symbol)?.asOf
  }

  order(symbol: string): number | undefined {
    return this.#last.get(symbol)?.order
  }

  #tick(symbol: string, price: number, asOf: EpochMs): MarketTick {
    return { symbol, price, asOf, venue: this.#venue, quote: this.#quote }
  }
}

/** Largest difference between a close and the next open (logarithmic). */
const STEP: Readonly<Record<BaseInterval, number>> = { '1m': Math.log(2), '1h': Math.log(3) }
/** Largest difference between a candle and a price from another source: the two may be from different minutes. */
const APART = Math.log(5)
/** Stricter for streamed candles, because larger moves can be verified by REST. */
const STREAMED_APART = Math.log(2)
const STREAMED_WICK_MOST = Math.log(1.5)
/** Added per square root of the days between. */
const STEP_A_DAY = 0.35
/** The first candle of a listing may open far from its close; a longer wick is invalid. */
const BODY_MOST = Math.log(20)
const WICK_MOST = Math.log(20)

type Point = { readonly price: number; readonly at: number }

/** Filters plausible candles, newest first: each close near the next open, the newest near `known` or else the middle close. */
export function plausibleCandles(candles: readonly Candle[], interval: BaseInterval, known: Point | undefined): Candle[] {
  let next = known ?? middle(candles)
  let step = APART
  const believed: Candle[] = []
  for (const candle of candles.toReversed()) {
    if (next === undefined || !follows(candle, interval, next, step)) continue
    believed.push(candle)
    next = { price: candle.open, at: candle.time * 1000 }
    step = STEP[interval]
  }
  return believed.reverse()
}

/** Whether a streamed candle can be accepted without a REST check. */
export function isUnsurprising(candle: Candle, interval: BaseInterval, known: Point | undefined): boolean {
  const { open, high, low, close } = candle
  const isCalm = distance(high, Math.max(open, close)) <= STREAMED_WICK_MOST && distance(low, Math.min(open, close)) <= STREAMED_WICK_MOST
  return isCalm && (known === undefined || follows(candle, interval, known, STREAMED_APART))
}

/** Whether a candle is consistent with a price after it (or at about its time). */
export const isPlausibleCandle = (candle: Candle, interval: BaseInterval, known: Point | undefined): boolean =>
  known === undefined ? hasPlausibleShape(candle) : follows(candle, interval, known, APART)

function follows(candle: Candle, interval: BaseInterval, next: Point, step: number): boolean {
  const days = Math.abs(next.at - (candle.time * 1000 + INTERVAL_MS[interval])) / DAY_MS
  return distance(candle.close, next.price) <= step + STEP_A_DAY * Math.sqrt(days) && hasPlausibleShape(candle)
}

function hasPlausibleShape({ open, high, low, close }: Candle): boolean {
  const isWick = distance(high, Math.max(open, close)) > WICK_MOST || distance(low, Math.min(open, close)) > WICK_MOST
  return !isWick && distance(open, close) <= BODY_MOST
}

function middle(candles: readonly Candle[]): Point | undefined {
  const half = Math.floor(candles.length / 2)
  const price = candles.map(({ close }) => close).sort((a, b) => a - b)[half]
  const between = candles[half]
  return price === undefined || between === undefined ? undefined : { price, at: between.time * 1000 }
}

/** Oldest accepted candle of each series, used to judge the older part that joins it. */
export class SeriesEdges {
  readonly #edges = new Map<string, Point>()

  nearest(symbol: string, interval: BaseInterval, to: EpochMs, now: Point | undefined): Point | undefined {
    const edge = this.#edges.get(`${symbol} ${interval}`)
    if (edge === undefined) return now
    return now === undefined || Math.abs(edge.at - to) < Math.abs(now.at - to) ? edge : now
  }

  note(symbol: string, interval: BaseInterval, oldest: Candle | undefined): void {
    if (oldest !== undefined) this.#edges.set(`${symbol} ${interval}`, { price: oldest.open, at: oldest.time * 1000 })
  }
}
