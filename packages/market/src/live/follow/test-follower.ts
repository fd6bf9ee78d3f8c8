import type { FollowedBook, FollowedTrade, FollowGap, MarketFollower } from '../../market-source.ts'

type Told =
  | { readonly kind: 'book'; readonly book: FollowedBook }
  | { readonly kind: 'trade'; readonly trade: FollowedTrade }
  | { readonly kind: 'gap'; readonly gap: FollowGap }

/** A follower that keeps what it is told, in order. */
export function testFollower() {
  const told: Told[] = []
  const follower: MarketFollower = {
    book: (book) => void told.push({ kind: 'book', book }),
    trades: (trades) => void told.push(...trades.map((trade) => ({ kind: 'trade', trade }) as const)),
    gap: (gap) => void told.push({ kind: 'gap', gap }),
  }
  return {
    told,
    follower,
    /** What was told, a word each: `book`, `gap`, the id of a trade; a book that is told again is one. */
    words: () => {
      const all = told.map((one) => (one.kind === 'trade' ? one.trade.id : one.kind))
      return all.filter((word, index) => word !== 'book' || all[index - 1] !== 'book')
    },
    books: () => told.flatMap((one) => (one.kind === 'book' ? [one.book] : [])),
    trades: () => told.flatMap((one) => (one.kind === 'trade' ? [one.trade] : [])),
    gaps: () => told.flatMap((one) => (one.kind === 'gap' ? [one.gap.reason] : [])),
    /** Forgets what was told. */
    forget: () => void told.splice(0),
  }
}
