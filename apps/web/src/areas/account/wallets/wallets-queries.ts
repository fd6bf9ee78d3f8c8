import type { walletEntry } from '@aerie/wire/account/wallets'
import type * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { tierQuery, walletsQuery } from '../../membership/index.ts'

export type LinkedWallet = z.output<typeof walletEntry>

export const refetchWallets = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: walletsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: tierQuery.queryKey }),
  ])
