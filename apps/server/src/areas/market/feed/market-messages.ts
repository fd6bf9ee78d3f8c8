import type {
  ClosedCandle,
  FollowedBook,
  FollowedTrade,
  Listing,
  MarketRules,
  MarketTick,
  ReplayState,
  SourceState,
} from '@aerie/market/market-source'
import type { SourceKind } from '@aerie/wire/market/market'

/** From the process that reads the market to the others. Signed by the bus, so it is not parsed again. */
export const MARKET_CHANNEL = 'market'
/** Duty and channel of the questions below. */
export const FEED = 'feed'

/** The market's clock when a message was sent. */
export type FeedClock = {
  /** Changes when the market restarts there: another source, another moment of a recording. */
  readonly round: number
  readonly now: number
  readonly speed: number
  readonly closedBy?: number | undefined
  readonly isInDoubt?: boolean | undefined
  readonly replay?: ReplayState | undefined
}

export type MarketMessage = FeedClock &
  (
    | { readonly kind: 'ticks'; readonly ticks: readonly MarketTick[] }
    | { readonly kind: 'candles'; readonly candles: readonly ClosedCandle[] }
    | { readonly kind: 'listings'; readonly listings: readonly Listing[] }
    | { readonly kind: 'state'; readonly state: SourceState }
    /** Stored candles were added before the newest one. */
    | { readonly kind: 'filled'; readonly symbol: string; readonly interval: ClosedCandle['interval'] }
    /** Each second, so that silence means that nothing arrives. */
    | { readonly kind: 'beat'; readonly withoutPrices: readonly string[] }
  )

export type FeedSnapshot = FeedClock & {
  readonly node: string
  readonly source: { readonly kind: SourceKind; readonly id: string; readonly staleAfterMs: number }
  readonly state: SourceState
  readonly listings: readonly Listing[]
  readonly ticks: readonly MarketTick[]
  readonly withoutPrices: readonly string[]
  /** Of symbols that can be followed. */
  readonly rules: Readonly<Record<string, MarketRules>>
}

export const depthChannel = (symbol: string): string => `book:${symbol}`

/** Books and trades of one followed symbol. */
export type DepthMessage =
  | { readonly kind: 'book'; readonly book: FollowedBook }
  | { readonly kind: 'trades'; readonly trades: readonly FollowedTrade[] }
  | { readonly kind: 'gap'; readonly asOf: number; readonly reason: string }
