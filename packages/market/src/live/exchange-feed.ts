import type { Candle } from '@aerie/core/market/candle'
import type { Clock, EpochMs } from '@aerie/core/time'
import type { CoolDown } from '@aerie/upstream/circuit-breaker'
import type { VenueClock } from '@aerie/upstream/venue-clock'
import type { ClosedCandle, HistoryRequest, MarketFollower, MarketRules, MarketTick, MarketTrade, OrderBook } from '../market-source.ts'
import type { Exchange } from './settings.ts'

/** Base URLs of an exchange. */
export type ExchangeRoots = { readonly rest: URL; readonly socket: URL }

/** Health of a provider. `words` is a clause that follows its name. */
export type Health = { readonly isUp: true } | { readonly isUp: false; readonly message: string }

/** Candles of a span, as far as they could be read. */
export type HistoryPart = {
  readonly candles: readonly Candle[]
  readonly unreadable: number
  /** End of the span read: candles closing later may not have been closed. */
  readonly until: EpochMs
}

/** Receiver of an exchange adapter's events. */
export type FeedSink = {
  readonly ticks: (ticks: readonly MarketTick[]) => void
  readonly candles: (candles: readonly ClosedCandle[]) => void
  /** From REST. */
  readonly refilled: (candles: readonly ClosedCandle[]) => void
  readonly health: (health: Health) => void
  /** A rejected message; `what` is a reason in two or three words. */
  readonly fault: (what: string) => void
  readonly quiet: (quiet: CoolDown) => void
  readonly quotes: (quotes: readonly { readonly symbol: string; readonly price: number; readonly asOf: EpochMs }[]) => void
  readonly missing: (series: number) => void
  /** The exchange's clock, used as the market's, moved by `byMs`: earlier timestamps must be shifted. */
  readonly clockJumped: (byMs: number) => void
}

/** Exchange-independent interface of an exchange. Promises reject with an UpstreamError. */
export interface ExchangeFeed {
  readonly venue: Exchange
  readonly title: string
  readonly quote: MarketTick['quote']
  readonly clock: Required<Clock> & Pick<VenueClock, 'certain'>
  /** True while candles or `clock` may still be corrected after a clock jump. */
  readonly isInDoubt: boolean
  readonly hasListings: boolean
  /** Whether this exchange prices the coin; false until the listings are known. */
  lists(symbol: string): boolean
  probe(): Promise<void>
  start(sink: FeedSink): void
  stop(): void
  /** Closed candles, ascending; empty for an unlisted coin. */
  history(request: HistoryRequest, signal?: AbortSignal): Promise<HistoryPart>
  book(symbol: string): Promise<OrderBook | undefined>
  /** Refetches an implausible book, at most every ten seconds. */
  suspectBook(symbol: string): void
  askAgain(closed: ClosedCandle): void
  /** Newest first. Each call keeps the subscription alive for a while. */
  trades(symbol: string): readonly MarketTrade[]
  /** As {@link MarketSource.follow}, without plausibility checks. May be called before the listings are known. */
  follow(symbol: string, follower: MarketFollower): () => void
  rules(symbol: string): MarketRules | undefined
}
