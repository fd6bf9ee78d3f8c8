import type { EpochMs } from '@aerie/core/time'
import type { FollowedTrade, MarketFollower, OrderBook } from './market-source.ts'

/** Market data of a symbol, as {@link beatFollowers} needs it. */
export type FollowedMarket = {
  /** Undefined while there are no prices, as in a hole of a recording: followers get a gap. */
  readonly book: (symbol: string, at: EpochMs) => OrderBook | undefined
  /** Oldest first, of (after, until]. */
  readonly trades: (symbol: string, after: EpochMs, until: EpochMs) => readonly FollowedTrade[]
}

type Following = { readonly symbol: string; readonly follower: MarketFollower; seq: number; last: EpochMs; isInGap: boolean }

/** Followers of a generated market, updated at each beat. The source's beat must catch exceptions of listeners. */
export function beatFollowers({ book, trades }: FollowedMarket) {
  const all = new Set<Following>()
  const emitBook = (one: Following, now: EpochMs): void => {
    const present = book(one.symbol, now)
    if (present === undefined) {
      if (!one.isInGap) one.follower.gap({ asOf: now, reason: `There are no prices of ${one.symbol} at this time.` })
      one.isInGap = true
      return
    }
    one.isInGap = false
    one.seq += 1
    one.follower.book({ ...present, seq: one.seq })
  }
  return {
    follow: (symbol: string, follower: MarketFollower, now: EpochMs): (() => void) => {
      const one = { symbol, follower, seq: 0, last: now, isInGap: false }
      all.add(one)
      emitBook(one, now)
      return () => void all.delete(one)
    },
    beat: (now: EpochMs): void => {
      for (const one of all) {
        // After a gap the book comes first: trades before it would match against the book from before the gap.
        const newTrades = one.isInGap ? [] : trades(one.symbol, one.last, now)
        one.last = now
        if (newTrades.length > 0) one.follower.trades(newTrades)
        emitBook(one, now)
      }
    },
  }
}
