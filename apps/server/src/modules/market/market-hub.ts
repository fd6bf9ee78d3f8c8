import { type Candle, isSoundCandle } from '@aerie/core/candle'
import { MINUTE_MS } from '@aerie/core/time'
import type { BaseInterval, ClosedCandle, Listing, MarketListener, MarketTick, OrderBook, SourceState } from '@aerie/market/market-source'
import type { AssetDetails, AssetsPage, MarketStatus, RowStats, SourceKind, Tick } from '@aerie/wire/market'
import { type PageQuery, pageKey, pageRows } from './asset-list.ts'
import {
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

/** What the hub needs of a source; the hub never starts or stops it. */
export type HubSource = {
  readonly kind: SourceKind
  readonly staleAfterMs: number
  now(): number
  speed(): number
  book(symbol: string): Promise<OrderBook | undefined>
}

export type HubDeps = {
  readonly source: HubSource
  readonly coins: readonly HubCoin[]
  /** Told of every new price, by symbol, once a batch. */
  readonly onPrices?: (symbols: readonly string[]) => void
  readonly onCandles?: (candles: readonly ClosedCandle[]) => void
  readonly onTicks?: (ticks: readonly MarketTick[]) => void
  readonly onStatus?: () => void
}

export type MarketHub = ReturnType<typeof marketHub>

/** The market in memory: newest prices, hot candles, and every list and figure that is made of them. */
export function marketHub({ source, coins, onPrices, onCandles, onTicks, onStatus }: HubDeps) {
  const states = new Map<string, CoinState>(coins.map((coin) => [coin.symbol, coinState(coin)]))
  let sourceState: SourceState = { state: 'starting', detail: 'Waiting for the first prices.' }
  let newestTick: number | null = null
  /** Raised by every change that a list could show. */
  let version = 0

  const acceptTicks = (ticks: readonly MarketTick[]): MarketTick[] => {
    const taken = ticks.filter((tick) => {
      const state = states.get(tick.symbol)
      return state !== undefined && takeTick(state, tick)
    })
    for (const tick of taken) newestTick = Math.max(newestTick ?? 0, tick.asOf)
    if (taken.length > 0) version += 1
    return taken
  }
  const acceptCandles = (candles: readonly ClosedCandle[]): ClosedCandle[] => {
    const taken = candles.filter(({ symbol, candle }) => states.has(symbol) && isSoundCandle(candle))
    for (const { symbol, interval, candle } of taken) takeCandles(states.get(symbol)!, interval, [candle])
    if (taken.length > 0) version += 1
    return taken
  }

  const listener: MarketListener = {
    ticks: (ticks) => {
      const taken = acceptTicks(ticks)
      if (taken.length === 0) return
      onTicks?.(taken)
      onPrices?.(taken.map((tick) => tick.symbol))
    },
    candles: (candles) => {
      const taken = acceptCandles(candles)
      if (taken.length > 0) onCandles?.(taken)
    },
    listings: (listings: readonly Listing[]) => {
      for (const listing of listings) {
        const state = states.get(listing.symbol)
        if (state !== undefined) takeListing(state, listing)
      }
      version += 1
      onPrices?.(listings.map((listing) => listing.symbol))
    },
    state: (next) => {
      if (next.state === sourceState.state && next.detail === sourceState.detail) return
      sourceState = next
      onStatus?.()
    },
  }

  const isStale = (asOf: number | null): boolean => asOf === null || source.now() - asOf > source.staleAfterMs
  /** A coin is listed once the source has said anything of it; a recording of 20 coins lists 20. */
  const isListed = (state: CoinState): boolean => state.listing !== undefined || state.tick !== undefined

  const lists = listCache(states, source, isListed, () => version)

  return {
    listener,
    version: () => version,
    /** Whether there is any coin to list yet. */
    hasCoins: (): boolean => [...states.values()].some(isListed),
    /** Prices known before the source has spoken (from storage): the same as ticks, but told to nobody. */
    seedTicks: (ticks: readonly MarketTick[]): void => {
      acceptTicks(ticks)
    },
    /** Adds candles from storage or history: older ones too. */
    addHistory: (symbol: string, interval: BaseInterval, candles: readonly Candle[]): void => {
      const state = states.get(symbol)
      if (state === undefined || candles.length === 0) return
      takeCandles(state, interval, candles)
      version += 1
    },
    state: (symbol: string): CoinState | undefined => states.get(symbol),
    listPage: (query: PageQuery): AssetsPage => lists.page(query),
    details: (symbol: string): AssetDetails | undefined => {
      const state = states.get(symbol)
      return state === undefined ? undefined : detailsOf(state, source, isStale)
    },
    /** Newest price of each symbol that has one. */
    ticksOf: (symbols: Iterable<string>): Tick[] =>
      [...symbols].flatMap((symbol) => {
        const state = states.get(symbol)
        const price = state && priceOf(state, source.staleAfterMs)
        return price === undefined ? [] : [[symbol, price.price, price.asOf] satisfies Tick]
      }),
    statsOf: (symbol: string): RowStats | undefined => {
      const state = states.get(symbol)
      return state === undefined ? undefined : statsOf(state, source)
    },
    book: (symbol: string): Promise<OrderBook | undefined> => source.book(symbol),
    sourceState: (): SourceState => sourceState,
    status: (): MarketStatus => statusOf(source, sourceState, newestTick, isStale),
    /** Coins by importance: market cap where known, else the catalogue's order. */
    symbolsByImportance: (): string[] =>
      [...states.values()]
        .map((state) => ({ symbol: state.coin.symbol, cap: marketCapOf(state, priceOf(state, source.staleAfterMs)) ?? -1 }))
        .sort((a, b) => b.cap - a.cap)
        .map(({ symbol }) => symbol),
    isReady: (): boolean => sourceState.state !== 'starting' && newestTick !== null,
    now: (): number => source.now(),
    kind: (): SourceKind => source.kind,
  }
}

const badgeOf = { live: 'LIVE', sim: 'SIMULATED', replay: 'REPLAY' } as const

function statusOf(
  source: HubSource,
  state: SourceState,
  newestTick: number | null,
  isStale: (asOf: number | null) => boolean,
): MarketStatus {
  const stale = state.state === 'stale' || state.state === 'starting' || isStale(newestTick)
  return {
    source: source.kind,
    badge: stale ? 'STALE' : badgeOf[source.kind],
    detail: state.detail,
    market_time: Math.floor(source.now()),
    speed: source.speed(),
    stale_after_ms: source.staleAfterMs,
    newest_tick: newestTick,
  }
}

function detailsOf(state: CoinState, source: HubSource, isStale: (asOf: number | null) => boolean): AssetDetails {
  const price = priceOf(state, source.staleAfterMs)
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
    quote: price?.quote ?? listing?.quote ?? 'USD',
    source: source.kind,
    as_of: price?.asOf ?? null,
    stale: isStale(price?.asOf ?? null),
  }
}

