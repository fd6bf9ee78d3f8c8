import type { FollowedBook, FollowedTrade, FollowGap, MarketFollower } from '../market-source.ts'

type Received =
  | { readonly kind: 'book'; readonly book: FollowedBook }
  | { readonly kind: 'trade'; readonly trade: FollowedTrade }
  | { readonly kind: 'gap'; readonly gap: FollowGap }

/** A follower that keeps what it is told, in order. */
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
    /** What was told, a word each: `book`, `gap`, the id of a trade; a book that is told again is one. */
    labels: () => {
      const all = received.map((one) => (one.kind === 'trade' ? one.trade.id : one.kind))
      return all.filter((label, index) => label !== 'book' || all[index - 1] !== 'book')
    },
    books: () => received.flatMap((one) => (one.kind === 'book' ? [one.book] : [])),
    trades: () => received.flatMap((one) => (one.kind === 'trade' ? [one.trade] : [])),
    gaps: () => received.flatMap((one) => (one.kind === 'gap' ? [one.gap.reason] : [])),
    /** Forgets what was told. */
    forget: () => void received.splice(0),
  }
}
