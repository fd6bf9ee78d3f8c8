import { type Candle, candleOpen, INTERVAL_MS, isSoundCandle } from '@aerie/core/market/candle'
import { type EpochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { joinPath } from '@aerie/upstream/base-url'
import type { Environment } from '@aerie/upstream/environment'
import { type HttpAnswer, statusFailure } from '@aerie/upstream/http-json'
import { whole } from '@aerie/upstream/query'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { MarketRules, MarketTrade, OrderBook } from '../../market-source.ts'
import { LevelBook } from '../books/level-book.ts'
import { MatchCandles } from '../candles/match-candles.ts'
import type { HistoryPart } from '../exchange-feed.ts'
import { type ListedPair, marketRules } from '../pairs.ts'
import { TickGate } from '../prices/price-guard.ts'
import { RecentTrades } from '../trades.ts'
import type { Venue, VenueAdapter, VenueParts } from '../venue-adapter.ts'
import { type CandleSpan, VenueApi, type VenueRest } from '../venue-api.ts'
import { CoinbaseBooks } from './coinbase-books.ts'
import {
  bookAnswer,
  type CandleRow,
  type CoinbaseMessage,
  type CoinbaseTrade,
  candleRows,
  type Product,
  products,
  readCoinbase,
  venueTime,
} from './coinbase-messages.ts'

/** Three times the slowest channel: `ticker_batch` sends every five seconds, heartbeats every second. */
const DEADMAN_MS = 15 * SECOND_MS
const CONFIRM_EVERY_MS = 15 * SECOND_MS
/** Trades of a minute may arrive shortly after its end. */
const MINUTE_GRACE_MS = 3 * SECOND_MS
/** A trade stamped further ahead of the venue's clock may belong to the previous minute. */
const AHEAD_MS = SECOND_MS
const SEND_RATE = { burst: 20, perSecond: 10 }
const BOOK_CHANNEL = 'level2_batch'
/** The full book of the busiest coin has reached 3 MB. */
const MESSAGE_MOST_BYTES = 4 * 1024 * 1024

type Of<K extends CoinbaseMessage['kind']> = Extract<CoinbaseMessage, { kind: K }>

/** Coinbase Exchange, quoted in USD: prices, candles built from trades, and books. */
export const COINBASE: Venue = {
  venue: 'coinbase',
  title: 'Coinbase',
  quote: 'USD',
  roots: { rest: 'https://api.exchange.coinbase.com', socket: 'wss://ws-feed.exchange.coinbase.com' },
  socket: { deadmanMs: DEADMAN_MS, rotateAfterMs: null, maxMessageBytes: MESSAGE_MOST_BYTES },
  sendRate: SEND_RATE,
  adapt: (parts) => new CoinbaseAdapter(parts),
}

class CoinbaseAdapter implements VenueAdapter {
  readonly rest: CoinbaseRest
  readonly #parts: VenueParts
  readonly #ticks = new TickGate('coinbase', 'USD')
  readonly #minutes = new Map<string, MatchCandles>()
  /** Newest trade id per coin from the last heartbeat; an invalid one is replaced by the next. */
  readonly #named = new Map<string, number>()
  readonly books: CoinbaseBooks
  readonly #trades = new RecentTrades()
  #hasPrice = false
  /** Minutes are closed by the venue's timestamps, not by a clock that may jump. */
  #newestStamp = 0

  constructor(parts: VenueParts) {
    this.#parts = parts
    this.rest = new CoinbaseRest(parts)
    this.books = this.#makeBooks()
  }

  url(): string {
    return joinPath(this.#parts.roots.socket, '')
  }

  /** One message per channel, so that a rejected channel does not affect the others. */
  opened(send: (text: string) => void): void {
    const product_ids = this.#parts.session.pairs.all()
    const ask = (channel: string, pairs: readonly string[]) =>
      send(JSON.stringify({ type: 'subscribe', product_ids: pairs, channels: [channel] }))
    for (const channel of ['heartbeat', 'matches', 'ticker_batch']) ask(channel, product_ids)
    if (this.books.wanted().length > 0) ask(BOOK_CHANNEL, this.books.wanted())
    this.#hasPrice = false
    this.#parts.session.later('first price', DEADMAN_MS, () => {
      if (!this.#hasPrice) ask('ticker', product_ids)
    })
  }

  handleMessage(text: string): boolean {
    const message = readCoinbase(text)
    if (message.kind === 'malformed') this.#unreadable(message.what)
    else if (message.kind === 'refusal') this.#parts.out.fault('subscription refused')
    else if (message.kind !== 'other') return this.#takeMarket(message)
    return false
  }

  ready(): void {
    this.#closeMinutesLater()
  }

  up(): void {
    this.#missMinutes(this.#parts.session.venueClock.now())
  }

  /** Data is missing since the last message, which may be long before the disconnect is detected. */
  down(): void {
    this.books.lose()
    this.#missMinutes(this.#newestStamp === 0 ? this.#parts.session.venueClock.now() : this.#newestStamp)
  }

  clockJumped(): void {
    const now = this.#parts.session.venueClock.now()
    this.#newestStamp = 0
    for (const minutes of this.#minutes.values()) minutes.restart(now)
    this.#ticks.confirmedAtMost(now)
    this.#trades.forgetAfter(now)
    this.books.lose()
  }

  stop(): void {
    this.books.stop()
  }

  book(pair: string, symbol: string): Promise<OrderBook> {
    return this.books.ask(pair).catch(() => this.rest.book(pair, symbol))
  }

  /** No subscription needed: the feed sends every trade of every pair. */
  trades(pair: string): readonly MarketTrade[] {
    return this.#trades.newest(pair)
  }

  reopenTrades(pair: string): void {
    this.#parts.send(JSON.stringify({ type: 'subscribe', product_ids: [pair], channels: ['matches'] }))
  }

  #makeBooks(): CoinbaseBooks {
    const sendRequest = (type: 'subscribe' | 'unsubscribe') => (pair: string) =>
      this.#parts.send(JSON.stringify({ type, product_ids: [pair], channels: [BOOK_CHANNEL] }))
    const symbolOf = (pair: string) => this.#parts.session.pairs.symbolOf(pair)
    return new CoinbaseBooks({
      ...this.#parts.env,
      symbolOf,
      subscribe: sendRequest('subscribe'),
      unsubscribe: sendRequest('unsubscribe'),
      best: (pair) => this.rest.best(pair),
      followers: this.#parts.followers,
    })
  }

  /** An unreadable message may have been a trade or book update of any pair. */
  #unreadable(what: string): void {
    this.#parts.out.fault(what)
    if (what === 'book update' || what === 'message that is not JSON') this.books.doubt()
  }

  #takeMarket(message: Exclude<CoinbaseMessage, { kind: 'malformed' | 'refusal' | 'other' }>): boolean {
    const symbol = this.#parts.session.pairs.symbolOf(message.pair)
    if (symbol === undefined) return false
    if (message.kind === 'price') this.#takePrice(symbol, message)
    else if (message.kind === 'trade') this.#takeTrade(symbol, message)
    else if (message.kind === 'heartbeat') this.#takeHeartbeat(symbol, message)
    else if (message.kind === 'snapshot') this.books.snapshot(message.pair, message.bids, message.asks)
    else this.#takeUpdate(message)
    return true
  }

  #takePrice(symbol: string, { price, stamp, tradeId }: Of<'price'>): void {
    this.#hasPrice = true
    this.#tick(symbol, { price, stamp: stamp ?? this.#parts.session.venueClock.now(), order: tradeId, isFresh: false })
  }

  #takeTrade(symbol: string, { pair, trade, isLast }: Of<'trade'>): void {
    const asOf = this.#tick(symbol, { price: trade.price, stamp: trade.time, order: trade.id, isFresh: !isLast })
    if (asOf === undefined) {
      this.#minutesOf(symbol).begin(this.#parts.session.venueClock.now())
      return
    }
    if (trade.size > 0) this.#trades.add(pair, trade.id, { asOf, price: trade.price, size: trade.size, side: trade.takerSide })
    if (isLast) {
      this.#minutesOf(symbol).lastBefore(trade)
    } else {
      this.#addToMinute(symbol, trade)
      this.#parts.followers.trade(symbol, followedTrade(trade, asOf))
      this.books.traded(pair)
    }
  }

  #addToMinute(symbol: string, trade: CoinbaseTrade): void {
    const minutes = this.#minutesOf(symbol)
    const now = this.#parts.session.venueClock.now()
    if (trade.time - now > AHEAD_MS) for (const time of [now - MINUTE_GRACE_MS, trade.time]) minutes.begin(time)
    minutes.add(trade)
  }

  /** A heartbeat carries the newest trade id; if it is ours, the price is confirmed as of now. */
  #takeHeartbeat(symbol: string, { pair, lastTradeId, stamp }: Of<'heartbeat'>): void {
    const asOf = this.#read(stamp, true)
    if (asOf === undefined) return
    this.#named.set(symbol, lastTradeId)
    this.books.heartbeat(pair)
    this.#parts.followers.newest(symbol, lastTradeId)
    if (this.#ticks.order(symbol) !== lastTradeId || asOf - (this.#ticks.asOf(symbol) ?? asOf) < CONFIRM_EVERY_MS) return
    const tick = this.#ticks.confirm(symbol, asOf)
    if (tick !== undefined) this.#parts.out.ticks([tick])
  }

  #takeUpdate({ pair, bids, asks, stamp }: Of<'update'>): void {
    const asOf = this.#read(stamp, true)
    if (asOf === undefined) this.books.doubt(pair)
    else this.books.update(pair, bids, asks, asOf)
  }

  #tick(symbol: string, update: { price: number; stamp: EpochMs; order: number; isFresh: boolean }): EpochMs | undefined {
    const asOf = this.#read(update.stamp, update.isFresh)
    if (asOf === undefined) return undefined
    const tick = this.#ticks.accept(symbol, { ...update, asOf, epoch: this.#parts.session.venueClock.epoch })
    if (tick !== undefined) this.#parts.out.ticks([tick])
    return asOf
  }

  #read(stamp: EpochMs, isFresh: boolean): EpochMs | undefined {
    const asOf = this.#parts.session.venueClock.read(stamp, isFresh)
    if (asOf === undefined) this.#parts.out.fault('time stamp of the future')
    else if (isFresh) this.#newestStamp = Math.max(this.#newestStamp, stamp)
    return asOf
  }

  #minutesOf(symbol: string): MatchCandles {
    const known = this.#minutes.get(symbol)
    if (known !== undefined) return known
    const fresh = new MatchCandles()
    fresh.begin(this.#parts.session.venueClock.now())
    this.#minutes.set(symbol, fresh)
    return fresh
  }

  #missMinutes(since: number): void {
    const now = this.#parts.session.venueClock.now()
    for (const symbol of this.#parts.session.pairs.symbols()) {
      this.#minutesOf(symbol).begin(Math.min(since, now))
      this.#minutesOf(symbol).begin(now)
    }
  }

  #closeMinutesLater(): void {
    const intoMinute = this.#parts.session.venueClock.now() % MINUTE_MS
    this.#parts.session.later('minute', MINUTE_MS - intoMinute + MINUTE_GRACE_MS, () => this.#closeMinutesWhenOver())
  }

  #closeMinutesWhenOver(): void {
    const now = this.#parts.session.venueClock.now()
    if (candleOpen(this.#newestStamp / 1000, '1m') < candleOpen(now / 1000, '1m')) {
      this.#parts.session.later('minute', SECOND_MS, () => this.#closeMinutesWhenOver())
      return
    }
    this.#closeMinutes()
    this.#closeMinutesLater()
  }

  #closeMinutes(): void {
    const now = this.#parts.session.venueClock.now()
    const minute = candleOpen(now / 1000, '1m')
    for (const [symbol, minutes] of this.#minutes) {
      const named = this.#named.get(symbol)
      if (named !== undefined) minutes.suspect(named, now - MINUTE_MS)
      const { whole, missingFrom } = minutes.close(minute)
      const closed = whole.map((candle) => ({ symbol, interval: '1m', candle }) as const)
      const fresh = closed.filter((candle) => this.#parts.candles.accept(candle, now, now))
      if (fresh.length > 0) this.#parts.out.candles(fresh)
      if (missingFrom !== undefined) this.#parts.refill.missed({ symbol, interval: '1m' }, missingFrom)
      else if (named !== undefined && minutes.hasReceived(named)) this.#parts.candles.pass(symbol, '1m', minute - MINUTE_MS / SECOND_MS)
    }
  }
}

