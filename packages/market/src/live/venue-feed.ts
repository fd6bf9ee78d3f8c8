import type { Environment } from '@aerie/upstream/environment'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { ReconnectingSocket } from '@aerie/upstream/reconnecting-socket'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { ClockJump } from '@aerie/upstream/venue-clock'
import type { ClosedCandle, HistoryRequest, MarketFollower, MarketRules, MarketTick, MarketTrade, OrderBook } from '../market-source.ts'
import { CandleGate, CandleRefill } from './candles/candle-refill.ts'
import type { ExchangeFeed, ExchangeRoots, FeedSink, HistoryPart } from './exchange-feed.ts'
import { MarketFollowers } from './follow/market-followers.ts'
import type { Pairs } from './pairs.ts'
import type { Exchange, LiveCoin } from './settings.ts'
import type { Venue, VenueAdapter } from './venue-adapter.ts'
import { VenueSession } from './venue-session.ts'

/** Dependencies of {@link VenueFeed}. */
export type VenueFeedDeps = { readonly coins: readonly LiveCoin[]; readonly roots: ExchangeRoots; readonly env: Environment }

/** Exchange-independent feed: listings, one connection, complete candles; the adapter does the rest. */
export class VenueFeed implements ExchangeFeed {
  readonly venue: Exchange
  readonly title: string
  readonly quote: MarketTick['quote']
  readonly #session: VenueSession
  readonly #socket: ReconnectingSocket
  readonly #candles = new CandleGate()
  readonly #refill: CandleRefill
  readonly #followers: MarketFollowers
  readonly #pinned: PinnedPairs
  readonly #adapter: VenueAdapter
  #sink: FeedSink | undefined

