import type { EpochMs } from '@aerie/core/time'
import type { FollowedBook, MarketFollower } from '../../market-source.ts'

/** How prices are judged, and who is told that some cannot be believed. */
export type Belief = {
  readonly now: () => EpochMs
  readonly isNear: (price: number) => boolean
  readonly doubted: (what: 'order book' | 'trade') => void
}

/** The follower behind a judgement of prices: a book or trade far from the price of the coin is a gap, until a book that is near. */
export function believableFollower(follower: MarketFollower, { now, isNear, doubted }: Belief): MarketFollower {
  let hasBook = false
  const gap: MarketFollower['gap'] = (said) => {
    if (hasBook) follower.gap(said)
    hasBook = false
  }
  const doubt = (what: 'order book' | 'trade') => {
    gap({ asOf: now(), reason: `The exchange has sent ${what === 'trade' ? 'a trade' : 'an order book'} far from the price.` })
    doubted(what)
  }
  return {
    book: (book) => {
      if (!tops(book).every(isNear)) return doubt('order book')
      hasBook = true
      follower.book(book)
    },
    trades: (trades) => {
      if (!hasBook) return
      if (trades.every(({ price }) => isNear(price))) follower.trades(trades)
      else doubt('trade')
    },
    gap,
  }
}

const tops = ({ bids, asks }: FollowedBook): number[] => [bids[0], asks[0]].flatMap((level) => (level === undefined ? [] : [level[0]]))