const followedTrade = ({ id, price, size, takerSide }: CoinbaseTrade, asOf: EpochMs) =>
  ({ number: id, id: String(id), asOf, price, size, aggressor: takerSide }) as const

/** Half of the ten public requests a second allowed per IP address. */
const PACE = { burst: 10, perSecond: 5 }
const CANDLES_A_PAGE = 300
const PAGES_MOST = 500

class CoinbaseRest implements VenueRest {
  readonly api: VenueApi
  readonly #env: Environment

  constructor({ env, session, out, roots }: Pick<VenueParts, 'env' | 'session' | 'out' | 'roots'>) {
    this.#env = env
    const limiter = new RateLimiter(PACE, env.clock, env.timers)
    const failureOf = (answer: HttpAnswer) => statusFailure(answer, env.clock.now())
    this.api = new VenueApi({
      provider: { root: roots.rest, headers: { 'user-agent': 'aerie' }, limiter, failureOf, onQuiet: out.quiet },
      venueClock: session.venueClock,
      env,
      time: { path: '/time', schema: venueTime },
    })
  }

  async listed(quote: string): Promise<Map<string, ListedPair>> {
    const rows = (await this.api.client.get({ path: '/products', schema: products })).filter((row) => row !== null)
    const trading = rows.filter((row) => row.quote_currency === quote && row.status === 'online' && row.trading_disabled !== true)
    return new Map(trading.map((row) => [row.base_currency, { pair: row.id, rules: rulesOf(row) }]))
  }