  constructor(venue: Venue, { coins, roots, env }: VenueFeedDeps) {
    this.venue = venue.venue
    this.title = venue.title
    this.quote = venue.quote
    this.#session = new VenueSession({
      env,
      coins,
      quote: venue.quote,
      ready: () => this.#ready(),
      changed: () => this.#listingsChanged(),
      clockJumped: (jump) => this.#clockJumped(jump),
      machineJumped: () => this.#socket.restart('is connected again, as the clock of this machine has jumped'),
    })
    const out = this.#delivery()
    this.#refill = this.#makeRefill(out)
    this.#socket = this.#makeSocket(venue)
    this.#followers = this.#makeFollowers()
    const limiter = new RateLimiter(venue.sendRate, env.clock, env.timers)
    this.#adapter = venue.adapt({
      roots,
      env: this.#session.env,
      session: this.#session,
      out,
      candles: this.#candles,
      refill: this.#refill,
      followers: this.#followers,
      send: (text) => void limiter.take().then(() => this.#socket.send(text)),
      rotate: () => this.#socket.rotate(),
    })
    this.#pinned = new PinnedPairs(this.#session.pairs, this.#adapter)
  }

  get hasListings(): boolean {
    return this.#session.pairs.all().length > 0
  }

  lists(symbol: string): boolean {
    return this.#session.pairs.pairOf(symbol) !== undefined
  }

  get clock(): VenueSession['venueClock'] {
    return this.#session.venueClock
  }

  get isInDoubt(): boolean {
    return this.#session.isInDoubt || this.#refill.isInDoubt
  }

  /** A rejection proves that the exchange responds. */
  async probe(): Promise<void> {
    try {
      await this.#adapter.rest.api.syncTime()
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind !== 'refused') throw error
    }
  }

  start(sink: FeedSink): void {
    this.#sink = sink
    void this.#session.begin(this.#adapter.rest, sink)
  }

  stop(): void {
    this.#followers.stop()
    this.#sink = undefined
    this.#session.stop()
    this.#socket.stop()
    this.#adapter.stop()
    this.#refill.stop()
  }

  async history({ symbol, interval, from, to }: HistoryRequest, signal?: AbortSignal): Promise<HistoryPart> {
    const pair = this.#session.pairs.knownPairOf(symbol)
    if (pair === undefined) return { candles: [], unreadable: 0, until: to }
    return this.#adapter.rest.candles({ pair, interval, from, to, ...(signal && { signal }) })
  }

  async book(symbol: string): Promise<OrderBook | undefined> {
    const pair = this.#session.pairs.knownPairOf(symbol)
    return pair === undefined ? undefined : this.#adapter.book(pair, symbol)
  }

  suspectBook(symbol: string): void {
    const pair = this.#session.pairs.pairOf(symbol)
    if (pair !== undefined) this.#adapter.books.suspect(pair)
  }

  askAgain({ symbol, interval, candle }: ClosedCandle): void {
    this.#refill.missed({ symbol, interval }, candle.time)
  }

  trades(symbol: string): readonly MarketTrade[] {
    const pair = this.#session.pairs.pairOf(symbol)
    return pair === undefined ? [] : this.#adapter.trades(pair)
  }

  follow(symbol: string, follower: MarketFollower): () => void {
    return this.#followers.follow(symbol, follower)
  }

  rules(symbol: string): MarketRules | undefined {
    return this.#session.pairs.rulesOf(symbol)
  }

  #makeFollowers(): MarketFollowers {
    return new MarketFollowers({
      ...this.#session.env,
      title: this.title,
      lists: (symbol) => (this.hasListings ? this.lists(symbol) : undefined),
      pin: (symbol) => this.#pinned.pin(symbol),
      unpin: (symbol) => this.#pinned.unpin(symbol),
      book: (symbol) => this.#pinned.with(symbol, (pair) => this.#adapter.books.latest(pair)),
      look: (symbol) => this.#pinned.with(symbol, (pair) => this.#adapter.books.look(pair)),
      reopenTrades: (symbol) => this.#pinned.with(symbol, (pair) => this.#adapter.reopenTrades(pair)),
    })
  }

  #makeRefill(out: FeedSink): CandleRefill {
    const { venueClock, env } = this.#session
    return new CandleRefill({
      gate: this.#candles,
      timers: env.timers,
      venueNow: venueClock.now,
      elapsed: venueClock.elapsed,
      symbols: () => this.#session.pairs.symbols(),
      fetch: ({ symbol, ...span }) => this.#adapter.rest.candles({ pair: this.#session.pairs.pairOf(symbol) ?? symbol, ...span }),
      deliver: out.refilled,
      missing: out.missing,
    })
  }

  #makeSocket({ socket }: Venue): ReconnectingSocket {
    return new ReconnectingSocket(
      {
        url: () => this.#adapter.url(),
        opened: (send) => this.#adapter.opened?.(send),
        message: (text) => this.#adapter.handleMessage(text),
        up: () => this.#up(),
        down: (message) => this.#down(message),
      },
      socket,
      this.#session.env,
    )
  }

  /** Drops events after the stop. */
  #delivery(): FeedSink {
    return {
      ticks: (ticks) => this.#sink?.ticks(ticks),
      candles: (candles) => this.#sink?.candles(candles),
      refilled: (candles) => this.#sink?.refilled(candles),
      health: (health) => this.#sink?.health(health),
      fault: (what) => this.#sink?.fault(what),
      quiet: (quiet) => this.#sink?.quiet(quiet),
      quotes: (quotes) => this.#sink?.quotes(quotes),
      missing: (series) => this.#sink?.missing(series),
      clockJumped: (byMs) => this.#sink?.clockJumped(byMs),
    }
  }

  #ready(): void {
    this.#repin()
    this.#socket.start()
    this.#adapter.ready?.()
  }

  #listingsChanged(): void {
    this.#repin()
    this.#socket.rotate()
  }

  #repin(): void {
    for (const symbol of this.#followers.symbols())
      if (this.#pinned.repin(symbol)) this.#followers.lost(symbol, `${this.title} has changed how it lists ${symbol}.`)
  }

  /** Reloads everything as after an outage, including what was timed by the old clock. */
  #clockJumped({ byMs, since }: ClockJump): void {
    this.#sink?.clockJumped(byMs)
    this.#candles.restart()
    this.#refill.doubt(since)
    this.#adapter.clockJumped()
    this.#socket.restart('is connected again, as its clock has jumped')
  }

  #up(): void {
    this.#adapter.rest.api.reset()
    this.#session.regain()
    this.#sink?.health({ isUp: true })
    this.#refill.regain()
    this.#adapter.up()
  }

  #down(message: string): void {
    this.#followers.lostAll(`${this.title} ${message}.`)
    this.#adapter.down()
    this.#sink?.health({ isUp: false, message })
  }
}

/** The exchange pair pinned for each followed symbol. */
class PinnedPairs {
  readonly #pairs: Pick<Pairs, 'pairOf'>
  readonly #adapter: Pick<VenueAdapter, 'books' | 'pinTrades' | 'unpinTrades'>
  readonly #pinned = new Map<string, string>()

  constructor(pairs: Pick<Pairs, 'pairOf'>, adapter: Pick<VenueAdapter, 'books' | 'pinTrades' | 'unpinTrades'>) {
    this.#pairs = pairs
    this.#adapter = adapter
  }

  /** Trades before the book, so that no trade after the book is missed. No-op for a symbol without a pair. */
  pin(symbol: string): void {
    const pair = this.#pairs.pairOf(symbol)
    if (pair === undefined) return
    this.#pinned.set(symbol, pair)
    this.#adapter.pinTrades?.(pair)
    this.#adapter.books.pin(pair)
  }

  unpin(symbol: string): void {
    const pair = this.#pinned.get(symbol)
    if (pair === undefined) return
    this.#pinned.delete(symbol)
    this.#adapter.books.unpin(pair)
    this.#adapter.unpinTrades?.(pair)
  }

  repin(symbol: string): boolean {
    const before = this.#pinned.get(symbol)
    if (before === this.#pairs.pairOf(symbol)) return false
    this.unpin(symbol)
    this.pin(symbol)
    return before !== undefined
  }

  with<T>(symbol: string, ask: (pair: string) => T): T | undefined {
    const pair = this.#pinned.get(symbol)
    return pair === undefined ? undefined : ask(pair)
  }
}
