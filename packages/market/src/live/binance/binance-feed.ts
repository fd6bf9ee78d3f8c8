import { INTERVAL_MS } from '@aerie/core/candle'
import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { joinPath } from '@aerie/upstream/base-url'
import type { Environment } from '@aerie/upstream/environment'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { ReconnectingSocket } from '@aerie/upstream/reconnecting-socket'
import { failureWords } from '@aerie/upstream/upstream-error'
import {
  BASE_INTERVALS,
  type BaseInterval,
  type ClosedCandle,
  type HistoryRequest,
  type MarketTick,
  type MarketTrade,
  type OrderBook,
} from '../../market-source.ts'
import { CandleGate } from '../candles/candle-gate.ts'
import { CandleRefill } from '../candles/candle-refill.ts'
import type { ExchangeFeed, ExchangeRoots, FeedSink, HistoryPart } from '../exchange-feed.ts'
import { FeedLife } from '../feed-life.ts'
import { TickGate } from '../prices/tick-gate.ts'
import type { LiveCoin } from '../settings.ts'
import { BinanceBooks } from './binance-books.ts'
import { type BinanceMessage, readBinance, type TradeFields } from './binance-messages.ts'
import { BinanceRest } from './binance-rest.ts'
import { BinanceTrades } from './binance-trades.ts'

/** Prices come every second; three times that would cut the line at any hiccup, so ten seconds. */
const DEADMAN_MS = 10 * SECOND_MS
/** Connections live 24 hours at most. */
const ROTATE_AFTER_MS = 23.5 * HOUR_MS
/** A kline tells the price until this long after its end: a later word of it is a correction of the past. */
const KLINE_LATE_MS = 5 * SECOND_MS
/** A kline that is said to have closed this long after its end is asked for by REST instead. */
const KLINE_OLD_MS = 2 * MINUTE_MS
/** Five inbound messages a second are allowed, pings among them. */
const SEND_PACE = { burst: 3, perSecond: 3 }
const ALL_PRICES = '!miniTicker@arr'

const isBase = (interval: string): interval is BaseInterval => (BASE_INTERVALS as readonly string[]).includes(interval)
const tradeStream = (pair: string): string => `${pair.toLowerCase()}@aggTrade`
const depthStream = (pair: string): string => `${pair.toLowerCase()}@depth@100ms`

/** Binance spot, quoted in USDT: one socket for all prices and candles, books on demand, REST for what was missed. */
export class BinanceFeed implements ExchangeFeed {
  readonly venue = 'binance'
  readonly title = 'Binance'
  readonly quote = 'USDT'
  readonly #world: Environment
  readonly #life: FeedLife
  readonly #root: URL
  readonly #rest: BinanceRest
  readonly #ticks = new TickGate('binance', 'USDT')
  readonly #candles = new CandleGate()
  readonly #books: BinanceBooks
  readonly #trades: BinanceTrades
  readonly #refill: CandleRefill
  readonly #socket: ReconnectingSocket
  readonly #sendLimiter: RateLimiter
  #sink: FeedSink | undefined
  #messageId = 0

