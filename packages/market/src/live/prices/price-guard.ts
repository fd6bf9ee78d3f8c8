import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { Listing, MarketTick } from '../../market-source.ts'

/** A price, and when it was one (machine clock). */
type Seen = { readonly price: number; readonly at: EpochMs }
/** A step that waits: since when, how often it was said, and its newest price. */
type Waiting = { readonly since: EpochMs; readonly price: number; count: number; heardAt: EpochMs }
type Coin = {
  shown: Seen | undefined
  /** CoinGecko's price. */
  listed: Seen | undefined
  /** The exchange's own price by REST, a second way to ask the same venue. */
  quoted: Seen | undefined
  waiting: Waiting | undefined
  /** Of logarithmic returns, a minute. */
  variance: number
  samples: number
}

/** Half a percent a minute, until a coin has shown what it does. */
const FIRST_VARIANCE = 0.005 ** 2
const SMOOTHING = 0.02
const SAMPLES_LEAST = 60
/** Steps up to this many deviations pass at once, within these bounds (logarithmic). */
const DEVIATIONS = 12
const LEAST_STEP = 0.05
const LEAST_STEP_AT_FIRST = 0.3
const MOST_STEP = 0.5
/** How near another source must be to confirm a price, and how far it contradicts one. */
const NEAR = 0.15
const FAR = Math.log(2)
const FRESH_MS = 15 * MINUTE_MS
/** How long a step must stand, by its size (logarithmic), where no other source confirms it. */
const PERSISTENCE = [
  { upTo: 0.35, ms: 10 * SECOND_MS },
  { upTo: FAR, ms: 30 * SECOND_MS },
  { upTo: Number.POSITIVE_INFINITY, ms: 10 * MINUTE_MS },
] as const
const SAID_LEAST = 3
/** A step that is no longer said is forgotten; a list speaks every five minutes. */
const FORGOTTEN_MS = MINUTE_MS
const LIST_FORGOTTEN_MS = 11 * MINUTE_MS
/** How far a list's price may be from the exchange's, and its market cap from price times supply. */
const LIST_FAR = Math.log(1.5)
const CAP_FAR = Math.log(5)

const isFresh = (seen: Seen | undefined, now: EpochMs): seen is Seen => seen !== undefined && now - seen.at <= FRESH_MS
const distance = (a: number, b: number): number => Math.abs(Math.log(a / b))

/** A price that is not shown yet, for the badge. */
export type HeldPrice = { readonly symbol: string; readonly price: number; readonly shown: number | undefined }

/**
 * Whether prices are plausible. A step beyond what the coin does, by its own volatility, waits unshown until another source
 * says the same or it has stood for a while: the larger, the longer; more than double or half needs the other source, or
 * ten minutes without its contradiction.
 */
export class PriceGuard {
  readonly #coins = new Map<string, Coin>()

  /** Whether a price of the exchange may be shown now. */
  judge({ symbol, price, asOf }: MarketTick, now: EpochMs): boolean {
    const coin = this.#of(symbol)
    if (isPlausible(coin, price, asOf, now) || this.#hasStood(coin, price, now)) {
      show(coin, price, asOf)
      return true
    }
    return false
  }

  /** The market's clock has jumped: moves the times of the exchange's prices to where they are now, and forgets the list's. */
  shift(byMs: number): void {
    const moved = (seen: Seen | undefined): Seen | undefined => seen && { price: seen.price, at: epochMs(seen.at + byMs) }
    for (const coin of this.#coins.values()) {
      coin.shown = moved(coin.shown)
      coin.quoted = moved(coin.quoted)
      coin.listed = undefined
      coin.waiting = undefined
    }
  }

  /** Takes the exchange's own price by REST. */
  quote(symbol: string, price: number, at: EpochMs): void {
    this.#of(symbol).quoted = { price, at }
  }

  /**
   * Whether the exchange's price by REST may be shown as a coin's first, there being no other: nothing that was said since
   * speaks against it.
   */
  isUndisputed(symbol: string, now: EpochMs): boolean {
    const { shown, listed, quoted, waiting } = this.#of(symbol)
    if (shown !== undefined || quoted === undefined || isFresh(listed, now)) return false
    return waiting === undefined || distance(waiting.price, quoted.price) <= NEAR
  }

