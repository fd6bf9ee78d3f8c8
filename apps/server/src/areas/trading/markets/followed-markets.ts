import { price, type Size, size } from '@aerie/core/numbers/units'
import type { FollowedBook, FollowedTrade, MarketFollower, MarketRules, MarketTick } from '@aerie/market/market-source'
import { MarketSourceError } from '@aerie/market/market-source'
import type { MarketChange } from '@aerie/trading/engine'
import type { FeeRates, Instrument } from '@aerie/trading/instrument'
import {
  applyBook,
  applyOracle,
  applyTrade,
  type BookLevel,
  emptyMarket,
  isFresh,
  type Market,
  STALE_AFTER_MS,
} from '@aerie/trading/matching/market'
import { AppError } from '../../../platform/http/app-error.ts'
import { HourlyPremiums, type MeanPremium } from './hourly-premiums.ts'
import { instrumentOf } from './instruments.ts'

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
  readonly onChange: (change: MarketChange) => void
  /** Called before the next book of a market with missed updates. */
  readonly onGap: (symbol: string) => void
  readonly onFault: (error: unknown) => void
  readonly isUsed: (symbol: string) => boolean
}

type Pinned = {
  readonly market: Market
  stop: () => void
  usedAt: number
  readonly first: PromiseWithResolvers<void>
  reason: string | undefined
}

const FIRST_BOOK_MS = 2_000
/** Idle time before a market is released; immediately if another one needs the slot and nobody is waiting for it. */
const IDLE_MS = 120_000
const WAITED_FOR_MS = 5_000
/** Markets followed at once, besides those with orders and positions: otherwise previews would pin them all. */
const MOST_PINNED = 200

/** Span of a mark's longer average. After a longer gap averages restart: one replay step may cover an hour. */
const AVERAGED_OVER_MS = 150_000

/** Follows the markets that accounts trade in, and converts updates into the engine's format. */
export class FollowedMarkets {
  readonly markets = new Map<string, Market>()
  readonly premiums = new HourlyPremiums()
  readonly #deps: Deps
  readonly #pinned = new Map<string, Pinned>()
  readonly #stopTicks: () => void
  #receivedAt = 0

  constructor(deps: Deps) {
    this.#deps = deps
    this.#stopTicks = deps.market.onTicks((ticks) => this.#takeTicks(ticks))
  }

  /** Waits for the next tick of a fast replay, so that books do not become stale early; after five real seconds it continues. */
  now(): number {
    const { market } = this.#deps
    const now = Math.floor(market.now())
    const ahead = now - this.#receivedAt
    return ahead > STALE_AFTER_MS * Math.max(1, market.speed()) ? now : Math.min(now, this.#receivedAt + STALE_AFTER_MS)
  }

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

  isStale(symbol: string): boolean | undefined {
    const market = this.markets.get(symbol)
    return market && !isFresh(market, this.now())
  }

  /** @throws AppError bad_input if not traded here; rule_broken `market_not_followed` with the source's reason */
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

  /** As `pin`, and waits briefly for the first book; without one, orders that need it are refused as stale. */
  async ready(symbol: string): Promise<void> {
    this.pin(symbol)
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, FIRST_BOOK_MS)
    await Promise.race([this.#pinned.get(symbol)?.first.promise, promise])
    clearTimeout(timer)
  }

  release(isUsed: (symbol: string) => boolean): void {
    for (const [symbol, pinned] of this.#pinned) {
      if (isUsed(symbol)) pinned.usedAt = performance.now()
      else if (performance.now() - pinned.usedAt > IDLE_MS) this.#drop(symbol, pinned)
    }
  }

  samplePremiums(): void {
    const now = this.now()
    for (const market of this.markets.values()) if (isFresh(market, now)) this.#samplePremium(market, now)
  }

  #samplePremium(market: Market, now: number): void {
    this.premiums.sample(market, now, 2 * STALE_AFTER_MS * Math.max(1, this.#deps.market.speed()))
  }

  premium(symbol: string, hourMs: number): MeanPremium | undefined {
    return this.premiums.mean(symbol, hourMs)
  }

  close(): void {
    this.#stopTicks()
    for (const [symbol, pinned] of this.#pinned) this.#drop(symbol, pinned)
  }

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
          // The earlier book is not tradable: stale until the next one.
          pinned.market.receivedAt = undefined
          pinned.first.resolve()
          this.#deps.onGap(symbol)
        }),
    }
  }

  #takeBook(symbol: string, { market, first }: Pinned, book: FollowedBook): void {
    if (market.oracle === undefined) this.#takeOracle(symbol, this.#deps.market.priceOf(symbol))
    const [bids, asks] = [levelsOf(market.instrument, book.bids), levelsOf(market.instrument, book.asks)]
    const at = this.#noteReceived(market, book.asOf)
    applyBook(market, { bids, asks, venue: { seq: book.seq, at: Math.floor(book.asOf) } }, at)
    this.#deps.onChange({ kind: 'book', symbol })
    // After the previous hour was paid; also on books, because a fast replay may pass minutes in a second.
    this.#samplePremium(market, at)
    first.resolve()
  }

  #takeTrade(symbol: string, market: Market, { price: at, size: amount, aggressor, asOf }: FollowedTrade): void {
    const trade = { price: price(onGrid(at, market.instrument.tick)), size: wholeLots(amount, market.instrument.lot), aggressor }
    if (trade.price <= 0n || trade.size <= 0n) return
    applyTrade(market, trade, this.#noteReceived(market, asOf))
    this.#deps.onChange({ kind: 'trade', symbol, trade })
  }

  #takeTicks(ticks: readonly MarketTick[]): void {
    for (const { symbol, price: at } of ticks) this.#takeOracle(symbol, at)
  }

  #takeOracle(symbol: string, at: number | undefined): void {
    const market = this.markets.get(symbol)
    if (market === undefined || at === undefined) return
    const oracle = price(onGrid(at, market.instrument.tick))
    if (oracle > 0n) applyOracle(market, oracle, this.#noteReceived(market, this.now()))
  }

  /** Receive time by the market clock: the exchange's clock may differ. */
  #noteReceived(market: Market, asOf: number): number {
    const { market: feed } = this.#deps
    const at = feed.isLive() ? Math.floor(feed.now()) : asOf
    this.#receivedAt = Math.max(this.#receivedAt, at)
    // After a clock jump, the first update must not be weighted by the jump in the mark's averages.
    const sampledAt = market.memory.book?.at ?? at
    if (at - sampledAt > AVERAGED_OVER_MS * Math.max(1, feed.speed())) market.memory = {}
    return at
  }
}

const notTraded = (symbol: string): AppError =>
  new AppError('bad_input', { detail: `${symbol} is not traded here.`, errors: { symbol: ['not traded here'] } })
const notFollowed = (detail: string): AppError => new AppError('rule_broken', { reason: 'market_not_followed', detail })

const onGrid = (value: number, unit: bigint): bigint => BigInt(Math.round((value * 1e12) / Number(unit))) * unit

/** Rounds down to whole lots. */
const wholeLots = (value: number, lot: Size): Size => size(BigInt(Math.floor((value * 1e12) / Number(lot) + 1e-6)) * lot)

const levelsOf = ({ tick, lot }: Instrument, levels: FollowedBook['bids']): BookLevel[] =>
  levels.flatMap(([at, amount]): BookLevel[] => {
    const one: BookLevel = [price(onGrid(at, tick)), wholeLots(amount, lot)]
    return one[0] > 0n && one[1] > 0n ? [one] : []
  })
