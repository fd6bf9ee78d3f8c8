import type { EpochMs } from '@aerie/core/time'
import type { FollowedBook, MarketFollower } from '../../market-source.ts'

/** Decides which prices are plausible and receives the others. */
export type PlausibilityCheck = {
  readonly now: () => EpochMs
  readonly isPlausible: (price: number) => boolean
  readonly onImplausible: (what: 'order book' | 'trade') => void
}

/** Wraps a follower: an implausible book or trade becomes a gap, until the next plausible book. */
export function plausibleFollower(follower: MarketFollower, { now, isPlausible, onImplausible }: PlausibilityCheck): MarketFollower {
  let hasBook = false
  const gap: MarketFollower['gap'] = (gapReport) => {
    if (hasBook) follower.gap(gapReport)
    hasBook = false
  }
  const reject = (what: 'order book' | 'trade') => {
    gap({ asOf: now(), reason: `The exchange has sent ${what === 'trade' ? 'a trade' : 'an order book'} far from the price.` })
    onImplausible(what)
  }
  return {
    book: (book) => {
      if (!tops(book).every(isPlausible)) return reject('order book')
      hasBook = true
      follower.book(book)
    },
    trades: (trades) => {
      if (!hasBook) return
      if (trades.every(({ price }) => isPlausible(price))) follower.trades(trades)
      else reject('trade')
    },
    gap,
  }
}

const tops = ({ bids, asks }: FollowedBook): number[] => [bids[0], asks[0]].flatMap((level) => (level === undefined ? [] : [level[0]]))
