import { INTERVAL_MS } from '@aerie/core/market/candle'
import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { joinPath } from '@aerie/upstream/base-url'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import { failureText } from '@aerie/upstream/upstream-error'
import { BASE_INTERVALS, type BaseInterval, type MarketTick, type MarketTrade, type OrderBook } from '../../market-source.ts'
import { TickGate } from '../prices/price-guard.ts'
import { RecentTrades } from '../trades.ts'
import type { Venue, VenueAdapter, VenueParts } from '../venue-adapter.ts'
import { BinanceBooks } from './binance-books.ts'
import { type BinanceMessage, readBinance, type TradeFields } from './binance-messages.ts'
import { BinanceRest } from './binance-rest.ts'

/** Prices arrive every second; ten seconds avoids reconnecting on short stalls. */
const DEADMAN_MS = 10 * SECOND_MS
/** Binance closes connections after 24 hours. */
const ROTATE_AFTER_MS = 23.5 * HOUR_MS
/** A later kline event corrects the past and does not update the price. */
const KLINE_LATE_MS = 5 * SECOND_MS
/** A close event later than this after the kline's end is replaced by a REST fetch. */
const KLINE_OLD_MS = 2 * MINUTE_MS
/** Limit: five inbound messages a second, pings included. */
const SEND_RATE = { burst: 3, perSecond: 3 }
const ALL_PRICES = '!miniTicker@arr'
/** One message with the prices of all pairs is half a megabyte. */
const MESSAGE_MOST_BYTES = 2 * 1024 * 1024

const isBase = (interval: string): interval is BaseInterval => BASE_INTERVALS.some((one) => one === interval)
const tradeStream = (pair: string): string => `${pair.toLowerCase()}@aggTrade`
const depthStream = (pair: string): string => `${pair.toLowerCase()}@depth@100ms`

/** Binance spot, quoted in USDT: one socket for prices and candles, books on demand, REST for gaps. */
export const BINANCE: Venue = {
  venue: 'binance',
  title: 'Binance',
  quote: 'USDT',
  roots: { rest: 'https://api.binance.com', socket: 'wss://stream.binance.com:9443' },
  callPaths: /\/(api\/v3|ws|stream)$/,
  socket: { deadmanMs: DEADMAN_MS, rotateAfterMs: ROTATE_AFTER_MS, maxMessageBytes: MESSAGE_MOST_BYTES },
  sendRate: SEND_RATE,
  adapt: (parts) => new BinanceAdapter(parts),
}

class BinanceAdapter implements VenueAdapter {
  readonly rest: BinanceRest
  readonly #parts: VenueParts
  readonly #ticks = new TickGate('binance', 'USDT')
  readonly books: BinanceBooks
  readonly #trades: BinanceTrades
  #messageId = 0

