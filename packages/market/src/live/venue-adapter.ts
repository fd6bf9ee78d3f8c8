import type { TokenRate } from '@aerie/runtime/token-bucket'
import type { Environment } from '@aerie/upstream/environment'
import type { SocketPolicy } from '@aerie/upstream/reconnecting-socket'
import type { MarketTick, MarketTrade, OrderBook } from '../market-source.ts'
import type { CandleGate } from './candles/candle-gate.ts'
import type { CandleRefill } from './candles/candle-refill.ts'
import type { ExchangeRoots, FeedSink } from './exchange-feed.ts'
import type { LatestBook, MarketFollowers } from './follow/market-followers.ts'
import type { Exchange } from './settings.ts'
import type { VenueRest } from './venue-api.ts'
import type { VenueSession } from './venue-session.ts'

/** What is the same at every exchange, as its adapter uses it. */
export type VenueParts = {
  readonly roots: ExchangeRoots
  readonly env: Environment
  readonly session: VenueSession
  /** Where to deliver; harmless once the feed has stopped. */
  readonly out: FeedSink
  readonly candles: CandleGate
  readonly refill: CandleRefill
  readonly followers: MarketFollowers
  /** Sends on the connection, no faster than the exchange allows. */
  readonly send: (text: string) => void
  /** Replaces the connection. */
  readonly rotate: () => void
}

/** The order books of an exchange. */
export interface VenueBooks {
  /** The book that was given cannot be right: it is taken again, unless it has just been. */
  suspect(pair: string): void
  /** Holds the book of a pair, or lets it go as any other. */
  pin(pair: string): void
  unpin(pair: string): void
  /** Looks after a pinned book, which may have fallen silent. */
  look(pair: string): void
  /** The book as followers are told it; undefined while it cannot be trusted. */
  latest(pair: string): LatestBook | undefined
}

/** What an exchange does in its own way. Pairs are its own names. */
export interface VenueAdapter {
  readonly rest: VenueRest
  /** Address of the next connection. */
  url(): string
  /** A connection is open: says what is wanted on it; absent where the address has said it. */
  opened?(send: (text: string) => void): void
  /** One message. True when it is market data. @throws never */
  heard(text: string): boolean
  /** The listings are known, for the first time. */
  ready?(): void
  /** Data flows. */
  up(): void
  /** Data has stopped. */
  down(): void
  /** The venue's clock has jumped: times of the one before mean nothing any more. The connection is about to be replaced. */
  clockJumped(): void
  stop(): void
  /** Rejects with an UpstreamError while it cannot be had. */
  book(pair: string, symbol: string): Promise<OrderBook>
  trades(pair: string): readonly MarketTrade[]
  readonly books: VenueBooks
  /** Keeps the trades of a pair coming, or lets them go; absent where all come anyway. */
  pinTrades?(pair: string): void
  unpinTrades?(pair: string): void
  /** The trade channel of a pair has fallen silent: opens it again. */
  reopenTrades(pair: string): void
}

/** One exchange: what it is called, how its connection is kept, and its adapter. */
export type Venue = {
  readonly venue: Exchange
  readonly title: string
  readonly quote: MarketTick['quote']
  /** Its own addresses. */
  readonly roots: { readonly rest: string; readonly socket: string }
  /** What belongs to a call and may stand at the end of an address that is set. */
  readonly callPaths?: RegExp
  readonly socket: SocketPolicy
  /** Messages that may be sent. */
  readonly sendRate: TokenRate
  readonly adapt: (parts: VenueParts) => VenueAdapter
}
