import { MINUTE_MS } from '@aerie/core/time'
import { listCurrencies } from '@aerie/wire/market/market'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { MOST_WATCHED, MOST_WATCHLISTS, type Watchlists } from '@aerie/wire/workspace/workspace'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { WATCHLISTS } from '../../../platform/documents/document-specs.ts'
import { useDocument } from '../../../platform/documents/use-document.ts'

export type NamedCoin = { readonly symbol: string; readonly name: string | null; readonly logo: string | null }

export const coinsQuery = queryOptions({
  queryKey: ['coins'] as const,
  queryFn: async ({ signal }): Promise<readonly NamedCoin[]> => await api(listCurrencies, { signal, anonymous: true }),
  staleTime: 10 * MINUTE_MS,
})

export const BARE_COINS: readonly NamedCoin[] = SUPPORTED_SYMBOLS.map((symbol) => ({ symbol, name: null, logo: null }))

/** Stars are the coins of the user's watchlist with this name. */
const STARRED = 'Starred'
const NEW_ID = 'starred'

/** Adds or removes a coin; the list is made with its first star, unless no list or coin fits. */
export function withStar({ lists }: Watchlists, symbol: string, isOn: boolean): Watchlists {
  const known = lists.find(({ name }) => name === STARRED)
  if (known === undefined) {
    const canAdd = isOn && lists.length < MOST_WATCHLISTS && lists.every(({ id }) => id !== NEW_ID)
    return { lists: canAdd ? [...lists, { id: NEW_ID, name: STARRED, symbols: [symbol] }] : lists }
  }
  const others = known.symbols.filter((each) => each !== symbol)
  const symbols = isOn ? [...others, symbol].slice(0, MOST_WATCHED) : others
  return { lists: lists.map((list) => (list.id === known.id ? { ...list, symbols } : list)) }
}

export function useStars(): { readonly starred: ReadonlySet<string>; readonly toggle: (symbol: string) => void } {
  const { value, change } = useDocument(WATCHLISTS)
  const starred = new Set(value?.lists.find(({ name }) => name === STARRED)?.symbols)
  return { starred, toggle: (symbol) => change((old) => withStar(old, symbol, !starred.has(symbol))) }
}
