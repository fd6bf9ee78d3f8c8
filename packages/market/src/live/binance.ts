import type { Candle } from '@aerie/core/candle'
import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { BASE_INTERVALS, type BaseInterval, type HistoryRequest, type MarketTick, type OrderBook } from '../market-source.ts'
import { backOffMs } from './back-off.ts'
import { BinanceBooks } from './binance-books.ts'
import { type BinanceMessage, readBinance } from './binance-messages.ts'
import { BinanceRest } from './binance-rest.ts'
import { CandleGate } from './candle-gate.ts'
import { CandleRefill } from './candle-refill.ts'
import type { ExchangeFeed, FeedSink } from './exchange-feed.ts'
import { LiveSocket } from './live-socket.ts'
import { Pacer } from './pacer.ts'
import { Pairs } from './pairs.ts'
import { below, type LiveCoin, type Surroundings } from './settings.ts'
import { TickGate } from './tick-gate.ts'
import { type Cancel, pause } from './timers.ts'
import { failureWords, UpstreamError } from './upstream-error.ts'
import { VenueClock } from './venue-clock.ts'

/** Prices come every second; three times that would cut the line at any hiccup, so ten seconds. */
const DEADMAN_MS = 10 * SECOND_MS
/** Connections live 24 hours at most. */
const ROTATE_AFTER_MS = 23.5 * HOUR_MS
const LISTINGS_EVERY_MS = 6 * HOUR_MS
/** How often a price that did not change is confirmed while the stream is heard. */
const CONFIRM_EVERY_MS = 15 * SECOND_MS
/** Five inbound messages a second are allowed, pings among them. */
const SEND_PACE = { burst: 3, perSecond: 3 }
const RETRY = { baseMs: 2 * SECOND_MS, capMs: 2 * MINUTE_MS, leastMs: 250 }
const ALL_PRICES = '!miniTicker@arr'

const isBase = (interval: string): interval is BaseInterval => (BASE_INTERVALS as readonly string[]).includes(interval)
const depthStream = (pair: string): string => `${pair.toLowerCase()}@depth@100ms`

export type ExchangeRoots = { readonly rest: URL; readonly socket: URL }

/** Binance spot, quoted in USDT: one socket for all prices and candles, books on demand, REST for what was missed. */
export class BinanceFeed implements ExchangeFeed {
  readonly venue = 'binance'
  readonly title = 'Binance'
  readonly quote = 'USDT'
  readonly #world: Surroundings
  readonly #coins: readonly LiveCoin[]
  readonly #root: URL
  readonly #rest: BinanceRest
  readonly #venueClock: VenueClock
  readonly #pairs = new Pairs()
  readonly #ticks = new TickGate('binance', 'USDT')
  readonly #candles = new CandleGate()
  readonly #books: BinanceBooks
  readonly #refill: CandleRefill
  readonly #socket: LiveSocket
  readonly #sendPacer: Pacer
  readonly #stopped = new AbortController()
  readonly #cancels = new Map<string, Cancel>()
  /** Symbols whose price has been said since the connection stands: only those can be confirmed by silence. */
  readonly #heardOf = new Set<string>()
  #sink: FeedSink | undefined
  #pricesHeardAt: EpochMs = epochMs(0)
  #clockAskedAt: EpochMs = epochMs(0)
  #messageId = 0

