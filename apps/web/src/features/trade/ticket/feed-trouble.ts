import type { BookSnapshot } from '@aerie/wire/market/charts'
import { ageText } from '../../../live/market/age-text.ts'
import { useBookPart, useBookState } from '../../../live/market/book.ts'
import { ageMs, isStalePrice, useMarketState } from '../../../live/market/market-status.ts'
import { useMarketClock } from '../../../market-views/forecast/use-market-clock.ts'

const stateOf = (snapshot: BookSnapshot | null) => snapshot?.state ?? null
const isOld = (snapshot: BookSnapshot | null) => snapshot?.state === 'known' && isStalePrice(snapshot.as_of)

/** What is wrong with the market data of this window: a word for the submit button, and a sentence unless the shell has one already. */
export type FeedTrouble = { readonly word: 'stale' | 'offline' | 'no book'; readonly words: string | null }

/** Why the prices of a coin are not live here; null where they are, or where the first book is still on its way. */
export function useFeedTrouble(symbol: string): FeedTrouble | null {
  useMarketClock()
  const link = useMarketState((state) => state.link)
  const state = useBookPart(symbol, stateOf)
  const isStale = useBookPart(symbol, isOld)
  if (link === 'offline') return { word: 'offline', words: null }
  if (link === 'polling') return { word: 'no book', words: 'Live updates are blocked on this network: the book is not shown.' }
  if (state === 'unavailable') return { word: 'no book', words: 'The market source does not provide the book right now.' }
  if (!isStale) return null
  const age = ageMs(useBookState.getState().snapshots.get(symbol)?.as_of ?? 0)
  return {
    word: 'stale',
    words: `The book is ${age === null ? 'stale' : `${ageText(age)} old`}. Orders that need it are refused until it updates.`,
  }
}
