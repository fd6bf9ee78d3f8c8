import type { Candle } from '@aerie/core/market/candle'
import type { Clock, EpochMs } from '@aerie/core/time'
import type { CoolDown } from '@aerie/upstream/circuit-breaker'
import type { VenueClock } from '@aerie/upstream/venue-clock'
import type { ClosedCandle, HistoryRequest, MarketFollower, MarketRules, MarketTick, MarketTrade, OrderBook } from '../market-source.ts'
import type { Exchange } from './settings.ts'

/** Base addresses of an exchange. */
export type ExchangeRoots = { readonly rest: URL; readonly socket: URL }

/** How a provider is. The words are a clause that follows its name. */
export type Health = { readonly isUp: true } | { readonly isUp: false; readonly words: string }

/** Candles of a span, as far as they could be read. */
export type HistoryPart = {
  readonly candles: readonly Candle[]
  /** Rows that were sent and cannot be believed. */
  readonly unreadable: number
  /** End of the span that was read: a candle that closes later was not closed for certain. */
  readonly until: EpochMs
}

/** Where an exchange adapter delivers. */
export type FeedSink = {
  readonly ticks: (ticks: readonly MarketTick[]) => void
  /** Candles as the stream tells them. */
  readonly candles: (candles: readonly ClosedCandle[]) => void
  /** Candles that were asked for by REST. */
  readonly refilled: (candles: readonly ClosedCandle[]) => void
  readonly health: (health: Health) => void
  /** A message that could not be believed, and why in two or three words. */
  readonly fault: (what: string) => void
  /** The venue wants no requests for a while. */
  readonly quiet: (quiet: CoolDown) => void
  /** The venue's last price by REST. */
  readonly quotes: (quotes: readonly { readonly symbol: string; readonly price: number; readonly asOf: EpochMs }[]) => void
  /** How many series lack candles that are being asked for. */
  readonly missing: (series: number) => void
  /** The exchange's clock, which is the market's, has moved by so much: an earlier moment is now another time. */
  readonly clockJumped: (byMs: number) => void
}

/** One exchange, behind one interface: the rest of the product does not know which. */
export interface ExchangeFeed {
  readonly venue: Exchange
  /** As its name is written. */
  readonly title: string
  /** Currency its prices are in. */
  readonly quote: MarketTick['quote']
  /** Its own clock: that of the market. */
  readonly clock: Required<Clock> & Pick<VenueClock, 'certain'>
  /** Whether candles may yet be corrected, or the time is another than `clock` says: one of the clocks has jumped. */
  readonly isInDoubt: boolean
  /** Whether it is known what it lists. */
  readonly hasListings: boolean
  /** Whether prices of this coin come from here. Empty until the listings are known. */
  lists(symbol: string): boolean
  /** Cheap question: are you there? Rejects with an UpstreamError. */
  probe(): Promise<void>
  /** Begins and keeps trying for ever; what becomes of it arrives at the sink. */
  start(sink: FeedSink): void
  stop(): void
  /** Closed candles, ascending; empty for a coin it does not list. Rejects with an UpstreamError. */
  history(request: HistoryRequest, signal?: AbortSignal): Promise<HistoryPart>
  /** The book now, or undefined for a coin it does not list. Rejects with an UpstreamError while it cannot be had. */
  book(symbol: string): Promise<OrderBook | undefined>
  /** The book that was given cannot be right: it is taken again, at most every ten seconds. */
  suspectBook(symbol: string): void
  /** A candle of the stream cannot be believed: it is asked for by REST. */
  askAgain(closed: ClosedCandle): void
  /** The newest trades heard, newest first. Asking keeps them coming for a while. */
  trades(symbol: string): readonly MarketTrade[]
  /** As {@link MarketSource.follow}, without a judgement of prices. A coin may be followed before the listings are known. */
  follow(symbol: string, follower: MarketFollower): () => void
  /** As {@link MarketSource.rules}. */
  rules(symbol: string): MarketRules | undefined
}
