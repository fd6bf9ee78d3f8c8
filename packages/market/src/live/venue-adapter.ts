import type { TokenRate } from '@aerie/runtime/token-bucket'
import type { Environment } from '@aerie/upstream/environment'
import type { SocketPolicy } from '@aerie/upstream/reconnecting-socket'
import type { MarketTick, MarketTrade, OrderBook } from '../market-source.ts'
import type { CandleGate, CandleRefill } from './candles/candle-refill.ts'
import type { ExchangeRoots, FeedSink } from './exchange-feed.ts'
import type { LatestBook, MarketFollowers } from './follow/market-followers.ts'
import type { Exchange } from './settings.ts'
import type { VenueRest } from './venue-api.ts'
import type { VenueSession } from './venue-session.ts'

/** Shared infrastructure for an exchange adapter. */
export type VenueParts = {
  readonly roots: ExchangeRoots
  readonly env: Environment
  readonly session: VenueSession
  /** Becomes a no-op once the feed has stopped. */
  readonly out: FeedSink
  readonly candles: CandleGate
  readonly refill: CandleRefill
  readonly followers: MarketFollowers
  readonly send: (text: string) => void
  readonly rotate: () => void
}

/** Order books of an exchange. */
export interface VenueBooks {
  suspect(pair: string): void
  pin(pair: string): void
  unpin(pair: string): void
  look(pair: string): void
  latest(pair: string): LatestBook | undefined
}

/** Exchange-specific behaviour. Pairs are the exchange's own names. */
export interface VenueAdapter {
  readonly rest: VenueRest
  url(): string
  /** Subscribes on a new connection; absent if the URL already does. */
  opened?(send: (text: string) => void): void
  /** @returns whether it is market data. @throws never */
  handleMessage(text: string): boolean
  ready?(): void
  up(): void
  down(): void
  /** Times of the previous clock are invalid. The connection is about to be replaced. */
  clockJumped(): void
  stop(): void
  book(pair: string, symbol: string): Promise<OrderBook>
  trades(pair: string): readonly MarketTrade[]
  readonly books: VenueBooks
  /** Absent if all trades are received anyway. */
  pinTrades?(pair: string): void
  unpinTrades?(pair: string): void
  reopenTrades(pair: string): void
}

/** An exchange: name, connection settings and adapter. */
export type Venue = {
  readonly venue: Exchange
  readonly title: string
  readonly quote: MarketTick['quote']
  readonly roots: { readonly rest: string; readonly socket: string }
  /** Suffix belonging to a single call, stripped from configured URLs. */
  readonly callPaths?: RegExp
  readonly socket: SocketPolicy
  readonly sendRate: TokenRate
  readonly adapt: (parts: VenueParts) => VenueAdapter
}