  async candles({ pair, interval, from, to, signal }: CandleSpan): Promise<HistoryPart> {
    const step = INTERVAL_MS[interval]
    const until = await this.api.closedBy(to)
    const candles = new Map<number, Candle>()
    let unreadable = 0
    let start = Math.ceil(from / step) * step
    for (let page = 0; start + step <= until && page < PAGES_MOST; page += 1) {
      // Both ends are inclusive: 300 buckets span 299 steps.
      const end = Math.min(start + (CANDLES_A_PAGE - 1) * step, until - step)
      const query = { granularity: whole(step / SECOND_MS), start: new Date(start).toISOString(), end: new Date(end).toISOString() }
      const path = `/products/${encodeURIComponent(pair)}/candles`
      const rows = await this.api.client.get({ path, query, schema: candleRows, ...(signal && { signal }) })
      const { sound, lost } = soundCandles(rows, { from, until, step })
      for (const candle of sound) candles.set(candle.time, candle)
      unreadable += lost
      start = end + step
    }
    return { candles: [...candles.values()].sort((a, b) => a.time - b.time), unreadable, until }
  }

  async best(pair: string): Promise<LevelBook['best']> {
    const path = `/products/${encodeURIComponent(pair)}/book`
    const { bids, asks } = await this.api.client.get({ path, query: { level: whole(1) }, schema: bookAnswer, tries: 1 })
    return { bid: bids[0]?.[0], ask: asks[0]?.[0] }
  }

