import { contractText } from '@aerie/apex/order-contract'
import { apexOverview } from '@aerie/wire/apex'
import { type ApexLiveOrder, type ApexOrderBody, apexLive, apexLiveOrder, apexLiveOrders } from '@aerie/wire/apex-orders'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'

const LOOK_MS = 3_000
const AT_APEX_MS = 10_000

export const liveQuery = queryOptions({
  queryKey: ['apex', 'live'] as const,
  queryFn: ({ signal }) => api.get('/account/apex/live', apexLive, { signal }),
  retry: false,
})

/** Refetched while mounted. */
export const liveOrdersQuery = queryOptions({
  queryKey: ['apex', 'live-orders'] as const,
  queryFn: async ({ signal }) => (await api.get('/account/apex/live-orders', apexLiveOrders, { signal })).orders,
  refetchInterval: LOOK_MS,
  retry: false,
})

/** Open orders at ApeX from any program; cancel-all covers them too. */
export const atApexQuery = queryOptions({
  queryKey: ['apex', 'at-apex'] as const,
  queryFn: async ({ signal }) => (await api.get('/account/apex/overview', apexOverview, { signal })).orders,
  refetchInterval: AT_APEX_MS,
  retry: false,
})

/** Preparing sends nothing. Resending the same order returns its state. */
export const liveCalls = {
  prepare: (body: ApexOrderBody): Promise<ApexLiveOrder> => api.post('/account/apex/live-orders', body, apexLiveOrder),
  /** ApeX may be slow; after this timeout the list shows the outcome. */
  send: (id: string, signature: string): Promise<ApexLiveOrder> =>
    api.post(`/account/apex/live-orders/${id}/send`, { signature }, apexLiveOrder, { timeoutMs: 40_000 }),
  cancel: (id: string): Promise<ApexLiveOrder> => api.delete(`/account/apex/live-orders/${id}`, apexLiveOrder),
  cancelAtApex: (id: string): Promise<null> => api.delete(`/account/apex/orders/${id}`, z.null()),
  cancelAll: (): Promise<null> => api.delete('/account/apex/orders', z.null()),
}

/** Built from the user's own input in this window, plus the account and pair numbers. */
export async function textToSign(body: ApexOrderBody, { contract }: ApexLiveOrder): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.client_id)))
  const { account, pair, taker_fee_rate: takerFeeRate, maker_fee_rate: makerFeeRate } = contract
  return contractText({ account, pair, side: body.side, size: body.size, price: body.price, takerFeeRate, makerFeeRate }, digest)
}