function statsOf(state: CoinState, source: HubSource): RowStats {
  const now = source.now()
  const { closes } = slowFigures(state, now)
  const cap = marketCapOf(state, priceOf(state, source.staleAfterMs))
  return [state.coin.symbol, cap, volumeOf(state, now), closes['1h'], closes['24h'], closes['7d']]
}

/** More keys than this are never kept: a page that nobody may guess costs one sort, not memory. */
const PAGES_KEPT = 400

/** Pages made once for each state of the market, whoever asks. */
function listCache(states: Map<string, CoinState>, source: HubSource, isListed: (state: CoinState) => boolean, version: () => number) {
  const pages = new Map<string, { state: string; page: AssetsPage }>()
  const make = (query: PageQuery, now: number): AssetsPage => {
    const candidates = [...states.values()]
      .filter(isListed)
      .map((state) => ({ row: rowOf(state, now, source.staleAfterMs), industries: state.coin.industries }))
    const { rows, total } = pageRows(candidates, query)
    return {
      data: rows,
      page: query.page,
      size: query.size,
      total,
      industry: query.industry,
      sort: query.sort,
      order: query.order,
      source: source.kind,
      as_of: Math.floor(now),
    }
  }
  return {
    page: (query: PageQuery): AssetsPage => {
      const key = pageKey(query)
      const kept = pages.get(key)
      const now = source.now()
      // Prices a day ago move on with the clock, whether or not anything else happens.
      const state = `${version()}:${source.kind}:${Math.floor(now / MINUTE_MS)}`
      if (kept?.state === state) return kept.page
      if (kept === undefined && pages.size >= PAGES_KEPT) pages.clear()
      const page = make(query, now)
      pages.set(key, { state, page })
      return page
    },
  }
}
