import type { Candle } from '@aerie/core/candle'
import { type EpochMs, epochMs, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import {
  BASE_INTERVALS,
  type BaseInterval,
  type HistoryRequest,
  type MarketTick,
  type MarketTrade,
  type OrderBook,
} from '../market-source.ts'
import { BinanceBooks } from './binance-books.ts'
import { type BinanceMessage, readBinance, type TradeFields } from './binance-messages.ts'
import { BinanceRest } from './binance-rest.ts'
import { BinanceTrades } from './binance-trades.ts'
import { CandleGate } from './candle-gate.ts'
import { CandleRefill } from './candle-refill.ts'
import type { ExchangeFeed, ExchangeRoots, FeedSink } from './exchange-feed.ts'
import { FeedLife } from './feed-life.ts'
import { LiveSocket } from './live-socket.ts'
import { Pacer } from './pacer.ts'
import { below, type LiveCoin, type Surroundings } from './settings.ts'
import { TickGate } from './tick-gate.ts'
import { failureWords } from './upstream-error.ts'

/** Prices come every second; three times that would cut the line at any hiccup, so ten seconds. */
const DEADMAN_MS = 10 * SECOND_MS
/** Connections live 24 hours at most. */
const ROTATE_AFTER_MS = 23.5 * HOUR_MS
/** How often a price that did not change is confirmed while the stream is heard. */
const CONFIRM_EVERY_MS = 15 * SECOND_MS
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
  readonly #world: Surroundings
  readonly #life: FeedLife
  readonly #root: URL
  readonly #rest: BinanceRest
  readonly #ticks = new TickGate('binance', 'USDT')
  readonly #candles = new CandleGate()
  readonly #books: BinanceBooks
  readonly #trades: BinanceTrades
  readonly #refill: CandleRefill
  readonly #socket: LiveSocket
  readonly #sendPacer: Pacer
  /** Symbols whose price has been said since the connection stands: only those can be confirmed by silence. */
  readonly #heardOf = new Set<string>()
  #sink: FeedSink | undefined
  #pricesHeardAt: EpochMs = epochMs(0)
  #messageId = 0

  constructor(coins: readonly LiveCoin[], roots: ExchangeRoots, world: Surroundings) {
    this.#world = world
    this.#root = roots.socket
    this.#life = new FeedLife({
      world,
      coins,
      quote: this.quote,
      ready: () => {
        this.#confirmLater()
        this.#socket.start()
      },
      changed: () => this.#socket.rotate(),
    })
    this.#rest = new BinanceRest(roots.rest, this.#life.venueClock, world)
    this.#sendPacer = new Pacer(SEND_PACE, world.clock, world.timers)
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
      deliver: (candles) => this.#sink?.candles(candles),
    })
    this.#socket = new LiveSocket(
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

  async history({ symbol, interval, from, to }: HistoryRequest, signal?: AbortSignal): Promise<Candle[]> {
    const pair = this.#life.pairs.knownPairOf(symbol)
    return pair === undefined ? [] : this.#rest.klines({ pair, interval, from, to, ...(signal && { signal }) })
  }

  async book(symbol: string): Promise<OrderBook | undefined> {
    const pair = this.#life.pairs.knownPairOf(symbol)
    return pair === undefined ? undefined : this.#books.ask(pair)
  }

  trades(symbol: string): readonly MarketTrade[] {
    const pair = this.#life.pairs.pairOf(symbol)
    return pair === undefined ? [] : this.#trades.ask(pair)
  }

  #address(): string {
    const pairs = this.#life.pairs.all().map((pair) => pair.toLowerCase())
    const candles = BASE_INTERVALS.flatMap((interval) => pairs.map((pair) => `${pair}@kline_${interval}`))
    const streams = [ALL_PRICES, ...candles, ...this.#books.wanted().map(depthStream), ...this.#trades.wanted().map(tradeStream)]
    return below(this.#root, `/stream?streams=${streams.join('/')}`)
  }

  #say(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', params: readonly string[]): void {
    this.#messageId += 1
    const text = JSON.stringify({ method, params, id: this.#messageId })
    void this.#sendPacer.take().then(() => this.#socket.send(text))
  }

  #heard(text: string): boolean {
    const { isMarket, messages } = readBinance(text, (pair) => this.#life.pairs.symbolOf(pair) !== undefined)
    const ticks: MarketTick[] = []
    for (const message of messages) this.#take(message, ticks)
    if (isMarket) this.#pricesHeardAt = this.#world.clock.now()
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
      const price = message.kind === 'price' ? message.price : message.candle.close
      this.#takePrice({ pair: message.pair, price, stamp: message.stamp, asOf }, ticks)
      if (message.kind === 'candle' && message.isClosed) this.#takeCandle(message)
    }
  }

  #takePrice(said: { pair: string; price: number; stamp: EpochMs; asOf: EpochMs }, ticks: MarketTick[]): void {
    const symbol = this.#life.pairs.symbolOf(said.pair)
    if (symbol === undefined) return
    const tick = this.#ticks.accept(symbol, { ...said, order: 0, epoch: this.#life.venueClock.epoch })
    if (tick === undefined) return
    this.#heardOf.add(symbol)
    ticks.push(tick)
  }

  #takeCandle({ pair, interval, candle, stamp }: Extract<BinanceMessage, { kind: 'candle' }>): void {
    const symbol = this.#life.pairs.symbolOf(pair)
    if (symbol === undefined || !isBase(interval)) return
    const due = this.#candles.due(symbol, interval)
    const closed = { symbol, interval, candle }
    if (!this.#candles.accept(closed, stamp, this.#life.venueClock.now())) return
    this.#sink?.candles([closed])
    if (due !== undefined && candle.time > due) this.#refill.missed({ symbol, interval }, due)
  }

  #up(): void {
    this.#heardOf.clear()
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
    try {
      for (const row of await this.#rest.lastPrices(this.#life.pairs.all())) {
        const asOf = this.#life.venueClock.read(row.stamp, false)
        if (asOf !== undefined) this.#takePrice({ ...row, asOf }, ticks)
      }
      if (ticks.length > 0) this.#sink?.ticks(ticks)
    } catch (error) {
      if (!this.#life.stopped.signal.aborted) this.#sink?.fault(`price list (${failureWords(error)})`)
    }
  }

  async #recentTrades(pair: string) {
    return (await this.#rest.trades(pair)).flatMap((trade) => {
      const asOf = this.#life.venueClock.read(trade.T, false)
      return asOf === undefined ? [] : [numbered(trade, asOf)]
    })
  }

  /** All prices come in one stream, so while it is heard a coin it does not name has not changed. */
  #confirmLater(): void {
    this.#life.later('confirm', CONFIRM_EVERY_MS, () => {
      const asOf = this.#pricesHeardAt
      const isHeard = this.#world.clock.now() - asOf < DEADMAN_MS
      const ticks = isHeard ? [...this.#heardOf].flatMap((symbol) => this.#ticks.confirm(symbol, asOf) ?? []) : []
      if (ticks.length > 0) this.#sink?.ticks(ticks)
      this.#confirmLater()
    })
  }
}

/** The buyer was the maker: the taker sold. */
const numbered = ({ a, p, q, m }: TradeFields, asOf: EpochMs) =>
  ({ id: a, trade: { asOf, price: p, size: q, side: m ? 'sell' : 'buy' } }) as const
