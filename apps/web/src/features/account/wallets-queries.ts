import { type TierStatus, tierStatus, walletList } from '@aerie/wire/wallets'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '../../app/query-client.ts'
import { api } from '../../lib/api.ts'
import { readChainConfig } from '../../wallet/chain-config.ts'

export type LinkedWallet = z.output<typeof walletList>[number]
export type { TierStatus }

/** The linked wallets, main first. */
export const walletsQuery = queryOptions({
  queryKey: ['wallets'] as const,
  queryFn: ({ signal }) => api.get('/wallets', walletList, { signal }),
})

/** The caller's tier, with where and when it was proven. */
export const tierQuery = queryOptions({
  queryKey: ['tier'] as const,
  queryFn: ({ signal }) => api.get('/tier', tierStatus, { signal }),
})

/** The chain of this server. */
export const chainQuery = queryOptions({ queryKey: ['chain-config'] as const, queryFn: readChainConfig })

/** After a wallet was linked, unlinked or chosen, or its balance has changed. */
export const readWalletsAnew = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: walletsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: tierQuery.queryKey }),
  ])
