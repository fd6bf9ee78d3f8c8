import type { EpochMs } from '@aerie/core/time'
import { type ApexClientDeps, apexCalls } from './apex-calls.ts'
import { apexAccount, apexBalance, apexFillList, apexKeyList, apexOrderList } from './replies.ts'

/**
 * One account at ApeX Omni over REST, API v3: reads and cancels.
 *
 * Its methods throw UpstreamError where ApeX did not answer well, and ApexRefusal where it said no.
 */
export function apexClient(deps: ApexClientDeps) {
  const { get, post, now } = apexCalls(deps)
  return {
    /** Positions, and whose account it is. */
    account: () => get('account', apexAccount),
    /** What this key may do, by ApeX's words; empty where it does not say. */
    rights: async (): Promise<readonly string[]> => {
      const all = await get('all-api-keys', apexKeyList)
      return all.find(({ apiKey }) => apiKey === deps.credentials.key)?.permissions ?? []
    },
    balance: () => get('account-balance', apexBalance),
    openOrders: () => get('open-orders', apexOrderList),
    /** The newest hundred fills since `from`. */
    fills: (from: EpochMs) => get('fills', apexFillList, { beginTimeInclusive: from, limit: 100, page: 0 }),
    cancel: (orderId: string) => post('delete-order', { id: orderId }),
    /** Cancels all open orders, of one symbol or of all; stops too. */
    cancelAll: (symbol?: string) => post('delete-open-orders', { symbol }),
    /** Time of ApeX's clock now. */
    now,
  }
}

/** One account at ApeX Omni. */
export type ApexClient = ReturnType<typeof apexClient>
