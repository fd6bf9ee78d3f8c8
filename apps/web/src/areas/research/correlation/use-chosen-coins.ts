import { MOST_CORRELATED } from '@aerie/wire/market/analytics'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import { useEffect, useState } from 'react'
import { WATCHLISTS } from '../../../platform/documents/document-specs.ts'
import { useDocument } from '../../../platform/documents/use-document.ts'
import { type BoardState, onBoard } from '../../../platform/live/market/board.ts'
import type { CorrelationOptions } from './correlation-options.ts'

export type ChosenCoins = { readonly state: 'ready' | 'loading' | 'too-few' | 'failed'; readonly symbols: readonly string[] }

export function useChosenCoins({ from, count, list, own }: Pick<CorrelationOptions, 'from' | 'count' | 'list' | 'own'>): ChosenCoins {
  const largest = useLargest()
  const watched = useDocument(WATCHLISTS)
  if (from === 'own') return chosen(own)
  if (from === 'list') {
    if (watched.state !== 'ready') return { state: watched.state, symbols: [] }
    return chosen((watched.value.lists.find(({ id }) => id === list) ?? watched.value.lists[0])?.symbols ?? [])
  }
  return largest.state === 'ready' ? chosen(largest.symbols.slice(0, count)) : largest
}

const chosen = (symbols: readonly string[]): ChosenCoins => ({
  state: symbols.length < 2 ? 'too-few' : 'ready',
  symbols: symbols.slice(0, MOST_CORRELATED),
})

/** Coins with a price, largest first. Renders when the order changes, never on a tick. */
function useLargest(): ChosenCoins {
  const [found, setFound] = useState<ChosenCoins>({ state: 'loading', symbols: [] })
  useEffect(
    () =>
      onBoard((board) => {
        const next = largestOf(board)
        setFound((now) => (now.state === next.state && now.symbols.join() === next.symbols.join() ? now : next))
      }),
    [],
  )
  return found
}

function largestOf(board: BoardState): ChosenCoins {
  if (board.kind !== 'ready') return { state: board.kind, symbols: [] }
  const symbols = board.coins.flatMap(({ symbol, price }) => (price !== null && isSupportedSymbol(symbol) ? [symbol] : []))
  return { state: 'ready', symbols: symbols.slice(0, MOST_CORRELATED) }
}
