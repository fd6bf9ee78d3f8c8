import type { Candle } from '@aerie/core/market/candle'
import { type Clock, type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { type Cancel, systemTimers, type Timers } from '@aerie/upstream/timers'
import { type FailureKind, UpstreamError } from '@aerie/upstream/upstream-error'
import { COINS } from '../catalogue.ts'
import {
  type ClosedCandle,
  type HistoryRequest,
  type Listing,
  type MarketFollower,
  type MarketListener,
  type MarketRules,
  type MarketSource,
  MarketSourceError,
  type MarketTick,
  type MarketTrade,
  type OrderBook,
} from '../market-source.ts'
import { BINANCE } from './binance/binance-adapter.ts'
import { COINBASE } from './coinbase/coinbase-adapter.ts'
import { Coingecko, listedTick } from './coingecko/coingecko.ts'
import type { ExchangeFeed, ExchangeRoots, HistoryPart } from './exchange-feed.ts'
import { type PlausibilityCheck, plausibleFollower } from './follow/market-followers.ts'
import { LiveReport } from './live-report.ts'
import { isPlausibleCandle, isUnsurprising, PriceGuard, plausibleCandles, SeriesEdges, withoutDollars } from './prices/price-guard.ts'
import { type Exchange, type LiveCoin, providerUrl } from './settings.ts'
import type { Venue } from './venue-adapter.ts'
import { VenueFeed } from './venue-feed.ts'

/** Live market settings. Every URL may point to a test server; plain http and ws only on localhost. */
export type LiveSettings = {
  readonly exchange: Exchange
  readonly exchangeRestUrl?: string | undefined
  readonly exchangeWsUrl?: string | undefined
  /** The pro host takes a pro key, any other a demo key, so key type and URL cannot disagree. */
  readonly coingeckoUrl?: string | undefined
  readonly coingeckoApiKey?: string | undefined
  readonly clock: Clock
  /** If no provider responds in time: reject (for `auto`), or run as stale and keep trying. Default `reject`. */
  readonly whenUnreachable?: 'reject' | 'keep-trying' | undefined
  readonly startTimeoutMs?: number | undefined
  readonly coins?: readonly LiveCoin[] | undefined
  readonly fetch?: typeof fetch | undefined
  readonly timers?: Timers | undefined
  readonly random?: (() => number) | undefined
}

/** Reachability of each provider. Rejects with a MarketSourceError that gives the reason. */
export type Probe = { readonly exchange: Promise<void>; readonly list: Promise<void> }

/** A live source with the reachability checks that `auto` needs. */
export interface LiveSource extends MarketSource {
  follow: NonNullable<MarketSource['follow']>
  rules: NonNullable<MarketSource['rules']>
  probe(): Probe
  probeExchange(): Promise<void>
}

const VENUES: Readonly<Record<Exchange, Venue>> = { binance: BINANCE, coinbase: COINBASE }
const COINGECKO_ROOT = 'https://api.coingecko.com/api/v3'

/** Applies to each coin's own price. CoinGecko's prices are minutes old and shown as such. */
const STALE_AFTER_MS = MINUTE_MS
const START_TIMEOUT_MS = 15 * SECOND_MS
/** How long first prices wait for the list that validates them. */
const LIST_WAIT_MS = 5 * SECOND_MS
/** An unconfirmed REST price is shown after this long without contradiction. */
const ALONE_MS = 10 * SECOND_MS
const ENOUGH_FAILURES = 2

/** One exchange, with CoinGecko for unlisted coins and outages. @throws MarketSourceError `bad-setting` for an invalid URL */
export function liveSource(settings: LiveSettings): LiveSource {
  const env: Environment = {
    clock: settings.clock,
    timers: settings.timers ?? systemTimers,
    random: settings.random ?? Math.random,
    fetch: settings.fetch ?? fetch,
  }
  const coins = settings.coins ?? COINS
  const venue = VENUES[settings.exchange]
  const feed = new VenueFeed(venue, { coins, roots: venueRoots(venue, settings), env })
  const root = providerUrl('COINGECKO_URL', settings.coingeckoUrl ?? COINGECKO_ROOT, 'rest')
  const market = { ...env, clock: feed.clock }
  return new Live(feed, new Coingecko(coins, { root, apiKey: settings.coingeckoApiKey }, market), settings, market)
}

class Live implements LiveSource {
  readonly kind = 'live'
  readonly id: string
  readonly staleAfterMs = STALE_AFTER_MS
  readonly #feed: ExchangeFeed
  readonly #list: Coingecko
  readonly #env: Environment
  readonly #settings: LiveSettings
  readonly #report: LiveReport
  readonly #tickers = new SharedTickers()
  readonly #guard = new PriceGuard()
  readonly #edges = new SeriesEdges()
  readonly #listings = new Map<string, Listing>()
  /** First prices waiting for the list; undefined once none wait. */
  #early: Map<string, MarketTick> | undefined = new Map()
  #hadHeld = false
  #listener: MarketListener | undefined
  #cancelEarly: Cancel | undefined
  #cancelAlone: Cancel | undefined
  #settled: (() => void) | undefined

  constructor(feed: ExchangeFeed, list: Coingecko, settings: LiveSettings, env: Environment) {
    this.#feed = feed
    this.#list = list
    this.#settings = settings
    this.#env = env
    this.#report = new LiveReport(feed.title, {
      env,
      held: () => this.#guard.held(env.clock.now()),
      report: (state) => this.#listener?.state(state),
      away: () => this.#emitListedPrices(this.#listings.values()),
    })
    this.id = `live:${feed.venue}`
  }

  now(): EpochMs {
    return this.#env.clock.now()
  }

  closedBy(): EpochMs {
    return this.#feed.clock.certain()
  }

  isInDoubt(): boolean {
    return this.#feed.isInDoubt
  }

  speed(): number {
    return 1
  }

  probe(): Probe {
    const asked = (title: string, answer: Promise<void>): Promise<void> => {
      const outcome = answer.catch((error: unknown) => Promise.reject(sourceError(error, title)))
      // The caller may use only the other promise; avoids an unhandled rejection.
      outcome.catch(() => undefined)
      return outcome
    }
    return { exchange: asked(this.#feed.title, this.#feed.probe()), list: asked(this.#report.list.title, this.#list.probe()) }
  }

  async probeExchange(): Promise<void> {
    await this.#feed.probe().catch((error: unknown) => Promise.reject(sourceError(error, this.#feed.title)))
  }

  async start(listener: MarketListener): Promise<void> {
    this.#listener = listener
    this.#report.report()
    const settled = new Promise<void>((resolve) => {
      this.#settled = resolve
    })
    const cancel = this.#env.timers.after(this.#settings.startTimeoutMs ?? START_TIMEOUT_MS, () => this.#settled?.())
    this.#startProviders()
    await settled
    cancel()
    this.#settled = undefined
    await this.#decideStart()
  }

  async stop(): Promise<void> {
    this.#cancelEarly?.()
    this.#cancelAlone?.()
    this.#report.stop()
    this.#feed.stop()
    this.#list.stop()
    const listener = this.#listener
    this.#listener = undefined
    this.#settled?.()
    listener?.state({ state: 'ended', detail: 'The live market has been stopped.' })
  }

  async history(request: HistoryRequest, signal?: AbortSignal): Promise<Candle[]> {
    if (!this.#tickers.isOurs(request.symbol)) return []
    try {
      return this.#believed(request, await this.#feed.history(request, signal))
    } catch (error) {
      throw signal?.aborted ? new MarketSourceError('aborted', 'no longer wanted', { cause: error }) : sourceError(error, this.#feed.title)
    }
  }

  hasCandles(symbol: string): boolean {
    return !this.#feed.hasListings || (this.#feed.lists(symbol) && this.#tickers.isOurs(symbol))
  }

  async book(symbol: string): Promise<OrderBook | undefined> {
    if (!this.#tickers.isOurs(symbol)) return undefined
    try {
      return this.#believedBook(symbol, await this.#feed.book(symbol))
    } catch (error) {
      throw sourceError(error, this.#feed.title)
    }
  }

  trades(symbol: string): readonly MarketTrade[] {
    if (!this.#tickers.isOurs(symbol)) return []
    const now = this.now()
    return this.#feed.trades(symbol).filter(({ price }) => this.#guard.isNear(symbol, price, now))
  }

  /** @throws MarketSourceError `cannot-follow`, with the reason */
  follow(symbol: string, follower: MarketFollower): () => void {
    if (this.#feed.hasListings && !this.#tickers.isOurs(symbol))
      throw new MarketSourceError(
        'cannot-follow',
        `${this.#feed.title} uses the name ${symbol} for another coin, or has not priced it yet.`,
      )
    return this.#feed.follow(symbol, plausibleFollower(follower, this.#plausibility(symbol)))
  }

  rules(symbol: string): MarketRules | undefined {
    return this.#tickers.isOurs(symbol) ? this.#feed.rules(symbol) : undefined
  }

  #plausibility(symbol: string): PlausibilityCheck {
    return {
      now: () => this.now(),
      isPlausible: (price) => this.#tickers.isOurs(symbol) && this.#guard.isNear(symbol, price, this.now()),
      onImplausible: (what) => {
        if (what === 'order book') this.#feed.suspectBook(symbol)
        this.#report.fault(`${what} from ${this.#feed.title}`)
      },
    }
  }

  #startProviders(): void {
    this.#cancelEarly = this.#env.timers.after(LIST_WAIT_MS, () => this.#endEarly())
    this.#list.start({
      listings: (listings) => this.#takeListings(listings),
      health: (health) => {
        this.#report.takeList(health)
        if (!health.isUp) this.#endEarly()
        this.#settleIfKnown()
      },
      fault: (what) => this.#report.fault(`${what} from CoinGecko`),
    })
    this.#feed.start({
      ticks: (ticks) => this.#takeTicks(ticks),
      candles: (candles) => this.#hearCandles(candles),
      refilled: (candles) => this.#takeCandles(candles),
      health: (health) => {
        this.#report.takeExchange(health)
        if (health.isUp) this.#list.nudge()
        this.#settleIfKnown()
      },
      fault: (what) => this.#report.fault(`${what} from ${this.#feed.title}`),
      quiet: (quiet) => this.#report.quiet(quiet),
      quotes: (quotes) => this.#takeQuotes(quotes.map((quote) => ({ ...quote, venue: this.#feed.venue, quote: this.#feed.quote }))),
      missing: (series) => this.#report.missing(series),
      clockJumped: (byMs) => {
        this.#guard.shift(byMs)
        this.#list.askAgain()
      },
    })
  }

  async #decideStart(): Promise<void> {
    const { exchange, list } = this.#report
    if (exchange.isUp || list.isUp || this.#settings.whenUnreachable === 'keep-trying') return
    const message = [exchange, list].map((one) => `${one.title} ${one.message || 'does not answer'}`).join(', ')
    await this.stop()
    throw new MarketSourceError('unreachable', message)
  }

  #takeTicks(ticks: readonly MarketTick[]): void {
    const now = this.now()
    this.#report.exchange.since = now
    const ours = ticks.filter(
      (tick) => this.#tickers.judge(tick.symbol, tick.price) && !this.#waitsForList(tick) && this.#guard.judge(tick, now),
    )
    if (ours.length > 0) this.#listener?.ticks(ours)
    this.#refuteListings(ours)
    if (ours.length < ticks.length || this.#hadHeld) {
      this.#hadHeld = this.#guard.held(now).length > 0
      this.#report.report()
    }
  }

  #refuteListings(ticks: readonly MarketTick[]): void {
    const refuted = ticks
      .flatMap(({ symbol }) => (this.#guard.refute(symbol) ? (this.#listings.get(symbol) ?? []) : []))
      .map(withoutDollars)
    if (refuted.length === 0) return
    for (const listing of refuted) this.#listings.set(listing.symbol, listing)
    this.#report.fault('price from CoinGecko')
    this.#listener?.listings(refuted)
  }

  #waitsForList(tick: MarketTick): boolean {
    if (this.#early === undefined || !this.#guard.isBlank(tick.symbol)) return false
    this.#early.set(tick.symbol, tick)
    return true
  }

  #endEarly(): void {
    const ticks = [...(this.#early?.values() ?? [])]
    this.#early = undefined
    this.#cancelEarly?.()
    if (ticks.length > 0) this.#takeTicks(ticks)
  }

  /** REST prices confirm streamed prices; without any other price they are shown after ALONE_MS. */
  #takeQuotes(quotes: readonly MarketTick[]): void {
    for (const { symbol, price, asOf } of quotes) this.#guard.quote(symbol, price, asOf)
    this.#cancelAlone?.()
    this.#cancelAlone = this.#env.timers.after(ALONE_MS, () => {
      const alone = quotes.filter(({ symbol }) => this.#guard.isUndisputed(symbol, this.now()) && this.#tickers.isOurs(symbol))
      for (const tick of alone) this.#guard.accept(tick)
      if (alone.length > 0) this.#listener?.ticks(alone)
    })
  }

  #hearCandles(candles: readonly ClosedCandle[]): void {
    const ours = candles.filter(({ symbol }) => this.#tickers.isOurs(symbol))
    const odd = ours.filter(({ symbol, interval, candle }) => !isUnsurprising(candle, interval, this.#known(symbol)))
    if (odd.length > 0) this.#report.fault(`candle from ${this.#feed.title}`)
    for (const closed of odd) this.#feed.askAgain(closed)
    this.#takeCandles(ours.filter((closed) => !odd.includes(closed)))
  }

  #takeCandles(candles: readonly ClosedCandle[]): void {
    const ours = candles.filter(({ symbol }) => this.#tickers.isOurs(symbol))
    const believed = ours.filter(({ symbol, interval, candle }) => isPlausibleCandle(candle, interval, this.#known(symbol)))
    if (believed.length < ours.length) this.#report.fault(`candle from ${this.#feed.title}`)
    if (believed.length > 0) this.#listener?.candles(believed)
  }

  /** @throws MarketSourceError `bad-data` for a book far from the coin's price */
  #believedBook(symbol: string, book: OrderBook | undefined): OrderBook | undefined {
    const now = this.now()
    const tops = [book?.bids[0], book?.asks[0]].flatMap((level) => (level === undefined ? [] : [level[0]]))
    if (tops.every((price) => this.#guard.isNear(symbol, price, now))) return book
    this.#feed.suspectBook(symbol)
    this.#report.fault(`order book from ${this.#feed.title}`)
    throw new MarketSourceError('bad-data', `${this.#feed.title} sent an implausible order book`)
  }

  #known(symbol: string): { price: number; at: number } | undefined {
    return this.#guard.reference(symbol)
  }

  /** @throws MarketSourceError `bad-data` with the valid candles, if some are invalid */
  #believed({ symbol, interval, to }: HistoryRequest, { candles, unreadable }: HistoryPart): Candle[] {
    const believed = plausibleCandles(candles, interval, this.#edges.nearest(symbol, interval, to, this.#known(symbol)))
    this.#edges.note(symbol, interval, believed[0])
    const lost = unreadable + candles.length - believed.length
    if (lost === 0) return believed
    throw new MarketSourceError('bad-data', `${this.#feed.title} sent implausible candles`, { candles: believed })
  }

  #takeListings(received: readonly Listing[]): void {
    const now = this.now()
    const listings = received.flatMap((listing) => this.#guard.list(listing, now) ?? [])
    if (listings.length < received.length || listings.some((listing, index) => listing !== received[index]))
      this.#report.fault('price from CoinGecko')
    for (const listing of listings) {
      this.#listings.set(listing.symbol, listing)
      if (listing.price !== null) this.#tickers.learn(listing.symbol, listing.price)
      this.#report.list.since = epochMs(Math.max(this.#report.list.since ?? 0, listing.asOf))
    }
    this.#listener?.listings(listings)
    this.#endEarly()
    this.#emitListedPrices(listings)
  }

  #emitListedPrices(listings: Iterable<Listing>): void {
    const isAway = this.#report.exchange.isUp !== true
    const ticks = [...listings].flatMap((listing) => {
      const isUnpriced = isAway || !this.#feed.lists(listing.symbol) || !this.#tickers.isOurs(listing.symbol)
      return isUnpriced ? (listedTick(listing) ?? []) : []
    })
    if (ticks.length > 0) this.#listener?.ticks(ticks)
  }

  #settleIfKnown(): void {
    const { exchange, list } = this.#report
    const isKnown = (one: { isUp: boolean | undefined; failures: number }) => one.isUp === true || one.failures > 0
    const isAnyUp = exchange.isUp === true || list.isUp === true
    const isHopeless = exchange.failures >= ENOUGH_FAILURES && list.failures >= ENOUGH_FAILURES
    if ((isAnyUp && isKnown(exchange) && isKnown(list)) || isHopeless) this.#settled?.()
  }
}

const SOURCE_CODE = {
  down: 'unreachable',
  timeout: 'unreachable',
  banned: 'rate-limited',
  blocked: 'unreachable',
  'rate-limited': 'rate-limited',
  'bad-data': 'bad-data',
  refused: 'bad-data',
  aborted: 'aborted',
} as const satisfies Record<FailureKind, MarketSourceError['code']>

/** Converts any error of a call to `provider` into a MarketSourceError. */
function sourceError(error: unknown, provider: string): MarketSourceError {
  if (error instanceof MarketSourceError) return error
  if (error instanceof UpstreamError)
    return new MarketSourceError(SOURCE_CODE[error.kind], `${provider} ${error.message}`, { cause: error })
  if (error instanceof Error && error.name === 'AbortError') return new MarketSourceError('aborted', 'no longer wanted', { cause: error })
  return new MarketSourceError('unreachable', `${provider} could not be asked`, { cause: error })
}

/** URLs replacing the exchange's own. */
type RootSettings = { readonly exchangeRestUrl?: string | undefined; readonly exchangeWsUrl?: string | undefined }

/** Base URLs of an exchange. @throws MarketSourceError `bad-setting` for an invalid URL */
function venueRoots({ roots, callPaths }: Pick<Venue, 'roots' | 'callPaths'>, settings: RootSettings): ExchangeRoots {
  const rest = providerUrl('EXCHANGE_REST_URL', settings.exchangeRestUrl ?? roots.rest, 'rest')
  const socket = providerUrl('EXCHANGE_WS_URL', settings.exchangeWsUrl ?? roots.socket, 'socket')
  if (callPaths !== undefined) for (const url of [rest, socket]) url.pathname = url.pathname.replace(callPaths, '')
  return { rest, socket }
}

/** Used by several projects (JUP is Jupiter and Jupiter Project, …): ours only while the price is near CoinGecko's. */
const SHARED_TICKERS: ReadonlySet<string> = new Set(['JUP', 'ATH', 'SPX', 'IP', 'IO', 'MEW', 'GOAT'])
/** Allowed ratio of the two prices, wide enough for de-pegs and old prices. */
const FACTOR = 2

/** Which of a venue's coins are our projects. An unconfirmed shared ticker is not. */
class SharedTickers {
  readonly #listed = new Map<string, number>()
  readonly #confirmed = new Set<string>()

  learn(symbol: string, price: number): void {
    if (SHARED_TICKERS.has(symbol)) this.#listed.set(symbol, price)
  }

  judge(symbol: string, venuePrice: number): boolean {
    if (!SHARED_TICKERS.has(symbol)) return true
    const ratio = venuePrice / (this.#listed.get(symbol) ?? Number.NaN)
    const isOurs = ratio <= FACTOR && ratio >= 1 / FACTOR
    if (isOurs) this.#confirmed.add(symbol)
    else this.#confirmed.delete(symbol)
    return isOurs
  }

  isOurs(symbol: string): boolean {
    return !SHARED_TICKERS.has(symbol) || this.#confirmed.has(symbol)
  }
}
