import type { Candle, Interval } from '@aerie/core/market/candle'
import type { EpochMs } from '@aerie/core/time'
import type { SourceKind } from '@aerie/wire/market/market'

/** Intervals a source keeps and the server stores; coarser ones are aggregated from them. */
export const BASE_INTERVALS = ['1m', '1h'] as const satisfies readonly Interval[]
export type BaseInterval = (typeof BASE_INTERVALS)[number]

/** Facts of a coin that change slowly. Every figure may be unknown. */
export type Listing = {
  readonly symbol: string
  readonly name: string
  /** In the quote currency, at `asOf`; null where the source leaves it to price times supply. */
  readonly marketCap: number | null
  /** Traded in 24 hours, in the quote currency; null where nobody knows, `candles` where the source leaves it to its candles. */
  readonly volume24h: number | null | 'candles'
  readonly circulatingSupply: number | null
  readonly totalSupply: number | null
  /** Prices 1 h, 24 h and 7 d before `asOf`; null where the source leaves it to the candles. */
  readonly closes: { readonly '1h': number | null; readonly '24h': number | null; readonly '7d': number | null }
  /** A price from the listing itself: used only until a tick is newer. */
  readonly price: number | null
  readonly quote: 'USD' | 'USDT' | 'USDC'
  readonly asOf: EpochMs
}

/** One observed price. `venue` names who said so: `sim`, `replay`, `binance`, `coinbase`, `coingecko`. */
export type MarketTick = {
  readonly symbol: string
  readonly price: number
  readonly asOf: EpochMs
  readonly venue: string
  readonly quote: 'USD' | 'USDT' | 'USDC'
}

/** A candle that has closed (or a correction of the same open time). */
export type ClosedCandle = { readonly symbol: string; readonly interval: BaseInterval; readonly candle: Candle }

/** Levels as `[price, size in coins]`: bids highest first, asks lowest first. */
export type OrderBook = {
  readonly symbol: string
  readonly bids: readonly (readonly [price: number, size: number])[]
  readonly asks: readonly (readonly [price: number, size: number])[]
  readonly asOf: EpochMs
}

/** One trade; `side` is the taker's: who crossed the spread. */
export type MarketTrade = {
  readonly asOf: EpochMs
  readonly price: number
  /** In coins. */
  readonly size: number
  readonly side: 'buy' | 'sell'
}

/** Trades a source keeps of a coin. */
export const TRADES_KEPT = 50

/** A trade of a followed symbol. */
export type FollowedTrade = {
  /** The venue's own; of two trades with one id the second is a repetition. */
  readonly id: string
  readonly asOf: EpochMs
  readonly price: number
  /** In coins. */
  readonly size: number
  /** Who crossed the spread; absent where the venue does not say. */
  readonly aggressor?: 'buy' | 'sell'
}

/** The whole book of a followed symbol after a change of it. Prices and sizes are the venue's own decimals, so `String()` of one gives them back. */
export type FollowedBook = OrderBook & {
  /** The venue's number of this state; rises, but not by one. */
  readonly seq: number
}

/** A hole in what was told: books or trades were missed, or will be until the next book. */
export type FollowGap = {
  readonly asOf: EpochMs
  /** One sentence for whoever has an order there. No secrets, no URLs. */
  readonly reason: string
}

/**
 * Where a followed symbol is told. Calls are synchronous and must be cheap. In the order of the venue, as far as it tells one; the first
 * call is a book. After a `gap` the next call is a book again: what the trades between did is not known, and nothing is made up for them.
 */
export type MarketFollower = {
  readonly book: (book: FollowedBook) => void
  /** Oldest first, none twice, none that the follower's first book already holds. */
  readonly trades: (trades: readonly FollowedTrade[]) => void
  readonly gap: (gap: FollowGap) => void
}

/** A book and its tape made from candles, for those who trade a recording. There was no such book: whoever shows it says so. */
export type SyntheticDepth = {
  readonly book: OrderBook
  /** Newest first, without an aggressor. */
  readonly trades: readonly FollowedTrade[]
}

/** How orders of a symbol are measured at its venue, and where its books come from. */
export type MarketRules = {
  /** Decimal texts: prices are whole numbers of `tick`, sizes of `lot`. From the venue's own filters, not from how prices look. */
  readonly tick: string
  readonly lot: string
  /** In the quote currency; absent where the venue has none. */
  readonly minNotional?: string
  readonly book: 'real' | 'simulated' | 'synthetic'
}

/** How the source is. `stale`: still the last good values, but nothing new arrives. */
export type SourceState = {
  readonly state: 'starting' | 'running' | 'stale' | 'ended'
  /** One sentence for the header badge: which venue, which recording, or what failed and what happens next. No secrets, no URLs. */
  readonly detail: string
}

/** Where a source delivers. Calls are synchronous and must be cheap; a source never waits for them. */
export type MarketListener = {
  readonly ticks: (ticks: readonly MarketTick[]) => void
  readonly candles: (candles: readonly ClosedCandle[]) => void
  readonly listings: (listings: readonly Listing[]) => void
  readonly state: (state: SourceState) => void
}

/** Which closed candles are wanted. */
export type HistoryRequest = {
  readonly symbol: string
  readonly interval: BaseInterval
  /** First open time wanted, inclusive. */
  readonly from: EpochMs
  /** End of the span, exclusive; only candles closed by then and by the market's clock are returned. */
  readonly to: EpochMs
}

