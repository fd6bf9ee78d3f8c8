import type { Candle } from '@aerie/core/candle'
import { type Clock, type EpochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { COINS } from '../catalogue.ts'
import {
  type ClosedCandle,
  type HistoryRequest,
  type Listing,
  type MarketListener,
  type MarketSource,
  MarketSourceError,
  type MarketTick,
  type MarketTrade,
  type OrderBook,
  type SourceState,
} from '../market-source.ts'
import { BinanceFeed } from './binance.ts'
import { CoinbaseFeed } from './coinbase.ts'
import { Coingecko, listedTick } from './coingecko.ts'
import type { ExchangeFeed, ExchangeRoots, Health } from './exchange-feed.ts'
import { describe, type ProviderView } from './live-words.ts'
import { baseUrl, type Exchange, type LiveCoin, type Surroundings } from './settings.ts'
import { SharedTickers } from './shared-tickers.ts'
import { type Cancel, systemTimers, type Timers } from './timers.ts'
import { sourceError } from './upstream-error.ts'

/** How the live market is reached. Every address may name a stand-in; plain http and ws only on this machine. */
export type LiveSettings = {
  readonly exchange: Exchange
  readonly exchangeRestUrl?: string | undefined
  readonly exchangeWsUrl?: string | undefined
  /** The pro address takes a pro key, any other a demo key: kind and address cannot disagree. */
  readonly coingeckoUrl?: string | undefined
  readonly coingeckoApiKey?: string | undefined
  readonly clock: Clock
  /** What a start does when no provider answers in time: fail (for `auto`), or run as stale and keep trying. Default `reject`. */
  readonly whenUnreachable?: 'reject' | 'keep-trying' | undefined
  /** Longest wait of a start for the providers that have not answered. */
  readonly startTimeoutMs?: number | undefined
  readonly coins?: readonly LiveCoin[] | undefined
  readonly fetch?: typeof fetch | undefined
  readonly timers?: Timers | undefined
  readonly random?: (() => number) | undefined
}

/** Outcome of the cheap question "are you there?", for each provider. Each rejects with a MarketSourceError that says why not. */
export type Probe = { readonly exchange: Promise<void>; readonly list: Promise<void> }

/** A live source, with the cheap question that `auto` asks first. */
export interface LiveSource extends MarketSource {
  probe(): Probe
}

const DEFAULT_ROOTS: Readonly<Record<Exchange, { rest: string; socket: string }>> = {
  binance: { rest: 'https://api.binance.com', socket: 'wss://stream.binance.com:9443' },
  coinbase: { rest: 'https://api.exchange.coinbase.com', socket: 'wss://ws-feed.exchange.coinbase.com' },
}
const COINGECKO_ROOT = 'https://api.coingecko.com/api/v3'
/** Paths that belong to a call, not to the base address of Binance. */
const CALL_PATHS = /\/(api\/v3|ws|stream)$/

/** A price this old is stale. Exchanges confirm a price that does not change every 15 seconds; CoinGecko's prices are minutes old and say so. */
const STALE_AFTER_MS = MINUTE_MS
const START_TIMEOUT_MS = 15 * SECOND_MS
/** An exchange that comes back within this time was never away, as far as the badge goes. */
const BLINK_MS = 3 * SECOND_MS
/** Failures of both providers after which a start need not wait any longer. */
const ENOUGH_FAILURES = 2

/**
 * The live market: prices, candles and books of one exchange, the list of CoinGecko. A coin that the exchange does not list
 * has CoinGecko's price; so have all while the exchange is away. One set of upstream connections, whoever watches.
 *
 * @throws MarketSourceError `bad-setting` for an address that cannot be used
 */
export function liveSource(settings: LiveSettings): LiveSource {
  const world: Surroundings = {
    clock: settings.clock,
    timers: settings.timers ?? systemTimers,
    random: settings.random ?? Math.random,
    fetch: settings.fetch ?? fetch,
  }
  const roots = exchangeRoots(settings)
  const coins = settings.coins ?? COINS
  const feed = settings.exchange === 'binance' ? new BinanceFeed(coins, roots, world) : new CoinbaseFeed(coins, roots, world)
  const root = baseUrl('COINGECKO_URL', settings.coingeckoUrl ?? COINGECKO_ROOT, 'rest')
  return new Live(feed, new Coingecko(coins, { root, apiKey: settings.coingeckoApiKey }, world), settings, world)
}

function exchangeRoots({ exchange, exchangeRestUrl, exchangeWsUrl }: LiveSettings): ExchangeRoots {
  const usual = DEFAULT_ROOTS[exchange]
  const rest = baseUrl('EXCHANGE_REST_URL', exchangeRestUrl ?? usual.rest, 'rest')
  const socket = baseUrl('EXCHANGE_WS_URL', exchangeWsUrl ?? usual.socket, 'socket')
  if (exchange === 'binance') for (const url of [rest, socket]) url.pathname = url.pathname.replace(CALL_PATHS, '')
  return { rest, socket }
}

type Provider = { readonly title: string; isUp: boolean | undefined; words: string; since: EpochMs | undefined; failures: number }
const provider = (title: string): Provider => ({ title, isUp: undefined, words: '', since: undefined, failures: 0 })

class Live implements LiveSource {
  readonly kind = 'live'
  readonly id: string
  readonly staleAfterMs = STALE_AFTER_MS
  readonly #feed: ExchangeFeed
  readonly #list: Coingecko
  readonly #world: Surroundings
  readonly #settings: LiveSettings
  readonly #exchange: Provider
  readonly #coingecko = provider('CoinGecko')
  readonly #tickers = new SharedTickers()
  readonly #listings = new Map<string, Listing>()
  readonly #faults = new Set<string>()
  #listener: MarketListener | undefined
  #isBlinking = false
  #cancelBlink: Cancel | undefined
  #said: SourceState | undefined
  #settled: (() => void) | undefined

  constructor(feed: ExchangeFeed, list: Coingecko, settings: LiveSettings, world: Surroundings) {
    this.#feed = feed
    this.#list = list
    this.#settings = settings
    this.#world = world
    this.#exchange = provider(feed.title)
    this.id = `live:${feed.venue}`
  }

  now(): EpochMs {
    return this.#world.clock.now()
  }

  speed(): number {
    return 1
  }

  probe(): Probe {
    const asked = (title: string, answer: Promise<void>): Promise<void> => {
      const told = answer.catch((error: unknown) => Promise.reject(sourceError(error, title)))
      // Whoever asks may be content with the other provider's answer.
      told.catch(() => undefined)
      return told
    }
    return { exchange: asked(this.#feed.title, this.#feed.probe()), list: asked(this.#coingecko.title, this.#list.probe()) }
  }

  async start(listener: MarketListener): Promise<void> {
    this.#listener = listener
    this.#say()
    const settled = new Promise<void>((resolve) => {
      this.#settled = resolve
    })
    const cancel = this.#world.timers.after(this.#settings.startTimeoutMs ?? START_TIMEOUT_MS, () => this.#settled?.())
    this.#list.start({
      listings: (listings) => this.#takeListings(listings),
      health: (health) => this.#takeHealth(this.#coingecko, health),
      fault: (what) => this.#fault(`${what} from CoinGecko`),
    })
    this.#feed.start({
      ticks: (ticks) => this.#takeTicks(ticks),
      candles: (candles) => this.#takeCandles(candles),
      health: (health) => this.#takeHealth(this.#exchange, health),
      fault: (what) => this.#fault(`${what} from ${this.#feed.title}`),
    })
    await settled
    cancel()
    this.#settled = undefined
    await this.#decideStart()
  }

  async stop(): Promise<void> {
    this.#cancelBlink?.()
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
      return await this.#feed.history(request, signal)
    } catch (error) {
      throw signal?.aborted ? new MarketSourceError('aborted', 'no longer wanted', { cause: error }) : sourceError(error, this.#feed.title)
    }
  }

  async book(symbol: string): Promise<OrderBook | undefined> {
    if (!this.#tickers.isOurs(symbol)) return undefined
    try {
      return await this.#feed.book(symbol)
    } catch (error) {
      throw sourceError(error, this.#feed.title)
    }
  }

  trades(symbol: string): readonly MarketTrade[] {
    return this.#tickers.isOurs(symbol) ? this.#feed.trades(symbol) : []
  }

  async #decideStart(): Promise<void> {
    if (this.#exchange.isUp || this.#coingecko.isUp || this.#settings.whenUnreachable === 'keep-trying') return
    const words = [this.#exchange, this.#coingecko].map((one) => `${one.title} ${one.words || 'does not answer'}`).join(', ')
    await this.stop()
    throw new MarketSourceError('unreachable', words)
  }

  #takeTicks(ticks: readonly MarketTick[]): void {
    const ours = ticks.filter(({ symbol, price }) => this.#tickers.judge(symbol, price))
    if (ours.length > 0) this.#listener?.ticks(ours)
  }

  #takeCandles(candles: readonly ClosedCandle[]): void {
    const ours = candles.filter(({ symbol }) => this.#tickers.isOurs(symbol))
    if (ours.length > 0) this.#listener?.candles(ours)
  }

  #takeListings(listings: readonly Listing[]): void {
    for (const listing of listings) {
      this.#listings.set(listing.symbol, listing)
      if (listing.price !== null) this.#tickers.learn(listing.symbol, listing.price)
    }
    this.#listener?.listings(listings)
    this.#tellListedPrices(listings)
  }

  /** CoinGecko's price is the price of a coin that the exchange does not give. */
  #tellListedPrices(listings: Iterable<Listing>): void {
    const isAway = this.#exchange.isUp !== true
    const ticks = [...listings].flatMap((listing) => {
      const isUnpriced = isAway || !this.#feed.lists(listing.symbol) || !this.#tickers.isOurs(listing.symbol)
      return isUnpriced ? (listedTick(listing) ?? []) : []
    })
    if (ticks.length > 0) this.#listener?.ticks(ticks)
  }

  #takeHealth(of: Provider, health: Health): void {
    if (health.isUp || of.isUp) of.since = this.now()
    of.failures = health.isUp ? 0 : of.failures + 1
    if (of === this.#exchange && of.isUp && !health.isUp) this.#blink()
    of.isUp = health.isUp
    of.words = health.isUp ? '' : health.words
    if (of === this.#exchange && health.isUp) this.#cancelBlinking()
    this.#say()
    this.#settleIfKnown()
  }

  #blink(): void {
    this.#isBlinking = true
    this.#cancelBlink?.()
    this.#cancelBlink = this.#world.timers.after(BLINK_MS, () => {
      this.#cancelBlinking()
      this.#tellListedPrices(this.#listings.values())
      this.#say()
    })
  }

  #cancelBlinking(): void {
    this.#cancelBlink?.()
    this.#isBlinking = false
  }

  #settleIfKnown(): void {
    const [exchange, list] = [this.#exchange, this.#coingecko]
    const isKnown = (one: Provider) => one.isUp === true || one.failures > 0
    const isAnyUp = exchange.isUp === true || list.isUp === true
    const isHopeless = exchange.failures >= ENOUGH_FAILURES && list.failures >= ENOUGH_FAILURES
    if ((isAnyUp && isKnown(exchange) && isKnown(list)) || isHopeless) this.#settled?.()
  }

  #fault(what: string): void {
    if (this.#faults.has(what) || this.#faults.size >= 3) return
    this.#faults.add(what)
    this.#say()
  }

  #say(): void {
    if (this.#isBlinking) return
    const fault = this.#faults.size === 0 ? undefined : [...this.#faults].join(', ')
    const next = describe(view(this.#exchange), view(this.#coingecko), fault)
    if (next.state === this.#said?.state && next.detail === this.#said.detail) return
    this.#said = next
    this.#listener?.state(next)
  }
}

const view = ({ title, isUp, words, since }: Provider): ProviderView => ({ title, isUp, words, since })
