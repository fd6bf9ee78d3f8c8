import type { TokenRate } from '@aerie/runtime/token-bucket'
import type { Environment } from '@aerie/upstream/environment'
import type { SocketPolicy } from '@aerie/upstream/reconnecting-socket'
import type { MarketTick, MarketTrade, OrderBook } from '../market-source.ts'
import type { CandleGate } from './candles/candle-gate.ts'
import type { CandleRefill } from './candles/candle-refill.ts'
import type { ExchangeRoots, FeedSink } from './exchange-feed.ts'
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
  /** Sends on the connection, no faster than the exchange allows. */
  readonly send: (text: string) => void
  /** Replaces the connection. */
  readonly rotate: () => void
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
  stop(): void
  /** Rejects with an UpstreamError while it cannot be had. */
  book(pair: string, symbol: string): Promise<OrderBook>
  suspectBook(pair: string): void
  trades(pair: string): readonly MarketTrade[]
}

/** One exchange: what it is called, how its connection is kept, and its adapter. */
export type Venue = {
  readonly venue: Exchange
  readonly title: string
  readonly quote: MarketTick['quote']
  readonly socket: SocketPolicy
  /** Messages that may be sent. */
  readonly sendRate: TokenRate
  readonly adapt: (parts: VenueParts) => VenueAdapter
}