  async book(pair: string, symbol: string): Promise<OrderBook> {
    const asOf = this.#env.clock.now()
    const path = `/products/${encodeURIComponent(pair)}/book`
    const taken = await this.api.client.get({ path, query: { level: whole(2) }, schema: bookAnswer, tries: 1 })
    const book = new LevelBook()
    book.replace(taken.bids, taken.asks)
    if (book.isCrossed) throw new UpstreamError('bad-data', 'sent an order book that cannot be')
    return book.shown(symbol, asOf)
  }
}

const rulesOf = ({ quote_increment, base_increment, min_market_funds }: Product): MarketRules | undefined =>
  marketRules({ tick: quote_increment, lot: base_increment, minNotional: min_market_funds })

type Span = { readonly from: number; readonly until: number; readonly step: number }

function soundCandles(rows: readonly CandleRow[], { from, until, step }: Span): { sound: Candle[]; lost: number } {
  const read = rows.filter((row) => row !== null)
  const wanted = read
    .map(([time, low, high, open, close, volume]) => ({ time, open, high, low, close, volume }))
    .filter(({ time }) => time * 1000 >= from && time * 1000 + step <= until && (time * 1000) % step === 0)
  const sound = wanted.filter(isSoundCandle)
  return { sound, lost: rows.length - read.length + wanted.length - sound.length }
}