  constructor(parts: VenueParts) {
    this.#parts = parts
    this.rest = new BinanceRest(parts)
    this.books = new BinanceBooks({
      ...parts.env,
      symbolOf: (pair) => parts.session.pairs.symbolOf(pair),
      ...this.#subscription(depthStream),
      snapshot: (pair) => this.rest.snapshot(pair),
      newestUpdate: (pair) => this.rest.newestUpdate(pair),
      followers: parts.followers,
    })
    this.#trades = new BinanceTrades({
      ...parts.env,
      ...this.#subscription(tradeStream),
      recent: (pair) => this.#recentTrades(pair),
    })
  }

  url(): string {
    const pairs = this.#parts.session.pairs.all().map((pair) => pair.toLowerCase())
    const candles = BASE_INTERVALS.flatMap((interval) => pairs.map((pair) => `${pair}@kline_${interval}`))
    const streams = [ALL_PRICES, ...candles, ...this.books.wanted().map(depthStream), ...this.#trades.wanted().map(tradeStream)]
    return joinPath(this.#parts.roots.socket, `/stream?streams=${streams.join('/')}`)
  }

  handleMessage(text: string): boolean {
    const { isMarket, messages } = readBinance(text, (pair) => this.#parts.session.pairs.symbolOf(pair) !== undefined)
    const ticks: MarketTick[] = []
    for (const message of messages) this.#take(message, ticks)
    if (ticks.length > 0) this.#parts.out.ticks(ticks)
    return isMarket
  }

  up(): void {
    this.books.regain()
    this.#trades.regain()
    void this.#loadPrices()
  }

  down(): void {
    this.books.lose()
  }

  clockJumped(): void {
    this.books.lose()
    this.#trades.forgetAfter(this.#parts.env.clock.now())
  }

  stop(): void {
    this.books.stop()
    this.#trades.stop()
  }

  book(pair: string): Promise<OrderBook> {
    return this.books.ask(pair)
  }

  trades(pair: string): readonly MarketTrade[] {
    return this.#trades.ask(pair)
  }

  pinTrades(pair: string): void {
    this.#trades.pin(pair)
  }

  unpinTrades(pair: string): void {
    this.#trades.unpin(pair)
  }

  reopenTrades(pair: string): void {
    this.#trades.reopen(pair)
  }

  #subscription(stream: (pair: string) => string) {
    return {
      subscribe: (pair: string) => this.#say('SUBSCRIBE', [stream(pair)]),
      unsubscribe: (pair: string) => this.#say('UNSUBSCRIBE', [stream(pair)]),
    }
  }

  #say(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', params: readonly string[]): void {
    this.#messageId += 1
    this.#parts.send(JSON.stringify({ method, params, id: this.#messageId }))
  }

  #take(message: BinanceMessage, ticks: MarketTick[]): void {
    if (message.kind === 'malformed') this.#parts.out.fault(message.what)
    else if (message.kind === 'refusal') this.#parts.out.fault('subscription refused')
    else if (message.kind === 'shutdown') this.#parts.rotate()
    else this.#takeMarket(message, ticks)
  }

  #takeMarket(message: Extract<BinanceMessage, { pair: string }>, ticks: MarketTick[]): void {
    const asOf = this.#parts.session.venueClock.read(message.stamp)
    if (asOf === undefined) {
      this.#parts.out.fault('time stamp of the future')
    } else if (message.kind === 'depth') {
      this.books.diff(message.pair, message.diff, asOf)
    } else if (message.kind === 'trade') {
      this.#takeTrade(message.pair, message.trade, asOf)
    } else {
      const { pair, stamp } = message
      if (message.kind === 'price') this.#takePrice({ pair, price: message.price, stamp, asOf }, ticks)
      else if (isPresent(message)) this.#takePrice({ pair, price: message.candle.close, stamp, asOf }, ticks)
      if (message.kind === 'candle') this.#takeKline(message)
    }
  }

  #takeTrade(pair: string, trade: TradeFields, asOf: EpochMs): void {
    if (trade.q > 0) this.#trades.handleTrade(pair, numbered(trade, asOf))
    const symbol = this.#parts.session.pairs.symbolOf(pair)
    if (symbol !== undefined) this.#parts.followers.trade(symbol, followedTrade(trade, asOf))
  }

  #takeKline(message: Extract<BinanceMessage, { kind: 'candle' }>): void {
    const symbol = this.#parts.session.pairs.symbolOf(message.pair)
    if (symbol !== undefined && message.interval === '1m' && isPresent(message) && message.lastTrade !== undefined)
      this.#parts.followers.newest(symbol, message.lastTrade)
    if (message.isClosed) this.#takeCandle(message)
  }

  #takePrice(update: { pair: string; price: number; stamp: EpochMs; asOf: EpochMs }, ticks: MarketTick[]): void {
    const symbol = this.#parts.session.pairs.symbolOf(update.pair)
    if (symbol === undefined) return
    const tick = this.#ticks.accept(symbol, { ...update, order: 0, epoch: this.#parts.session.venueClock.epoch })
    if (tick !== undefined) ticks.push(tick)
  }

  #takeCandle({ pair, interval, candle, stamp }: Extract<BinanceMessage, { kind: 'candle' }>): void {
    const symbol = this.#parts.session.pairs.symbolOf(pair)
    if (symbol === undefined || !isBase(interval)) return
    if (stamp - candle.time * SECOND_MS - INTERVAL_MS[interval] > KLINE_OLD_MS) {
      this.#parts.refill.missed({ symbol, interval }, candle.time)
      return
    }
    const due = this.#parts.candles.due(symbol, interval)
    const closed = { symbol, interval, candle }
    if (!this.#parts.candles.accept(closed, stamp, this.#parts.session.venueClock.now())) return
    this.#parts.out.candles([closed])
    if (due !== undefined && candle.time > due) this.#parts.refill.missed({ symbol, interval }, due)
  }

  /** The stream sends changes only, so unchanged prices are fetched once per connection. */
  async #loadPrices(): Promise<void> {
    const ticks: MarketTick[] = []
    const quotes: { symbol: string; price: number; asOf: EpochMs }[] = []
    try {
      for (const row of await this.rest.lastPrices(this.#parts.session.pairs.all())) {
        const asOf = this.#parts.session.venueClock.read(row.stamp, false)
        const symbol = this.#parts.session.pairs.symbolOf(row.pair)
        if (asOf === undefined || symbol === undefined) continue
        quotes.push({ symbol, price: row.price, asOf })
        this.#takePrice({ ...row, asOf }, ticks)
      }
      // Ticks before quotes: otherwise a price would confirm itself.
      if (ticks.length > 0) this.#parts.out.ticks(ticks)
      this.#parts.out.quotes(quotes)
    } catch (error) {
      if (!this.#parts.session.stopped.signal.aborted)
        this.#parts.out.fault(`price list (${failureText(error, this.#parts.env.clock.now())})`)
    }
  }

  async #recentTrades(pair: string) {
    return (await this.rest.trades(pair)).flatMap((trade) => {
      const asOf = this.#parts.session.venueClock.read(trade.T, false)
      return asOf === undefined || trade.q === 0 ? [] : [numbered(trade, asOf)]
    })
  }
}