  constructor(coins: readonly LiveCoin[], roots: ExchangeRoots, world: Environment) {
    this.#world = world
    this.#root = roots.socket
    this.#life = new FeedLife({
      world,
      coins,
      quote: this.quote,
      ready: () => this.#socket.start(),
      changed: () => this.#socket.rotate(),
    })
    this.#rest = new BinanceRest(roots.rest, this.#life.venueClock, world, (quiet) => this.#sink?.quiet(quiet))
    this.#sendLimiter = new RateLimiter(SEND_PACE, world.clock, world.timers)
    this.#books = new BinanceBooks({
      ...world,
      symbolOf: (pair) => this.#life.pairs.symbolOf(pair),
      subscribe: (pair) => this.#say('SUBSCRIBE', [depthStream(pair)]),
      unsubscribe: (pair) => this.#say('UNSUBSCRIBE', [depthStream(pair)]),
      snapshot: (pair) => this.#rest.snapshot(pair),
    })
    this.#trades = new BinanceTrades({
      ...world,
      subscribe: (pair) => this.#say('SUBSCRIBE', [tradeStream(pair)]),
      unsubscribe: (pair) => this.#say('UNSUBSCRIBE', [tradeStream(pair)]),
      recent: (pair) => this.#recentTrades(pair),
    })
    this.#refill = new CandleRefill({
      gate: this.#candles,
      timers: world.timers,
      venueNow: () => this.#life.venueClock.now(),
      symbols: () => this.#life.pairs.symbols(),
      fetch: ({ symbol, ...span }) => this.#rest.klines({ pair: this.#life.pairs.pairOf(symbol) ?? symbol, ...span }),
      deliver: (candles) => this.#sink?.refilled(candles),
      missing: (series) => this.#sink?.missing(series),
    })
    this.#socket = new ReconnectingSocket(
      {
        url: () => this.#address(),
        opened: () => undefined,
        message: (text) => this.#heard(text),
        up: () => this.#up(),
        down: (words) => this.#down(words),
      },
      { deadmanMs: DEADMAN_MS, rotateAfterMs: ROTATE_AFTER_MS },
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
    this.#trades.stop()
    this.#refill.stop()
  }

  async history({ symbol, interval, from, to }: HistoryRequest, signal?: AbortSignal): Promise<HistoryPart> {
    const pair = this.#life.pairs.knownPairOf(symbol)
    return pair === undefined ? { candles: [], unreadable: 0 } : this.#rest.klines({ pair, interval, from, to, ...(signal && { signal }) })
  }

  async book(symbol: string): Promise<OrderBook | undefined> {
    const pair = this.#life.pairs.knownPairOf(symbol)
    return pair === undefined ? undefined : this.#books.ask(pair)
  }

  suspectBook(symbol: string): void {
    const pair = this.#life.pairs.pairOf(symbol)
    if (pair !== undefined) this.#books.suspect(pair)
  }

  askAgain({ symbol, interval, candle }: ClosedCandle): void {
    this.#refill.missed({ symbol, interval }, candle.time)
  }

  trades(symbol: string): readonly MarketTrade[] {
    const pair = this.#life.pairs.pairOf(symbol)
    return pair === undefined ? [] : this.#trades.ask(pair)
  }

  #address(): string {
    const pairs = this.#life.pairs.all().map((pair) => pair.toLowerCase())
    const candles = BASE_INTERVALS.flatMap((interval) => pairs.map((pair) => `${pair}@kline_${interval}`))
    const streams = [ALL_PRICES, ...candles, ...this.#books.wanted().map(depthStream), ...this.#trades.wanted().map(tradeStream)]
    return joinPath(this.#root, `/stream?streams=${streams.join('/')}`)
  }

  #say(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', params: readonly string[]): void {
    this.#messageId += 1
    const text = JSON.stringify({ method, params, id: this.#messageId })
    void this.#sendLimiter.take().then(() => this.#socket.send(text))
  }

  #heard(text: string): boolean {
    const { isMarket, messages } = readBinance(text, (pair) => this.#life.pairs.symbolOf(pair) !== undefined)
    const ticks: MarketTick[] = []
    for (const message of messages) this.#take(message, ticks)
    if (ticks.length > 0) this.#sink?.ticks(ticks)
    return isMarket
  }

  #take(message: BinanceMessage, ticks: MarketTick[]): void {
    if (message.kind === 'malformed') this.#sink?.fault(message.what)
    else if (message.kind === 'refusal') this.#sink?.fault('subscription refused')
    else if (message.kind === 'shutdown') this.#socket.rotate()
    else this.#takeMarket(message, ticks)
  }

  #takeMarket(message: Extract<BinanceMessage, { pair: string }>, ticks: MarketTick[]): void {
    const asOf = this.#life.venueClock.read(message.stamp)
    if (asOf === undefined) {
      this.#sink?.fault('time stamp of the future')
    } else if (message.kind === 'depth') {
      this.#books.diff(message.pair, message.diff, asOf)
    } else if (message.kind === 'trade') {
      this.#trades.heard(message.pair, numbered(message.trade, asOf))
    } else {
      const { pair, stamp } = message
      if (message.kind === 'price') this.#takePrice({ pair, price: message.price, stamp, asOf }, ticks)
      else if (isPresent(message)) this.#takePrice({ pair, price: message.candle.close, stamp, asOf }, ticks)
      if (message.kind === 'candle' && message.isClosed) this.#takeCandle(message)
    }
  }

  #takePrice(said: { pair: string; price: number; stamp: EpochMs; asOf: EpochMs }, ticks: MarketTick[]): void {
    const symbol = this.#life.pairs.symbolOf(said.pair)
    if (symbol === undefined) return
    const tick = this.#ticks.accept(symbol, { ...said, order: 0, epoch: this.#life.venueClock.epoch })
    if (tick !== undefined) ticks.push(tick)
  }

  #takeCandle({ pair, interval, candle, stamp }: Extract<BinanceMessage, { kind: 'candle' }>): void {
    const symbol = this.#life.pairs.symbolOf(pair)
    if (symbol === undefined || !isBase(interval)) return
    if (stamp - candle.time * SECOND_MS - INTERVAL_MS[interval] > KLINE_OLD_MS) {
      this.#refill.missed({ symbol, interval }, candle.time)
      return
    }
    const due = this.#candles.due(symbol, interval)
    const closed = { symbol, interval, candle }
    if (!this.#candles.accept(closed, stamp, this.#life.venueClock.now())) return
    this.#sink?.candles([closed])
    if (due !== undefined && candle.time > due) this.#refill.missed({ symbol, interval }, due)
  }

  #up(): void {
    this.#rest.reset()
    this.#sink?.health({ isUp: true })
    this.#refill.regain()
    this.#books.regain()
    this.#trades.regain()
    void this.#loadPrices()
  }

  #down(words: string): void {
    this.#books.lose()
    this.#sink?.health({ isUp: false, words })
  }

  /** The stream tells changes only: what did not change since the connection began is asked for once. */
  async #loadPrices(): Promise<void> {
    const ticks: MarketTick[] = []
    const quotes: { symbol: string; price: number; asOf: EpochMs }[] = []
    try {
      for (const row of await this.#rest.lastPrices(this.#life.pairs.all())) {
        const asOf = this.#life.venueClock.read(row.stamp, false)
        const symbol = this.#life.pairs.symbolOf(row.pair)
        if (asOf === undefined || symbol === undefined) continue
        quotes.push({ symbol, price: row.price, asOf })
        this.#takePrice({ ...row, asOf }, ticks)
      }
      // As prices first: a price does not confirm itself.
      if (ticks.length > 0) this.#sink?.ticks(ticks)
      this.#sink?.quotes(quotes)
    } catch (error) {
      if (!this.#life.stopped.signal.aborted) this.#sink?.fault(`price list (${failureWords(error, this.#world.clock.now())})`)
    }
  }

  async #recentTrades(pair: string) {
    return (await this.#rest.trades(pair)).flatMap((trade) => {
      const asOf = this.#life.venueClock.read(trade.T, false)
      return asOf === undefined ? [] : [numbered(trade, asOf)]
    })
  }
}

/** Whether a kline speaks of the present: an old one with a new event time does not tell the price. */
const isPresent = ({ interval, candle, stamp }: Extract<BinanceMessage, { kind: 'candle' }>): boolean => {
  const opens = candle.time * SECOND_MS
  return isBase(interval) && stamp >= opens && stamp <= opens + INTERVAL_MS[interval] + KLINE_LATE_MS
}

/** The buyer was the maker: the taker sold. */
const numbered = ({ a, p, q, m }: TradeFields, asOf: EpochMs) =>
  ({ id: a, trade: { asOf, price: p, size: q, side: m ? 'sell' : 'buy' } }) as const
