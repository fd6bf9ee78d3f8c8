import { MINUTE_MS } from '@aerie/core/time'
import { listCurrencies } from '@aerie/wire/market/market'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'

export type NamedCoin = { readonly symbol: string; readonly name: string | null; readonly logo: string | null }

export const coinsQuery = queryOptions({
  queryKey: ['coins'] as const,
  queryFn: async ({ signal }): Promise<readonly NamedCoin[]> => await api(listCurrencies, { signal, anonymous: true }),
  staleTime: 10 * MINUTE_MS,
})

export const BARE_COINS: readonly NamedCoin[] = SUPPORTED_SYMBOLS.map((symbol) => ({ symbol, name: null, logo: null }))
