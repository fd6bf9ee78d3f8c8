import type { FollowedBook, FollowedTrade, FollowGap, MarketFollower } from '../market-source.ts'

type Received =
  | { readonly kind: 'book'; readonly book: FollowedBook }
  | { readonly kind: 'trade'; readonly trade: FollowedTrade }
  | { readonly kind: 'gap'; readonly gap: FollowGap }

/** A follower that records its calls, in order. */
export function testFollower() {
  const received: Received[] = []
  const follower: MarketFollower = {
    book: (book) => void received.push({ kind: 'book', book }),
    trades: (trades) => void received.push(...trades.map((trade) => ({ kind: 'trade', trade }) as const)),
    gap: (gap) => void received.push({ kind: 'gap', gap }),
  }
  return {
    received,
    follower,
    /** One label per call: `book`, `gap`, or the id of a trade. Consecutive books count once. */
    labels: () => {
      const all = received.map((one) => (one.kind === 'trade' ? one.trade.id : one.kind))
      return all.filter((label, index) => label !== 'book' || all[index - 1] !== 'book')
    },
    books: () => received.flatMap((one) => (one.kind === 'book' ? [one.book] : [])),
    trades: () => received.flatMap((one) => (one.kind === 'trade' ? [one.trade] : [])),
    gaps: () => received.flatMap((one) => (one.kind === 'gap' ? [one.gap.reason] : [])),
    /** Clears the record. */
    forget: () => void received.splice(0),
  }
}
