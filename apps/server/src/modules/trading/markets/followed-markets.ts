import { price, type Size, size } from '@aerie/core/numbers/units'
import type { FollowedBook, FollowedTrade, MarketFollower, MarketRules, MarketTick } from '@aerie/market/market-source'
import { MarketSourceError } from '@aerie/market/market-source'
import type { MarketChange } from '@aerie/trading/engine'
import type { FeeRates, Instrument } from '@aerie/trading/instrument'
import {
  type BookLevel,
  emptyMarket,
  hearBook,
  hearOracle,
  hearTrade,
  isFresh,
  type Market,
  STALE_AFTER_MS,
} from '@aerie/trading/matching/market'
import { AppError } from '../../../plugins/app-error.ts'
import { HourlyPremiums, type MeanPremium } from './hourly-premiums.ts'
import { instrumentOf } from './instruments.ts'

/** What following needs of the market's service. */
export type MarketFeed = {
  readonly now: () => number
  readonly speed: () => number
  readonly isLive: () => boolean
  readonly symbols: () => readonly string[]
  readonly rules: (symbol: string) => MarketRules | undefined
  readonly follow: (symbol: string, follower: MarketFollower) => () => void
  readonly priceOf: (symbol: string) => number | undefined
  readonly onTicks: (listener: (ticks: readonly MarketTick[]) => void) => () => void
}

type Deps = {
  readonly market: MarketFeed
  readonly fees: FeeRates
  /** Told of every change of a followed market, after the market itself has heard it. */
  readonly onChange: (change: MarketChange) => void
  /** Told before the next book of a market in which something was missed. */
  readonly onGap: (symbol: string) => void
  readonly onFault: (error: unknown) => void
  /** Whether anybody has an order or a position there. */
  readonly isUsed: (symbol: string) => boolean
}

type Pinned = {
  readonly market: Market
  stop: () => void
  usedAt: number
  readonly first: PromiseWithResolvers<void>
  reason: string | undefined
}

/** How long a new order waits for the first book of its market. */
const FIRST_BOOK_MS = 2_000
/** A market that nobody has anything in is released after so long; at once, where another one needs its place, if nobody waits for it. */
const IDLE_MS = 120_000
const WAITED_FOR_MS = 5_000
/** Markets followed at once, beyond those with orders and positions: previews would otherwise pin them all. */
const MOST_PINNED = 200

/** What the longer average of a mark spans. Where nothing was heard for longer they begin again: a step of a replay passes an hour at once. */
const AVERAGED_OVER_MS = 150_000

/** The markets that accounts trade in: followed while anybody has something there, and heard into the engine's form. */
export class FollowedMarkets {
  /** By symbol; the engine reads it. */
  readonly markets = new Map<string, Market>()
  readonly premiums = new HourlyPremiums()
  readonly #deps: Deps
  readonly #pinned = new Map<string, Pinned>()
  readonly #stopTicks: () => void
  #heardAt = 0

  constructor(deps: Deps) {
    this.#deps = deps
    this.#stopTicks = deps.market.onTicks((ticks) => this.#takeTicks(ticks))
  }

