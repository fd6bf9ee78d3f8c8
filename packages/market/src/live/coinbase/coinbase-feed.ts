import { candleOpen } from '@aerie/core/candle'
import { type EpochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { joinPath } from '@aerie/upstream/base-url'
import type { Environment } from '@aerie/upstream/environment'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { ReconnectingSocket } from '@aerie/upstream/reconnecting-socket'
import type { ClosedCandle, HistoryRequest, MarketTrade, OrderBook } from '../../market-source.ts'
import { CandleGate } from '../candles/candle-gate.ts'
import { CandleRefill } from '../candles/candle-refill.ts'
import { MatchCandles } from '../candles/match-candles.ts'
import type { ExchangeFeed, ExchangeRoots, FeedSink, HistoryPart } from '../exchange-feed.ts'
import { FeedLife } from '../feed-life.ts'
import { TickGate } from '../prices/tick-gate.ts'
import { RecentTrades } from '../recent-trades.ts'
import type { LiveCoin } from '../settings.ts'
import { CoinbaseBooks } from './coinbase-books.ts'
import { type CoinbaseMessage, readCoinbase } from './coinbase-messages.ts'
import { CoinbaseRest } from './coinbase-rest.ts'

/** `ticker_batch` speaks every five seconds at the slowest, heartbeats every second: three times the slower. */
const DEADMAN_MS = 15 * SECOND_MS
/** A price that did not change is confirmed by heartbeats this often. */
const CONFIRM_EVERY_MS = 15 * SECOND_MS
/** Trades of a minute may arrive a little after its end. */
const MINUTE_GRACE_MS = 3 * SECOND_MS
const SEND_PACE = { burst: 20, perSecond: 10 }
const BOOK_CHANNEL = 'level2_batch'

type Of<K extends CoinbaseMessage['kind']> = Extract<CoinbaseMessage, { kind: K }>

/** Coinbase Exchange, quoted in USD: prices, candles made of trades, books; it can carry the product alone. */
export class CoinbaseFeed implements ExchangeFeed {
  readonly venue = 'coinbase'
  readonly title = 'Coinbase'
  readonly quote = 'USD'
  readonly #world: Environment
  readonly #life: FeedLife
  readonly #rest: CoinbaseRest
  readonly #ticks = new TickGate('coinbase', 'USD')
  readonly #candles = new CandleGate()
  readonly #minutes = new Map<string, MatchCandles>()
  readonly #newestTrade = new Map<string, number>()
  readonly #books: CoinbaseBooks
  readonly #trades = new RecentTrades()
  readonly #refill: CandleRefill
  readonly #socket: ReconnectingSocket
  readonly #sendLimiter: RateLimiter
  #sink: FeedSink | undefined
  #hasPrice = false
  /** Newest stamp of the feed: minutes are closed by the venue's events, not by a clock that may jump. */
  #newestStamp = 0
  #epoch = 0

  constructor(coins: readonly LiveCoin[], roots: ExchangeRoots, world: Environment) {
    this.#world = world
    this.#life = new FeedLife({
      world,
      coins,
      quote: this.quote,
      ready: () => {
        this.#socket.start()
        this.#closeMinutesLater()
      },
      changed: () => this.#socket.rotate(),
    })
    this.#rest = new CoinbaseRest(roots.rest, this.#life.venueClock, world, (quiet) => this.#sink?.quiet(quiet))
    this.#sendLimiter = new RateLimiter(SEND_PACE, world.clock, world.timers)
    this.#books = this.#makeBooks()
    this.#refill = new CandleRefill({
      gate: this.#candles,
      timers: world.timers,
      venueNow: () => this.#life.venueClock.now(),
      symbols: () => this.#life.pairs.symbols(),
      fetch: ({ symbol, ...span }) => this.#rest.candles({ pair: this.#life.pairs.pairOf(symbol) ?? symbol, ...span }),
      deliver: (candles) => this.#sink?.refilled(candles),
      missing: (series) => this.#sink?.missing(series),
    })
    this.#socket = new ReconnectingSocket(
      {
        url: () => joinPath(roots.socket, ''),
        opened: (send) => this.#subscribe(send),
        message: (text) => this.#heard(readCoinbase(text)),
        up: () => this.#up(),
        down: (words) => this.#down(words),
      },
      { deadmanMs: DEADMAN_MS, rotateAfterMs: null },
      world,
    )
  }

  get hasListings(): boolean {
    return this.#life.pairs.all().length > 0
  }

  lists(symbol: string): boolean {
    return this.#life.pairs.pairOf(symbol) !== undefined
  }

  probe(): Promise<void> {
    return FeedLife.probe(this.#rest)
  }

  start(sink: FeedSink): void {
    this.#sink = sink
    void this.#life.begin(this.#rest, sink)
  }

  stop(): void {
    this.#sink = undefined
    this.#life.stop()
    this.#socket.stop()
    this.#books.stop()
    this.#refill.stop()
  }

  async history({ symbol, interval, from, to }: HistoryRequest, signal?: AbortSignal): Promise<HistoryPart> {
    const pair = this.#life.pairs.knownPairOf(symbol)
    return pair === undefined ? { candles: [], unreadable: 0 } : this.#rest.candles({ pair, interval, from, to, ...(signal && { signal }) })
  }

  /** The feed's book, or a single one by REST where the feed gives none. */
  async book(symbol: string): Promise<OrderBook | undefined> {
    const pair = this.#life.pairs.knownPairOf(symbol)
    return pair === undefined ? undefined : this.#books.ask(pair).catch(() => this.#rest.book(pair, symbol))
  }

  suspectBook(symbol: string): void {
    const pair = this.#life.pairs.pairOf(symbol)
    if (pair !== undefined) this.#books.suspect(pair)
  }

  askAgain({ symbol, interval, candle }: ClosedCandle): void {
    this.#refill.missed({ symbol, interval }, candle.time)
  }

  /** The feed tells every trade of every pair: asking costs nothing. */
  trades(symbol: string): readonly MarketTrade[] {
    return this.#trades.newest(symbol)
  }

  #makeBooks(): CoinbaseBooks {
    const say = (type: 'subscribe' | 'unsubscribe') => (pair: string) => {
      const text = JSON.stringify({ type, product_ids: [pair], channels: [BOOK_CHANNEL] })
      void this.#sendLimiter.take().then(() => this.#socket.send(text))
    }
    const symbolOf = (pair: string) => this.#life.pairs.symbolOf(pair)
    return new CoinbaseBooks({ ...this.#world, symbolOf, subscribe: say('subscribe'), unsubscribe: say('unsubscribe') })
  }

  /** One message a channel, so that a channel that is refused takes no other with it. */
  #subscribe(send: (text: string) => void): void {
    const product_ids = this.#life.pairs.all()
    const ask = (channel: string, pairs: readonly string[]) =>
      send(JSON.stringify({ type: 'subscribe', product_ids: pairs, channels: [channel] }))
    for (const channel of ['heartbeat', 'matches', 'ticker_batch']) ask(channel, product_ids)
    if (this.#books.wanted().length > 0) ask(BOOK_CHANNEL, this.#books.wanted())
    this.#hasPrice = false
    this.#life.later('first price', DEADMAN_MS, () => {
      if (!this.#hasPrice) ask('ticker', product_ids)
    })
  }

  #heard(message: CoinbaseMessage): boolean {
    if (message.kind === 'malformed') this.#unreadable(message.what)
    else if (message.kind === 'refusal') this.#sink?.fault('subscription refused')
    else if (message.kind !== 'other') return this.#takeMarket(message)
    return false
  }

  /** What could not be read may have been anybody's trade or book update. */
  #unreadable(what: string): void {
    this.#sink?.fault(what)
    if (what === 'book update' || what === 'message that is not JSON') this.#books.doubt()
  }

  #takeMarket(message: Exclude<CoinbaseMessage, { kind: 'malformed' | 'refusal' | 'other' }>): boolean {
    const symbol = this.#life.pairs.symbolOf(message.pair)
    if (symbol === undefined) return false
    if (message.kind === 'price') this.#takePrice(symbol, message)
    else if (message.kind === 'trade') this.#takeTrade(symbol, message)
    else if (message.kind === 'heartbeat') this.#takeHeartbeat(symbol, message)
    else if (message.kind === 'snapshot') this.#books.snapshot(message.pair, message.bids, message.asks)
    else this.#takeUpdate(message)
    return true
  }

  #takePrice(symbol: string, { price, stamp, tradeId }: Of<'price'>): void {
    this.#hasPrice = true
    this.#tick(symbol, { price, stamp: stamp ?? this.#life.venueClock.now(), order: tradeId, isFresh: false })
  }

  #takeTrade(symbol: string, { pair, trade, isLast }: Of<'trade'>): void {
    const asOf = this.#tick(symbol, { price: trade.price, stamp: trade.time, order: trade.id, isFresh: !isLast })
    if (asOf === undefined) {
      this.#minutesOf(symbol).begin(this.#life.venueClock.now())
      return
    }
    if (trade.size > 0) this.#trades.add(symbol, trade.id, { asOf, price: trade.price, size: trade.size, side: trade.takerSide })
    this.#newestTrade.set(symbol, Math.max(trade.id, this.#newestTrade.get(symbol) ?? 0))
    if (isLast) {
      this.#minutesOf(symbol).lastBefore(trade.id)
    } else {
      this.#minutesOf(symbol).add(trade)
      this.#books.traded(pair)
    }
  }

  /** A heartbeat names the newest trade: when it is the one we know, the price stands as of now. */
  #takeHeartbeat(symbol: string, { pair, lastTradeId, stamp }: Of<'heartbeat'>): void {
    const asOf = this.#read(stamp, true)
    if (asOf === undefined) return
    this.#newestTrade.set(symbol, Math.max(lastTradeId, this.#newestTrade.get(symbol) ?? 0))
    this.#books.heartbeat(pair)
    if (this.#ticks.order(symbol) !== lastTradeId || asOf - (this.#ticks.asOf(symbol) ?? asOf) < CONFIRM_EVERY_MS) return
    const tick = this.#ticks.confirm(symbol, asOf)
    if (tick !== undefined) this.#sink?.ticks([tick])
  }

  #takeUpdate({ pair, bids, asks, stamp }: Of<'update'>): void {
    const asOf = this.#read(stamp, true)
    if (asOf === undefined) this.#books.doubt(pair)
    else this.#books.update(pair, bids, asks, asOf)
  }

  #tick(symbol: string, said: { price: number; stamp: EpochMs; order: number; isFresh: boolean }): EpochMs | undefined {
    const asOf = this.#read(said.stamp, said.isFresh)
    if (asOf === undefined) return undefined
    const tick = this.#ticks.accept(symbol, { ...said, asOf, epoch: this.#life.venueClock.epoch })
    if (tick !== undefined) this.#sink?.ticks([tick])
    return asOf
  }

  #read(stamp: EpochMs, isFresh: boolean): EpochMs | undefined {
    const asOf = this.#life.venueClock.read(stamp, isFresh)
    if (this.#life.venueClock.epoch !== this.#epoch) this.#clockJumped()
    if (asOf === undefined) this.#sink?.fault('time stamp of the future')
    else if (isFresh) this.#newestStamp = Math.max(this.#newestStamp, stamp)
    return asOf
  }

  #clockJumped(): void {
    this.#epoch = this.#life.venueClock.epoch
    this.#newestStamp = 0
    for (const minutes of this.#minutes.values()) minutes.restart(this.#life.venueClock.now())
  }

  #minutesOf(symbol: string): MatchCandles {
    const known = this.#minutes.get(symbol)
    if (known !== undefined) return known
    const fresh = new MatchCandles()
    fresh.begin(this.#life.venueClock.now())
    this.#minutes.set(symbol, fresh)
    return fresh
  }

  #up(): void {
    this.#rest.reset()
    this.#sink?.health({ isUp: true })
    this.#refill.regain()
    this.#missMinute()
  }

  #down(words: string): void {
    this.#books.lose()
    this.#missMinute()
    this.#sink?.health({ isUp: false, words })
  }

  /** The minute in which the feed broke or came back lacks trades. */
  #missMinute(): void {
    for (const symbol of this.#life.pairs.symbols()) this.#minutesOf(symbol).begin(this.#life.venueClock.now())
  }

  #closeMinutesLater(): void {
    const intoMinute = this.#life.venueClock.now() % MINUTE_MS
    this.#life.later('minute', MINUTE_MS - intoMinute + MINUTE_GRACE_MS, () => this.#closeMinutesWhenOver())
  }

  /** A minute is over when the venue has said something later. */
  #closeMinutesWhenOver(): void {
    const now = this.#life.venueClock.now()
    if (candleOpen(this.#newestStamp / 1000, '1m') < candleOpen(now / 1000, '1m')) {
      this.#life.later('minute', SECOND_MS, () => this.#closeMinutesWhenOver())
      return
    }
    this.#closeMinutes()
    this.#closeMinutesLater()
  }

  #closeMinutes(): void {
    const now = this.#life.venueClock.now()
    const minute = candleOpen(now / 1000, '1m')
    for (const [symbol, minutes] of this.#minutes) {
      minutes.suspect(this.#newestTrade.get(symbol) ?? 0, now - MINUTE_MS)
      const { whole, missingFrom } = minutes.close(minute)
      const closed = whole.map((candle) => ({ symbol, interval: '1m', candle }) as const)
      const fresh = closed.filter((candle) => this.#candles.accept(candle, now, now))
      if (fresh.length > 0) this.#sink?.candles(fresh)
      if (missingFrom !== undefined) this.#refill.missed({ symbol, interval: '1m' }, missingFrom)
      else if (minutes.hasHeard(this.#newestTrade.get(symbol) ?? 0)) this.#candles.pass(symbol, '1m', minute - MINUTE_MS / SECOND_MS)
    }
  }
}
