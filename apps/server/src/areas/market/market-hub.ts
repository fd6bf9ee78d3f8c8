import { defined } from '@aerie/core/defined'
import { type Candle, isSoundCandle } from '@aerie/core/market/candle'
import { MINUTE_MS } from '@aerie/core/time'
import type {
  BaseInterval,
  ClosedCandle,
  Listing,
  MarketListener,
  MarketTick,
  MarketTrade,
  OrderBook,
  SourceState,
  SyntheticDepth,
} from '@aerie/market/market-source'
import type { Board, BoardCoin } from '@aerie/wire/market/board'
import type { AssetDetails, AssetsPage, MarketStatus, RowStats, SourceKind, Tick } from '@aerie/wire/market/market'
import { type PageQuery, pageKey, pageRows } from './asset-list.ts'
import {
  ageAt,
  type CoinState,
  coinState,
  type HubCoin,
  marketCapOf,
  priceOf,
  rowOf,
  slowFigures,
  takeCandles,
  takeListing,
  takeTick,
  times,
  volumeOf,
} from './coin-state.ts'

/** The hub uses a source but never starts or stops it. */
export type HubSource = {
  readonly kind: SourceKind
  readonly staleAfterMs: number
  now(): number
  speed(): number
  replay?(): MarketStatus['replay']
  hasPrices?(symbol: string, at: number): boolean
  book(symbol: string): Promise<OrderBook | undefined>
  trades(symbol: string): readonly MarketTrade[]
  synthetic?(symbol: string, count: number): SyntheticDepth | undefined
}

export type HubDeps = {
  readonly source: HubSource
  readonly coins: readonly HubCoin[]
  readonly onPrices?: (symbols: readonly string[]) => void
  readonly onCandles?: (candles: readonly ClosedCandle[]) => void
  readonly onTicks?: (ticks: readonly MarketTick[]) => void
  readonly onStatus?: () => void
}

/** Cache limit: a page requested only once costs one sort, not memory. */
const PAGES_KEPT = 400

export class MarketHub {
  readonly listener: MarketListener
  readonly #deps: HubDeps
  readonly #states: Map<string, CoinState>
  readonly #pages = new Map<string, { readonly state: string; readonly page: AssetsPage }>()
  #board: { readonly state: string; readonly board: Board } | undefined
  #sourceState: SourceState = { state: 'starting', detail: 'Waiting for the first prices.' }
  #note = ''
  #newestTick: number | null = null
  #version = 0

  constructor(deps: HubDeps) {
    this.#deps = deps
    this.#states = new Map(deps.coins.map((coin) => [coin.symbol, coinState(coin)]))
    this.listener = {
      ticks: (ticks) => this.#takeTicks(ticks),
      candles: (candles) => this.#takeCandles(candles),
      listings: (listings) => this.#takeListings(listings),
      state: (state) => this.#takeState(state),
    }
  }