  /**
   * The market's clock. Between two beats of a fast replay it waits for the next: what will be told only then has not happened yet, and a
   * book is not stale because the replay is quick. Where nothing was told for five seconds of ours, it runs on.
   */
  now(): number {
    const { market } = this.#deps
    const now = Math.floor(market.now())
    const ahead = now - this.#heardAt
    return ahead > STALE_AFTER_MS * Math.max(1, market.speed()) ? now : Math.min(now, this.#heardAt + STALE_AFTER_MS)
  }

  /** Instruments of the source, in its order. */
  instruments(): { readonly instrument: Instrument; readonly book: MarketRules['book'] }[] {
    return this.#deps.market.symbols().flatMap((symbol) => {
      const rules = this.#deps.market.rules(symbol)
      const instrument = this.instrument(symbol)
      return rules === undefined || instrument === undefined ? [] : [{ instrument, book: rules.book }]
    })
  }

  instrument(symbol: string): Instrument | undefined {
    const pinned = this.markets.get(symbol)?.instrument
    if (pinned !== undefined) return pinned
    const rules = this.#deps.market.rules(symbol)
    return rules && instrumentOf(symbol, rules, this.#deps.fees)
  }

  /** Undefined while nobody follows it. */
  isStale(symbol: string): boolean | undefined {
    const market = this.markets.get(symbol)
    return market && !isFresh(market, this.now())
  }

  /**
   * Follows a market until it is let go by `release`.
   *
   * @throws AppError bad_input for what is not traded here; rule_broken `market_not_followed` with the source's reason
   */
  pin(symbol: string): Market {
    const present = this.#pinned.get(symbol)
    if (present !== undefined) {
      present.usedAt = performance.now()
      return present.market
    }
    const instrument = this.instrument(symbol)
    if (instrument === undefined) throw notTraded(symbol)
    if (this.#pinned.size >= MOST_PINNED && !this.#makeRoom())
      throw notFollowed(`No more than ${MOST_PINNED} markets can be followed at once.`)
    const first = Promise.withResolvers<void>()
    const pinned: Pinned = { market: emptyMarket(instrument), stop: () => undefined, usedAt: performance.now(), first, reason: undefined }
    this.markets.set(symbol, pinned.market)
    this.#pinned.set(symbol, pinned)
    try {
      this.#follow(symbol, pinned)
    } catch (error) {
      this.#drop(symbol, pinned)
      throw error instanceof MarketSourceError && error.code === 'cannot-follow' ? notFollowed(error.message) : error
    }
    return pinned.market
  }

  /** As `pin`, and waits a little for the first book; what needs it and has it not is refused as stale. */
  async ready(symbol: string): Promise<void> {
    this.pin(symbol)
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, FIRST_BOOK_MS)
    await Promise.race([this.#pinned.get(symbol)?.first.promise, promise])
    clearTimeout(timer)
  }

  /** Lets go of the markets that nobody has anything in and nobody has asked for lately. */
  release(isUsed: (symbol: string) => boolean): void {
    for (const [symbol, pinned] of this.#pinned) {
      if (isUsed(symbol)) pinned.usedAt = performance.now()
      else if (performance.now() - pinned.usedAt > IDLE_MS) this.#drop(symbol, pinned)
    }
  }

  /** Samples the funding premium of every market that is fresh. */
  samplePremiums(): void {
    const now = this.now()
    for (const market of this.markets.values()) if (isFresh(market, now)) this.#samplePremium(market, now)
  }

  #samplePremium(market: Market, now: number): void {
    this.premiums.sample(market, now, 2 * STALE_AFTER_MS * Math.max(1, this.#deps.market.speed()))
  }

  /** Mean premium of the hour that ended at `hourMs`; undefined where none was sampled. */
  premium(symbol: string, hourMs: number): MeanPremium | undefined {
    return this.premiums.mean(symbol, hourMs)
  }

  close(): void {
    this.#stopTicks()
    for (const [symbol, pinned] of this.#pinned) this.#drop(symbol, pinned)
  }

  /** A source that follows no more markets may have room once one is let go that nobody needs. */
  #follow(symbol: string, pinned: Pinned): void {
    const follow = (): void => {
      pinned.stop = this.#deps.market.follow(symbol, this.#followerOf(symbol, pinned))
    }
    try {
      follow()
    } catch (error) {
      if (!(error instanceof MarketSourceError) || error.code !== 'cannot-follow' || !this.#makeRoom()) throw error
      follow()
    }
  }

  /** Lets go of the market that was asked for longest ago of those that nobody needs. Whether there was one. */
  #makeRoom(): boolean {
    const before = performance.now() - WAITED_FOR_MS
    const idle = [...this.#pinned].filter(([symbol, { usedAt }]) => usedAt < before && !this.#deps.isUsed(symbol))
    const [oldest] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    if (oldest !== undefined) this.#drop(...oldest)
    return oldest !== undefined
  }

  #drop(symbol: string, pinned: Pinned): void {
    pinned.stop()
    pinned.first.resolve()
    this.#pinned.delete(symbol)
    this.markets.delete(symbol)
  }

  #followerOf(symbol: string, pinned: Pinned): MarketFollower {
    const isCurrent = (): boolean => this.#pinned.get(symbol) === pinned
    const safely = (work: () => void): void => {
      if (!isCurrent()) return
      try {
        work()
      } catch (error) {
        this.#deps.onFault(error)
      }
    }
    return {
      book: (book) => safely(() => this.#takeBook(symbol, pinned, book)),
      trades: (trades) =>
        safely(() => {
          for (const trade of trades) this.#takeTrade(symbol, pinned.market, trade)
        }),
      gap: ({ reason }) =>
        safely(() => {
          pinned.reason = reason
          // What stood before it is no book to trade with: stale until the next one.
          pinned.market.heardAt = undefined
          this.#deps.onGap(symbol)
        }),
    }
  }

  #takeBook(symbol: string, { market, first }: Pinned, book: FollowedBook): void {
    if (market.oracle === undefined) this.#takeOracle(symbol, this.#deps.market.priceOf(symbol))
    const [bids, asks] = [levelsOf(market.instrument, book.bids), levelsOf(market.instrument, book.asks)]
    const at = this.#hear(market, book.asOf)
    hearBook(market, { bids, asks, venue: { seq: book.seq, at: Math.floor(book.asOf) } }, at)
    this.#deps.onChange({ kind: 'book', symbol })
    // After the hour that ended before it was paid; by books too, as a fast replay may pass minutes in a second.
    this.#samplePremium(market, at)
    first.resolve()
  }

  #takeTrade(symbol: string, market: Market, { price: at, size: amount, aggressor, asOf }: FollowedTrade): void {
    const trade = { price: price(onGrid(at, market.instrument.tick)), size: wholeLots(amount, market.instrument.lot), aggressor }
    if (trade.price <= 0n || trade.size <= 0n) return
    hearTrade(market, trade, this.#hear(market, asOf))
    this.#deps.onChange({ kind: 'trade', symbol, trade })
  }

  #takeTicks(ticks: readonly MarketTick[]): void {
    for (const { symbol, price: at } of ticks) this.#takeOracle(symbol, at)
  }

  #takeOracle(symbol: string, at: number | undefined): void {
    const market = this.markets.get(symbol)
    if (market === undefined || at === undefined) return
    const oracle = price(onGrid(at, market.instrument.tick))
    if (oracle > 0n) hearOracle(market, oracle, this.#hear(market, this.now()))
  }

  /** When something is heard, by the market's clock: the exchange's own clock may be another than ours. */
  #hear(market: Market, asOf: number): number {
    const { market: feed } = this.#deps
    const at = feed.isLive() ? Math.floor(feed.now()) : asOf
    this.#heardAt = Math.max(this.#heardAt, at)
    // What is heard first after a jump of the clock, the index beside the book from before it, must not weigh as long as the jump in the mark's averages.
    const sampledAt = market.memory.book?.at ?? at
    if (at - sampledAt > AVERAGED_OVER_MS * Math.max(1, feed.speed())) market.memory = {}
    return at
  }
}

const notTraded = (symbol: string): AppError =>
  new AppError('bad_input', { detail: `${symbol} is not traded here.`, errors: { symbol: ['not traded here'] } })
const notFollowed = (detail: string): AppError => new AppError('rule_broken', { word: 'market_not_followed', detail })

/** A price of the source as an integer, on the instrument's grid: exact for what is on it. */
const onGrid = (value: number, unit: bigint): bigint => BigInt(Math.round((value * 1e12) / Number(unit))) * unit

/** A size in whole lots, never more than it was. */
const wholeLots = (value: number, lot: Size): Size => size(BigInt(Math.floor((value * 1e12) / Number(lot) + 1e-6)) * lot)

const levelsOf = ({ tick, lot }: Instrument, levels: FollowedBook['bids']): BookLevel[] =>
  levels.flatMap(([at, amount]): BookLevel[] => {
    const one: BookLevel = [price(onGrid(at, tick)), wholeLots(amount, lot)]
    return one[0] > 0n && one[1] > 0n ? [one] : []
  })