/** False for an old kline with a new event time: it does not update the price. */
const isPresent = ({ interval, candle, stamp }: Extract<BinanceMessage, { kind: 'candle' }>): boolean => {
  const opens = candle.time * SECOND_MS
  return isBase(interval) && stamp >= opens && stamp <= opens + INTERVAL_MS[interval] + KLINE_LATE_MS
}

const numbered = ({ a, p, q, m }: TradeFields, asOf: EpochMs) =>
  ({ id: a, trade: { asOf, price: p, size: q, side: m ? 'sell' : 'buy' } }) as const

const followedTrade = ({ a, p, q, m, l }: TradeFields, asOf: EpochMs) =>
  ({
    number: a,
    id: String(a),
    asOf,
    price: p,
    size: q,
    aggressor: m ? 'sell' : 'buy',
    ...(l !== undefined && { newestNumber: l }),
  }) as const

const GRACE_MS = 30 * SECOND_MS
const RETRY_MS = 5 * SECOND_MS

/** A trade with the venue's id and local clock time. */
type NumberedTrade = { readonly id: number; readonly trade: MarketTrade }

/** Dependencies of {@link BinanceTrades}: the stream and the recent trades. */
type BinanceTradesDeps = {
  readonly timers: Timers
  readonly subscribe: (pair: string) => void
  readonly unsubscribe: (pair: string) => void
  readonly recent: (pair: string) => Promise<readonly NumberedTrade[]>
}

type Session = { isPinned: boolean; cancelGrace: Cancel; cancelRetry: Cancel | undefined }

/** Trades on demand: one upstream subscription per pair, kept for a while after the last request. */
class BinanceTrades {
  readonly #deps: BinanceTradesDeps
  readonly #sessions = new Map<string, Session>()
  readonly #recent = new RecentTrades()

  constructor(deps: BinanceTradesDeps) {
    this.#deps = deps
  }

  ask(pair: string): readonly MarketTrade[] {
    this.#touch(pair)
    return this.#recent.newest(pair)
  }

  pin(pair: string): void {
    const session = this.#touch(pair)
    session.cancelGrace()
    session.isPinned = true
  }

  unpin(pair: string): void {
    const session = this.#sessions.get(pair)
    if (session === undefined) return
    session.isPinned = false
    this.#touch(pair)
  }

  reopen(pair: string): void {
    if (this.#sessions.has(pair)) this.#deps.subscribe(pair)
  }

  wanted(): string[] {
    return [...this.#sessions.keys()]
  }

  handleTrade(pair: string, { id, trade }: NumberedTrade): void {
    if (this.#sessions.has(pair)) this.#recent.add(pair, id, trade)
  }

  forgetAfter(now: EpochMs): void {
    this.#recent.forgetAfter(now)
  }

  regain(): void {
    for (const [pair, session] of this.#sessions) void this.#load(pair, session)
  }

  stop(): void {
    for (const pair of this.wanted()) this.#forget(pair)
  }

  #touch(pair: string): Session {
    const session = this.#sessions.get(pair) ?? this.#open(pair)
    session.cancelGrace()
    if (!session.isPinned) session.cancelGrace = this.#deps.timers.after(GRACE_MS, () => this.#giveUp(pair))
    return session
  }

  #open(pair: string): Session {
    const session: Session = { isPinned: false, cancelGrace: () => undefined, cancelRetry: undefined }
    this.#sessions.set(pair, session)
    this.#deps.subscribe(pair)
    void this.#load(pair, session)
    return session
  }

  #giveUp(pair: string): void {
    this.#forget(pair)
    this.#deps.unsubscribe(pair)
  }

  #forget(pair: string): void {
    const session = this.#sessions.get(pair)
    session?.cancelGrace()
    session?.cancelRetry?.()
    this.#sessions.delete(pair)
    this.#recent.forget(pair)
  }

  async #load(pair: string, session: Session): Promise<void> {
    session.cancelRetry?.()
    try {
      for (const { id, trade } of await this.#deps.recent(pair)) {
        if (this.#sessions.get(pair) === session) this.#recent.add(pair, id, trade)
      }
    } catch {
      if (this.#sessions.get(pair) === session)
        session.cancelRetry = this.#deps.timers.after(RETRY_MS, () => void this.#load(pair, session))
    }
  }
}