  hasCoins(): boolean {
    return [...this.#states.values()].some(isListed)
  }

  isReady(): boolean {
    return this.#sourceState.state !== 'starting' && this.#newestTick !== null
  }

  now(): number {
    return this.#deps.source.now()
  }

  speed(): number {
    return this.#deps.source.speed()
  }

  kind(): SourceKind {
    return this.#deps.source.kind
  }

  sourceState(): SourceState {
    const { state, detail } = this.#sourceState
    return this.#note === '' ? this.#sourceState : { state, detail: `${detail} ${this.#note}` }
  }

  /** Adds a sentence to the source's status text; undefined removes it. */
  note(sentence = ''): void {
    if (sentence === this.#note) return
    this.#note = sentence
    this.#deps.onStatus?.()
  }

  status(): MarketStatus {
    const status = statusOf(this.#deps.source, this.sourceState(), this.#newestTick, this.#isStale)
    const withoutPrices = this.listedSymbols().filter((symbol) => !this.hasPrices(symbol))
    return withoutPrices.length === 0 ? status : { ...status, without_prices: withoutPrices }
  }

  state(symbol: string): CoinState | undefined {
    return this.#states.get(symbol)
  }

  book(symbol: string): Promise<OrderBook | undefined> {
    return this.#deps.source.book(symbol)
  }

  trades(symbol: string): readonly MarketTrade[] {
    return this.#deps.source.trades(symbol)
  }

  /** Book and tape derived from candles; undefined if the source has its own, or none. */
  synthetic(symbol: string, count: number): SyntheticDepth | undefined {
    return this.#deps.source.synthetic?.(symbol, count)
  }

  /** Clears all data before another source starts. */
  reset(): void {
    for (const coin of this.#deps.coins) this.#states.set(coin.symbol, coinState(coin))
    this.#pages.clear()
    this.#board = undefined
    this.#newestTick = null
    this.#note = ''
    this.#version += 1
    this.#takeState({ state: 'starting', detail: 'The market is restarting.' })
  }

  /** Stored prices from before the source starts: like ticks, but without notifying listeners. */
  seedTicks(ticks: readonly MarketTick[]): void {
    this.#acceptTicks(ticks)
  }

  addHistory(symbol: string, interval: BaseInterval, candles: readonly Candle[]): void {
    const state = this.#states.get(symbol)
    if (state === undefined || candles.length === 0) return
    takeCandles(state, interval, candles)
    this.#version += 1
  }

  listPage(query: PageQuery): AssetsPage {
    const key = pageKey(query)
    const now = this.now()
    const state = this.#stateAt(now)
    const kept = this.#pages.get(key)
    if (kept?.state === state) return kept.page
    if (kept === undefined && this.#pages.size >= PAGES_KEPT) this.#pages.clear()
    const page = this.#makePage(query, now)
    this.#pages.set(key, { state, page })
    return page
  }

  board(): Board {
    const now = this.now()
    const state = this.#stateAt(now)
    if (this.#board?.state !== state) this.#board = { state, board: this.#makeBoard(now) }
    return this.#board.board
  }

  listedSymbols(): string[] {
    return [...this.#states.values()].flatMap((state) => (isListed(state) ? [state.coin.symbol] : []))
  }

  details(symbol: string): AssetDetails | undefined {
    const state = this.#states.get(symbol)
    return state === undefined ? undefined : detailsOf(state, this.#deps.source, this.#isStale)
  }

  ticksOf(symbols: Iterable<string>): Tick[] {
    const now = this.now()
    return [...symbols].flatMap((symbol) => {
      const state = this.#states.get(symbol)
      const price = state && priceOf(state, this.#deps.source.staleAfterMs, now)
      return price === undefined ? [] : [[symbol, price.price, price.asOf] satisfies Tick]
    })
  }

  /** Whether the source can have a price now; false in a hole of a recording and after its end. */
  hasPrices(symbol: string): boolean {
    return hasPricesNow(this.#deps.source, symbol)
  }

  statsOf(symbol: string): RowStats | undefined {
    const state = this.#states.get(symbol)
    return state === undefined ? undefined : statsOf(state, this.#deps.source)
  }

  symbolsByImportance(): string[] {
    const now = this.now()
    return [...this.#states.values()]
      .map((state) => ({ symbol: state.coin.symbol, cap: marketCapOf(state, priceOf(state, this.#deps.source.staleAfterMs, now)) ?? -1 }))
      .sort((a, b) => b.cap - a.cap)
      .map(({ symbol }) => symbol)
  }

  readonly #isStale = (asOf: number | null): boolean => asOf === null || ageAt(asOf, this.now()) > this.#deps.source.staleAfterMs

  /** Cache key of the market state. Includes the clock, because prices a day ago change with time. */
  #stateAt(now: number): string {
    return `${this.#version}:${this.kind()}:${Math.floor(now / MINUTE_MS)}`
  }

  #makeBoard(now: number): Board {
    const { source } = this.#deps
    const coins = [...this.#states.values()].filter(isListed).map((state) => boardCoinOf(state, now, source.staleAfterMs))
    coins.sort((a, b) => (b.marketCap ?? -1) - (a.marketCap ?? -1))
    return { data: coins.map((coin, index) => ({ ...coin, rank: index + 1 })), source: source.kind, as_of: Math.floor(now) }
  }

  #makePage(query: PageQuery, now: number): AssetsPage {
    const { source } = this.#deps
    const candidates = [...this.#states.values()]
      .filter(isListed)
      .map((state) => ({ row: rowOf(state, now, source.staleAfterMs), industries: state.coin.industries }))
    const { rows, total } = pageRows(candidates, query)
    const { page, size, industry, sort, order } = query
    return { data: rows, page, size, total, industry, sort, order, source: source.kind, as_of: Math.floor(now) }
  }

  #acceptTicks(ticks: readonly MarketTick[]): MarketTick[] {
    const now = this.now()
    const taken = ticks.filter((tick) => {
      const state = this.#states.get(tick.symbol)
      return state !== undefined && takeTick(state, tick, now)
    })
    if (this.#newestTick !== null && this.#newestTick > now) this.#newestTick = null
    for (const tick of taken) this.#newestTick = Math.max(this.#newestTick ?? 0, tick.asOf)
    if (taken.length > 0) this.#version += 1
    return taken
  }

  #takeTicks(ticks: readonly MarketTick[]): void {
    const taken = this.#acceptTicks(ticks)
    if (taken.length === 0) return
    this.#deps.onTicks?.(taken)
    this.#deps.onPrices?.(taken.map((tick) => tick.symbol))
  }

  #takeCandles(candles: readonly ClosedCandle[]): void {
    const taken = candles.filter(({ symbol, candle }) => this.#states.has(symbol) && isSoundCandle(candle))
    if (taken.length === 0) return
    for (const { symbol, interval, candle } of taken) takeCandles(defined(this.#states.get(symbol)), interval, [candle])
    this.#version += 1
    this.#deps.onCandles?.(taken)
  }

  #takeListings(listings: readonly Listing[]): void {
    const now = this.now()
    for (const listing of listings) {
      const state = this.#states.get(listing.symbol)
      if (state !== undefined) takeListing(state, listing, now)
    }
    this.#version += 1
    this.#deps.onPrices?.(listings.map((listing) => listing.symbol))
  }

  #takeState(next: SourceState): void {
    if (next.state === this.#sourceState.state && next.detail === this.#sourceState.detail) return
    this.#sourceState = next
    this.#deps.onStatus?.()
  }
}

/** A coin is listed once the source has reported on it: a recording of 20 coins lists 20. */
const isListed = (state: CoinState): boolean => state.listing !== undefined || state.tick !== undefined

const boardCoinOf = (state: CoinState, now: number, staleAfterMs: number): Omit<BoardCoin, 'rank'> => ({
  ...rowOf(state, now, staleAfterMs),
  industries: [...state.coin.industries],
})

const hasPricesNow = (source: HubSource, symbol: string): boolean => source.hasPrices?.(symbol, source.now()) ?? true

type IsStale = (asOf: number | null) => boolean

const badgeOf = { live: 'LIVE', sim: 'SIMULATED', replay: 'REPLAY' } as const

function statusOf(source: HubSource, state: SourceState, newestTick: number | null, isStale: IsStale): MarketStatus {
  const stale = state.state !== 'running' || isStale(newestTick)
  return {
    source: source.kind,
    badge: stale ? 'STALE' : badgeOf[source.kind],
    detail: state.detail,
    market_time: Math.floor(source.now()),
    speed: source.speed(),
    stale_after_ms: source.staleAfterMs,
    newest_tick: newestTick,
    ...(source.kind === 'replay' && { replay: source.replay?.() }),
  }
}

function detailsOf(state: CoinState, source: HubSource, isStale: IsStale): AssetDetails {
  const price = priceOf(state, source.staleAfterMs, source.now())
  const { listing } = state
  return {
    ticker: state.coin.symbol,
    name: listing?.name ?? state.coin.name,
    logo: state.coin.logo,
    price: price?.price ?? null,
    marketCap: marketCapOf(state, price),
    circulatingSupply: listing?.circulatingSupply ?? null,
    totalMarketCap: times(price?.price, listing?.totalSupply),
    volume: volumeOf(state, source.now()),
    totalSupply: listing?.totalSupply ?? null,
    closes: slowFigures(state, source.now()).closes,
    quote: price?.quote ?? listing?.quote ?? 'USD',
    source: source.kind,
    as_of: price?.asOf ?? null,
    stale: isStale(price?.asOf ?? null) || !hasPricesNow(source, state.coin.symbol),
  }
}

function statsOf(state: CoinState, source: HubSource): RowStats {
  const now = source.now()
  const { closes } = slowFigures(state, now)
  const cap = marketCapOf(state, priceOf(state, source.staleAfterMs, now))
  return [state.coin.symbol, cap, volumeOf(state, now), closes['1h'], closes['24h'], closes['7d']]
}
