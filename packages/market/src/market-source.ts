import type { Candle, Interval } from '@aerie/core/market/candle'
import type { EpochMs } from '@aerie/core/time'
import type { SourceKind } from '@aerie/wire/market/market'

/** Intervals a source provides and the server stores; coarser ones are aggregated from them. */
export const BASE_INTERVALS = ['1m', '1h'] as const satisfies readonly Interval[]
export type BaseInterval = (typeof BASE_INTERVALS)[number]

/** Slowly changing facts of a coin. Every figure may be unknown. */
export type Listing = {
  readonly symbol: string
  readonly name: string
  /** In the quote currency, at `asOf`; null means price times supply. */
  readonly marketCap: number | null
  /** 24 h volume in the quote currency; null if unknown, `candles` if computed from candles. */
  readonly volume24h: number | null | 'candles'
  readonly circulatingSupply: number | null
  readonly totalSupply: number | null
  /** Prices 1 h, 24 h and 7 d before `asOf`; null means computed from candles. */
  readonly closes: { readonly '1h': number | null; readonly '24h': number | null; readonly '7d': number | null }
  /** Used only until a tick is newer. */
  readonly price: number | null
  readonly quote: 'USD' | 'USDT' | 'USDC'
  readonly asOf: EpochMs
}

/** One observed price. `venue` is its source: `sim`, `replay`, `binance`, `coinbase`, `coingecko`. */
export type MarketTick = {
  readonly symbol: string
  readonly price: number
  readonly asOf: EpochMs
  readonly venue: string
  readonly quote: 'USD' | 'USDT' | 'USDC'
}

/** A closed candle, or a correction of one with the same open time. */
export type ClosedCandle = { readonly symbol: string; readonly interval: BaseInterval; readonly candle: Candle }

/** Levels as `[price, size in coins]`: bids highest first, asks lowest first. */
export type OrderBook = {
  readonly symbol: string
  readonly bids: readonly (readonly [price: number, size: number])[]
  readonly asks: readonly (readonly [price: number, size: number])[]
  readonly asOf: EpochMs
}

/** One trade; `side` is the taker's, `size` in coins. */
export type MarketTrade = {
  readonly asOf: EpochMs
  readonly price: number
  readonly size: number
  readonly side: 'buy' | 'sell'
}

/** Maximum number of trades a source keeps per coin. */
export const TRADES_KEPT = 50

/** A trade of a followed symbol; `size` in coins. */
export type FollowedTrade = {
  /** The venue's id; a second trade with the same id is a repeat. */
  readonly id: string
  readonly asOf: EpochMs
  readonly price: number
  readonly size: number
  /** The taker's side; absent if the venue does not report it. */
  readonly aggressor?: 'buy' | 'sell'
}

/** Full book of a followed symbol after a change. `String()` of a price or size gives the venue's own decimal. */
export type FollowedBook = OrderBook & {
  /** The venue's number of this state; increasing, not consecutive. */
  readonly seq: number
}

/** Books or trades were missed, or will be until the next book. */
export type FollowGap = {
  readonly asOf: EpochMs
  /** One sentence for users with an order there. No secrets, no URLs. */
  readonly reason: string
}

/**
 * Receiver of a followed symbol. Calls are synchronous, must be cheap and follow the venue's order; the first call is a book, or a `gap` if
 * there are no prices. After a `gap` the next call is a book; missed trades are never made up.
 */
export type MarketFollower = {
  readonly book: (book: FollowedBook) => void
  /** Oldest first, no repeats, none already included in the follower's first book. */
  readonly trades: (trades: readonly FollowedTrade[]) => void
  readonly gap: (gap: FollowGap) => void
}

/** Book and trades generated from candles, for trading a recording. Must be labelled synthetic in the UI. */
export type SyntheticDepth = {
  readonly book: OrderBook
  /** Newest first, without an aggressor. */
  readonly trades: readonly FollowedTrade[]
}

/** Order increments of a symbol at its venue, and the source of its books. */
export type MarketRules = {
  /** Decimal strings from the venue's filters: prices are multiples of `tick`, sizes of `lot`. */
  readonly tick: string
  readonly lot: string
  /** In the quote currency; absent if the venue has none. */
  readonly minNotional?: string
  readonly book: 'real' | 'simulated' | 'synthetic'
}

/** State of a source. `stale`: shows the last values, receives nothing new. */
export type SourceState = {
  readonly state: 'starting' | 'running' | 'stale' | 'ended'
  /** One sentence for the header badge: venue, recording, or the failure and what happens next. No secrets, no URLs. */
  readonly detail: string
}

/** Receiver of a source's events. Calls are synchronous and must be cheap. */
export type MarketListener = {
  readonly ticks: (ticks: readonly MarketTick[]) => void
  readonly candles: (candles: readonly ClosedCandle[]) => void
  readonly listings: (listings: readonly Listing[]) => void
  readonly state: (state: SourceState) => void
}

