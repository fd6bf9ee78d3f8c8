import { walletList } from '@aerie/wire/account/wallets'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../../../lib/http/api.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { tierQuery } from '../../../market-views/gate/account-queries.ts'

export type LinkedWallet = z.output<typeof walletList>[number]

/** The linked wallets, main first. */
export const walletsQuery = queryOptions({
  queryKey: ['wallets'] as const,
  queryFn: ({ signal }) => api.get('/wallets', walletList, { signal }),
})

/** After a wallet was linked, unlinked or chosen, or its balance has changed. */
export const refetchWallets = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: walletsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: tierQuery.queryKey }),
  ])