/** How a replay stands. */
export type ReplayState = {
  readonly state: 'playing' | 'paused' | 'ended'
  /** Market seconds that pass in a second while it plays. */
  readonly speed: number
  /** First and last moment of the recording; a jump goes from the first to before the last. */
  readonly from: EpochMs
  readonly end: EpochMs
  /** Length of the finest candles: what a step moves on by, unless one is missing. */
  readonly stepMs: number
}

/** How a recording is played. Every call is synchronous; what passed until then has been told when it returns. */
export type ReplayTransport = {
  readonly state: () => ReplayState
  /** The market's clock stands. */
  readonly pause: () => void
  readonly play: () => void
  /** Pauses, and goes on to the next close of a candle of any coin. */
  readonly step: () => void
  /** @param speed market seconds a second, from 1 to 3600 @throws MarketSourceError `bad-setting` */
  readonly setSpeed: (speed: number) => void
  /**
   * The same recording from another moment, as fast and as paused as this one: a source to be started in the place of this one.
   *
   * @throws MarketSourceError `bad-setting` for a moment outside of the recording
   */
  readonly startingAt: (at: EpochMs) => MarketSource
}

/**
 * The one interface behind which every market lives: `sim`, `replay`, `live`, and `auto` that chooses.
 *
 * Life: `start` once, `stop` once. `start` resolves when the source runs (listings and first prices delivered) and
 * rejects with a `MarketSourceError` when it cannot run at all. After that nothing throws: trouble arrives as `state`.
 */
export interface MarketSource {
  readonly kind: SourceKind
  /** Identity of the series: candles of different ids never mix in storage. `sim:<seed>`, `replay:<fingerprint>`, `live:<exchange>`. */
  readonly id: string
  /** The market's own clock: the exchange's for live, the machine's for sim, the recorded time for a replay. Setting the machine's clock does not move it back. */
  now(): EpochMs
  /** Up to when candles have closed for certain: the exchange itself has told this time. Absent where that is `now`. */
  closedBy?(): EpochMs
  /** Whether candles may yet be corrected, or the time is another than `now` says: a clock has jumped. Absent where that cannot be. */
  isInDoubt?(): boolean
  /** Market seconds that pass in a second; 1 but for a replay, 0 while it is paused and once it has ended. */
  speed(): number
  /** A price older than this, by the market's clock, is stale. Longer while a replay is fast. */
  readonly staleAfterMs: number
  /** How a replay is played; undefined before it has started, absent for a market that nobody can hold. */
  transport?(): ReplayTransport | undefined
  start(listener: MarketListener): Promise<void>
  stop(): Promise<void>
  /**
   * Closed candles, ascending, without duplicates; missing ones are missing, never filled. For a symbol the source
   * does not know: an empty list. Rejects with `MarketSourceError` when the upstream cannot answer now, and with `bad-data`
   * and the readable `candles` where it sent some that cannot be believed: those are not missing, they are to be asked for again.
   */
  history(request: HistoryRequest, signal?: AbortSignal): Promise<Candle[]>
  /** Whether there are candles of this symbol to ask for; absent where there are of each that is listed. */
  hasCandles?(symbol: string): boolean
  /** Asks whether a live market could be had in the place of this one; absent where none is wanted. Never rejects. */
  isLiveInReach?(): Promise<boolean>
  /** Today's book, or undefined where the source has none for this symbol (a replay of candles never has one). */
  book(symbol: string): Promise<OrderBook | undefined>
  /**
   * The newest trades known now, newest first, at most TRADES_KEPT; empty where the source has none (a replay of candles
   * never has one) or has not heard of any yet. Asking keeps an upstream subscription alive for a while.
   */
  trades(symbol: string): readonly MarketTrade[]
  /**
   * What followers of this symbol are told of it now, where that is made from candles; absent or undefined where it is not. Never part
   * of `book` and `trades`, so that nobody takes it for a market that there was.
   *
   * @param count most trades wanted
   */
  synthetic?(symbol: string, count: number): SyntheticDepth | undefined
  /**
   * Tells every book and trade of a symbol from now on, until the answer is called. Several may follow one symbol. A followed symbol is
   * pinned: nothing evicts its upstream subscription, and after an outage it is taken up again by itself, with a `gap` before. A book
   * is told again at least every two seconds while the venue is known to be there, so that silence means that nothing is known.
   * Absent where the source cannot: its symbols take no orders.
   *
   * @throws MarketSourceError `cannot-follow` where it cannot follow this symbol, or no further one; the message says why
   */
  follow?(symbol: string, follower: MarketFollower): () => void
  /** How orders of a symbol are measured; undefined where it is not known (yet), or takes none. Absent as `follow`. */
  rules?(symbol: string): MarketRules | undefined
}

/** The one error a source throws; `code` says what to do. */
export class MarketSourceError extends Error {
  override readonly name = 'MarketSourceError'
  readonly code: 'unreachable' | 'rate-limited' | 'bad-setting' | 'bad-data' | 'aborted' | 'cannot-follow'
  /** Of a history that could not be read in whole: the candles that could. */
  readonly candles: readonly Candle[]
  constructor(code: MarketSourceError['code'], message: string, options: ErrorOptions & { readonly candles?: readonly Candle[] } = {}) {
    super(message, options)
    this.code = code
    this.candles = options.candles ?? []
  }
}