/** Request for closed candles; `from` is the first open time, inclusive. */
export type HistoryRequest = {
  readonly symbol: string
  readonly interval: BaseInterval
  readonly from: EpochMs
  /** Exclusive; only candles closed by then and by the market's clock are returned. */
  readonly to: EpochMs
}

/** State of a replay. */
export type ReplayState = {
  readonly state: 'playing' | 'paused' | 'ended'
  readonly speed: number
  /** Range of the recording; a seek may target `from` to just before the end. */
  readonly from: EpochMs
  readonly end: EpochMs
  /** Length of the finest candles: the usual step size. */
  readonly stepMs: number
}

/** Replay controls. Every call is synchronous; events up to that moment are emitted before it returns. */
export type ReplayTransport = {
  readonly state: () => ReplayState
  readonly pause: () => void
  readonly play: () => void
  /** Pauses and advances to the next candle close of any coin. */
  readonly step: () => void
  /** @param speed market seconds per second, 1 to 3600 @throws MarketSourceError `bad-setting` */
  readonly setSpeed: (speed: number) => void
  /** Creates a source at another moment, with the same speed and pause state. @throws MarketSourceError `bad-setting` */
  readonly startingAt: (at: EpochMs) => MarketSource
}

/**
 * Common interface of all markets: `sim`, `replay`, `live` and `auto`. `start` and `stop` are called once. `start` resolves after listings
 * and first prices were delivered, and rejects with a `MarketSourceError` if the source cannot run; later errors are reported as `state`.
 */
export interface MarketSource {
  readonly kind: SourceKind
  /** Storage identity: candles of different ids never mix. `sim:<seed>`, `replay:<fingerprint>`, `live:<exchange>`. */
  readonly id: string
  /** Exchange time for live, machine time for sim, recorded time for a replay. Never moves back with the machine's clock. */
  now(): EpochMs
  /** Time up to which candles have certainly closed, confirmed by the exchange. Absent if equal to `now`. */
  closedBy?(): EpochMs
  /** Whether candles or `now` may still be corrected after a clock jump. Absent if impossible. */
  isInDoubt?(): boolean
  /** Market seconds per second: 1 except for a replay, 0 while paused and after the end. */
  speed(): number
  /** Prices older than this, by the market's clock, are stale. Larger for a fast replay. */
  readonly staleAfterMs: number
  transport?(): ReplayTransport | undefined
  start(listener: MarketListener): Promise<void>
  stop(): Promise<void>
  /**
   * Closed candles, ascending, unique, gaps not filled; empty for an unknown symbol. Rejects with `MarketSourceError` if the upstream
   * cannot respond, and with `bad-data` plus the valid `candles` if some are invalid: these must be fetched again.
   */
  history(request: HistoryRequest, signal?: AbortSignal): Promise<Candle[]>
  /**
   * Whether there can be a price of the symbol at `at`: false in holes of a recording and after its end, where nothing is traded and no
   * funding is due. Absent if always.
   */
  hasPrices?(symbol: string, at: number): boolean
  /** Absent if every listed symbol has candles. */
  hasCandles?(symbol: string): boolean
  /** Whether a live market could replace this source; absent if not wanted. Never rejects. */
  isLiveInReach?(): Promise<boolean>
  /** Current book; undefined if the source has none (always for a replay). */
  book(symbol: string): Promise<OrderBook | undefined>
  /** Newest first, at most TRADES_KEPT; always empty for a replay. Each call keeps the upstream subscription alive for a while. */
  trades(symbol: string): readonly MarketTrade[]
  /** Book and trades generated from candles. Never part of `book` and `trades`, so that they are not mistaken for market data. */
  synthetic?(symbol: string, count: number): SyntheticDepth | undefined
  /**
   * Emits every book and trade of a symbol until unsubscribed. A followed symbol is pinned: its subscription is never evicted and resumes
   * after an outage, following a `gap`. A book is repeated at least every two seconds while the venue is reachable, so silence means
   * unknown. If absent, symbols of this source cannot be traded.
   * @throws MarketSourceError `cannot-follow` if this symbol, or any further one, cannot be followed
   */
  follow?(symbol: string, follower: MarketFollower): () => void
  /** Undefined if unknown or not tradable. Absent if `follow` is. */
  rules?(symbol: string): MarketRules | undefined
}

/** The only error a source throws; `code` determines the handling. */
export class MarketSourceError extends Error {
  override readonly name = 'MarketSourceError'
  readonly code: 'unreachable' | 'rate-limited' | 'bad-setting' | 'bad-data' | 'aborted' | 'cannot-follow'
  /** Valid candles of a partially invalid history. */
  readonly candles: readonly Candle[]
  constructor(code: MarketSourceError['code'], message: string, options: ErrorOptions & { readonly candles?: readonly Candle[] } = {}) {
    super(message, options)
    this.code = code
    this.candles = options.candles ?? []
  }
}
