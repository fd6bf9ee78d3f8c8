import { getTier, listWallets } from '@aerie/wire/account/wallets'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { readChainConfig } from '../connection/chain-config.ts'

export const tierQuery = queryOptions({
  queryKey: ['tier'] as const,
  queryFn: ({ signal }) => api(getTier, { signal }),
})

export const walletsQuery = queryOptions({
  queryKey: ['wallets'] as const,
  queryFn: ({ signal }) => api(listWallets, { signal }),
})

export const chainQuery = queryOptions({ queryKey: ['chain-config'] as const, queryFn: readChainConfig })