  constructor(coins: readonly LiveCoin[], roots: ExchangeRoots, world: Surroundings) {
    this.#world = world
    this.#coins = coins
    this.#root = roots.socket
    this.#venueClock = new VenueClock(world.clock, (leadMs) => this.#drifted(leadMs))
    this.#rest = new BinanceRest(roots.rest, this.#venueClock, world)
    this.#sendPacer = new Pacer(SEND_PACE, world.clock, world.timers)
    this.#books = new BinanceBooks({
      ...world,
      symbolOf: (pair) => this.#pairs.symbolOf(pair),
      subscribe: (pair) => this.#say('SUBSCRIBE', [depthStream(pair)]),
      unsubscribe: (pair) => this.#say('UNSUBSCRIBE', [depthStream(pair)]),
      snapshot: (pair) => this.#rest.snapshot(pair),
    })
    this.#refill = new CandleRefill({
      gate: this.#candles,
      timers: world.timers,
      venueNow: () => this.#venueClock.now(),
      symbols: () => this.#pairs.symbols(),
      fetch: ({ symbol, ...span }) => this.#rest.klines({ pair: this.#pairs.pairOf(symbol) ?? symbol, ...span }),
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
    return this.#pairs.pairOf(symbol) !== undefined
  }

  async probe(): Promise<void> {
    try {
      await this.#rest.tellTime(1)
    } catch (error) {
      // Whoever refuses a question answers.
      if (!(error instanceof UpstreamError) || error.kind !== 'refused') throw error
    }
  }

  start(sink: FeedSink): void {
    this.#sink = sink
    void this.#begin()
  }

  stop(): void {
    this.#sink = undefined
    this.#stopped.abort(new UpstreamError('aborted', 'is no longer asked'))
    for (const cancel of this.#cancels.values()) cancel()
    this.#socket.stop()
    this.#books.stop()
    this.#refill.stop()
    this.#rest.close()
  }

  async history({ symbol, interval, from, to }: HistoryRequest, signal?: AbortSignal): Promise<Candle[]> {
    const pair = this.#pairs.pairOf(symbol)
    return pair === undefined ? [] : this.#rest.klines({ pair, interval, from, to, ...(signal && { signal }) })
  }

  async book(symbol: string): Promise<OrderBook | undefined> {
    const pair = this.#pairs.pairOf(symbol)
    return pair === undefined ? undefined : this.#books.ask(pair)
  }

  /** Listings first, for as long as it takes; then the socket, which keeps itself up. */
  async #begin(): Promise<void> {
    for (let attempt = 1; !this.#stopped.signal.aborted; attempt += 1) {
      try {
        await this.#tellTime()
        await this.#loadListings()
        this.#confirmLater()
        this.#socket.start()
        return
      } catch (error) {
        if (this.#stopped.signal.aborted) return
        this.#sink?.health({ isUp: false, words: failureWords(error) })
        const asked = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
        const wait = Math.max(asked, backOffMs(attempt, this.#world.random, RETRY))
        await pause(this.#world.timers, wait, this.#stopped.signal).catch(() => undefined)
      }
    }
  }

  /** The offset is worth a question, not a start: events tell it too. */
  async #tellTime(): Promise<void> {
    this.#clockAskedAt = this.#world.clock.now()
    await this.#rest.tellTime(1).catch((error: unknown) => {
      if (error instanceof UpstreamError && !error.isRetryable && error.kind !== 'refused') throw error
    })
  }

  async #loadListings(): Promise<void> {
    const hasChanged = this.#pairs.replace(this.#coins, await this.#rest.listed(this.quote))
    if (this.#pairs.all().length === 0) throw new UpstreamError('bad-data', 'lists none of our coins')
    if (hasChanged) this.#socket.rotate()
    this.#later('listings', LISTINGS_EVERY_MS, () => {
      // The last good list stays; it is asked for again in its turn.
      this.#loadListings().catch(() =>
        this.#later('listings', LISTINGS_EVERY_MS / 12, () => void this.#loadListings().catch(() => undefined)),
      )
    })
  }

  #address(): string {
    const pairs = this.#pairs.all().map((pair) => pair.toLowerCase())
    const candles = BASE_INTERVALS.flatMap((interval) => pairs.map((pair) => `${pair}@kline_${interval}`))
    const streams = [ALL_PRICES, ...candles, ...this.#books.wanted().map(depthStream)]
    return below(this.#root, `/stream?streams=${streams.join('/')}`)
  }

  #say(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', params: readonly string[]): void {
    this.#messageId += 1
    const text = JSON.stringify({ method, params, id: this.#messageId })
    void this.#sendPacer.take().then(() => this.#socket.send(text))
  }

  #heard(text: string): boolean {
    const { isMarket, messages } = readBinance(text, (pair) => this.#pairs.symbolOf(pair) !== undefined)
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
    const asOf = this.#venueClock.read(message.stamp)
    if (asOf === undefined) {
      this.#sink?.fault('time stamp of the future')
    } else if (message.kind === 'depth') {
      this.#books.diff(message.pair, message.diff, asOf)
    } else {
      const price = message.kind === 'price' ? message.price : message.candle.close
      this.#takePrice({ pair: message.pair, price, stamp: message.stamp, asOf }, ticks)
      if (message.kind === 'candle' && message.isClosed) this.#takeCandle(message)
    }
  }

  #takePrice(said: { pair: string; price: number; stamp: EpochMs; asOf: EpochMs }, ticks: MarketTick[]): void {
    const symbol = this.#pairs.symbolOf(said.pair)
    if (symbol === undefined) return
    const tick = this.#ticks.accept(symbol, { ...said, order: 0, epoch: this.#venueClock.epoch })
    if (tick === undefined) return
    this.#heardOf.add(symbol)
    ticks.push(tick)
  }

  #takeCandle({ pair, interval, candle, stamp }: Extract<BinanceMessage, { kind: 'candle' }>): void {
    const symbol = this.#pairs.symbolOf(pair)
    if (symbol === undefined || !isBase(interval)) return
    const due = this.#candles.due(symbol, interval)
    const closed = { symbol, interval, candle }
    if (!this.#candles.accept(closed, stamp, this.#venueClock.now())) return
    this.#sink?.candles([closed])
    if (due !== undefined && candle.time > due) this.#refill.missed({ symbol, interval }, due)
  }

  #up(): void {
    this.#heardOf.clear()
    this.#sink?.health({ isUp: true })
    this.#refill.start()
    this.#refill.fillOverdue(0)
    this.#books.regain()
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
      for (const row of await this.#rest.lastPrices(this.#pairs.all())) {
        const asOf = this.#venueClock.read(row.stamp, false)
        if (asOf !== undefined) this.#takePrice({ ...row, asOf }, ticks)
      }
      if (ticks.length > 0) this.#sink?.ticks(ticks)
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#sink?.fault(`price list (${failureWords(error)})`)
    }
  }

  /** All prices come in one stream, so while it is heard a coin it does not name has not changed. */
  #confirmLater(): void {
    this.#later('confirm', CONFIRM_EVERY_MS, () => {
      const asOf = this.#pricesHeardAt
      const isHeard = this.#world.clock.now() - asOf < DEADMAN_MS
      const ticks = isHeard ? [...this.#heardOf].flatMap((symbol) => this.#ticks.confirm(symbol, asOf) ?? []) : []
      if (ticks.length > 0) this.#sink?.ticks(ticks)
      this.#confirmLater()
    })
  }

  #later(what: string, ms: number, run: () => void): void {
    this.#cancels.get(what)?.()
    this.#cancels.set(what, this.#world.timers.after(ms, run))
  }

  /** The venue's stamps and our idea of its clock differ: asks, and believes a stream that runs ahead of the answer. */
  #drifted(leadMs: number): void {
    const now = this.#world.clock.now()
    if (now - this.#clockAskedAt < MINUTE_MS) {
      if (leadMs > 0 || !this.#venueClock.isTold) this.#venueClock.adopt(leadMs)
      return
    }
    this.#clockAskedAt = now
    void this.#rest.tellTime(1).catch(() => this.#venueClock.adopt(leadMs))
  }
}
