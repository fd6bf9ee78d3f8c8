import { SECOND_MS } from '@aerie/core/time'
import { assetsPage, LISTED_COINS } from '@aerie/wire/market'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/supported-symbols'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A coin one can go to; the name is known for those on the market list. */
export type PaletteCoin = { readonly symbol: string; readonly name: string | null; readonly logo: string | null }

/** The supported coins, those of the market list first and with their names. */
export const coinsQuery = queryOptions({
  queryKey: ['palette-coins'] as const,
  queryFn: async ({ signal }): Promise<readonly PaletteCoin[]> => {
    const { data } = await api.get(`/assets?page=1&size=${LISTED_COINS}`, assetsPage, { signal, anonymous: true })
    return mergeCoins(data)
  },
  staleTime: 60 * SECOND_MS,
})

/** Before the list is there, or without a server, the symbols alone. */
export const BARE_COINS: readonly PaletteCoin[] = SUPPORTED_SYMBOLS.map((symbol) => ({ symbol, name: null, logo: null }))

/** @param listed the market list, largest first; coins without a screen of their own are left out */
export function mergeCoins(
  listed: ReadonlyArray<{ readonly symbol: string; readonly name: string; readonly logo: string }>,
): readonly PaletteCoin[] {
  const supported = new Set<string>(SUPPORTED_SYMBOLS)
  const named = listed.filter(({ symbol }) => supported.has(symbol)).map(({ symbol, name, logo }) => ({ symbol, name, logo }))
  const known = new Set(named.map(({ symbol }) => symbol))
  return [...named, ...BARE_COINS.filter(({ symbol }) => !known.has(symbol))]
}