  /** Takes a price as shown, without judging it. */
  accept({ symbol, price, asOf }: MarketTick): void {
    show(this.#of(symbol), price, asOf)
  }

  /** Whether a price of a book or a trade is near the coin's price; true where that is not known. */
  isNear(symbol: string, price: number, now: EpochMs): boolean {
    const known = this.reference(symbol)
    return !isFresh(known, now) || distance(price, known.price) <= LIST_FAR
  }

  /** Whether nothing is known yet against which a first price could be judged. */
  isBlank(symbol: string): boolean {
    const coin = this.#coins.get(symbol)
    return coin?.shown === undefined && coin?.listed === undefined
  }

  /** The price as it is shown, or the list's where that is much newer. */
  reference(symbol: string): Seen | undefined {
    const { shown, listed } = this.#coins.get(symbol) ?? {}
    return shown === undefined || (listed !== undefined && listed.at - shown.at > FRESH_MS) ? listed : shown
  }

  /**
   * A row of the list as far as it can be believed: without its dollars where the exchange, its own supply or the row before
   * contradicts; undefined where the row before is the better one.
   */
  list(listing: Listing, now: EpochMs): Listing | undefined {
    if (listing.price === null) return listing
    const coin = this.#of(listing.symbol)
    const isOdd = hasOddCap(listing, listing.price)
    const isBacked = isBackedUp(coin, listing.price, listing.asOf, now)
    if (isBacked === false || (isBacked === undefined && isOdd)) return this.#disputed(coin, listing, now)
    coin.listed = { price: listing.price, at: listing.asOf }
    return isOdd ? { ...listing, marketCap: null } : listing
  }

  /** Whether the list's price has become one that the shown price contradicts; it is then forgotten, so told once. */
  refute(symbol: string): boolean {
    const coin = this.#of(symbol)
    const { shown, listed } = coin
    if (shown === undefined || listed === undefined || distance(shown.price, listed.price) <= FAR) return false
    coin.listed = undefined
    return true
  }

  /** Prices that wait. */
  held(now: EpochMs): HeldPrice[] {
    return [...this.#coins].flatMap(([symbol, { waiting, shown }]) =>
      waiting !== undefined && now - waiting.heardAt <= FORGOTTEN_MS ? [{ symbol, price: waiting.price, shown: shown?.price }] : [],
    )
  }

  /** A row that stands against its exchange stays without dollars; against its own past it is believed when it stands. */
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
    const isSame = waiting !== undefined && distance(price, waiting.price) <= NEAR && now - waiting.heardAt <= forgottenMs
    // A list that was made since the step began and does not know of it speaks against it.
    const isDenied = isSame && step > FAR && listed !== undefined && listed.at > waiting.since && distance(price, listed.price) > FAR
    if (!isSame || isDenied) {
      coin.waiting = { since: now, price, count: 1, heardAt: now }
      return false
    }
    waiting.count += 1
    waiting.heardAt = now
    const { ms } = PERSISTENCE.find(({ upTo }) => step <= upTo) ?? PERSISTENCE[2]
    return waiting.count >= SAID_LEAST && now - waiting.since >= ms
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

/** A row of the list whose dollars cannot be believed. */
export const withoutDollars = (listing: Listing): Listing => ({
  ...listing,
  price: null,
  marketCap: null,
  volume24h: null,
  closes: { '1h': null, '24h': null, '7d': null },
})

/** Whether the market cap is far from price times supply: one of the three is wrong. */
const hasOddCap = ({ marketCap, circulatingSupply }: Listing, price: number): boolean =>
  marketCap !== null && circulatingSupply !== null && distance(marketCap / circulatingSupply, price) > CAP_FAR

/** What the exchange, or without one the row before, says of a list's price; undefined where there is neither. */
function isBackedUp(coin: Coin, price: number, asOf: EpochMs, now: EpochMs): boolean | undefined {
  const { shown, listed } = coin
  if (shown !== undefined && now - shown.at <= 5 * MINUTE_MS)
    return distance(price, shown.price) <= LIST_FAR || isWaitingFor(coin, price, now)
  if (listed === undefined) return undefined
  return distance(price, listed.price) <= MOST_STEP + 0.2 * Math.sqrt(Math.max(0, asOf - listed.at) / HOUR_MS)
}

/** Whether the exchange says such a price already, unshown: then two sources say the same. */
const isWaitingFor = ({ waiting }: Coin, price: number, now: EpochMs): boolean =>
  waiting !== undefined && now - waiting.heardAt <= FORGOTTEN_MS && distance(price, waiting.price) <= NEAR

function isPlausible(coin: Coin, price: number, asOf: EpochMs, now: EpochMs): boolean {
  const { shown, listed, quoted } = coin
  if (shown !== undefined) {
    const isNear = isFresh(listed, now) && distance(price, listed.price) <= NEAR
    return isNear || distance(price, shown.price) <= largestStep(coin, asOf - shown.at)
  }
  // A first price that nobody else knows waits as a step does: it would be held against all that follow.
  return [listed, quoted].some((seen) => isFresh(seen, now) && distance(price, seen.price) <= FAR)
}

/** The largest step (logarithmic) that a coin takes in `ms`. */
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
    // One leap must not make the next one look usual.
    const squared = Math.min(Math.log(price / shown.price) ** 2 / minutes, 25 * coin.variance)
    coin.variance += SMOOTHING * (squared - coin.variance)
    coin.samples += 1
  }
  coin.shown = { price, at: asOf }
  coin.waiting = undefined
}
