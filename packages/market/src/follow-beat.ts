import type { EpochMs } from '@aerie/core/time'
import type { FollowedTrade, MarketFollower, OrderBook } from './market-source.ts'

/** What a source that beats knows of a symbol. */
export type FollowedMarket = {
  readonly book: (symbol: string, at: EpochMs) => OrderBook | undefined
  /** Oldest first, of (after, until]. */
  readonly trades: (symbol: string, after: EpochMs, until: EpochMs) => readonly FollowedTrade[]
}

type Following = { readonly symbol: string; readonly follower: MarketFollower; seq: number; last: EpochMs }

/**
 * Followers of a source that makes its market up as time passes: at each beat the trades since the last, then the book as it is now.
 * Each follower gets a book at once.
 *
 * @throws never; a listener that throws keeps no other from hearing only if the source's beat catches it
 */
export function beatFollowers({ book, trades }: FollowedMarket) {
  const all = new Set<Following>()
  const tellBook = (one: Following, now: EpochMs): void => {
    const present = book(one.symbol, now)
    one.seq += 1
    if (present !== undefined) one.follower.book({ ...present, seq: one.seq })
  }
  return {
    follow: (symbol: string, follower: MarketFollower, now: EpochMs): (() => void) => {
      const one = { symbol, follower, seq: 0, last: now }
      all.add(one)
      tellBook(one, now)
      return () => void all.delete(one)
    },
    beat: (now: EpochMs): void => {
      for (const one of all) {
        const heard = trades(one.symbol, one.last, now)
        one.last = now
        if (heard.length > 0) one.follower.trades(heard)
        tellBook(one, now)
      }
    },
  }
}
