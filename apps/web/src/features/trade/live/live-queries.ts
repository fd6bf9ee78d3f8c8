import { contractText } from '@aerie/apex/order-contract'
import { apexOverview } from '@aerie/wire/apex'
import { type ApexLiveOrder, type ApexOrderBody, apexLive, apexLiveOrder, apexLiveOrders } from '@aerie/wire/apex-orders'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../../lib/http/api.ts'

const LOOK_MS = 3_000
const AT_APEX_MS = 10_000

/** Whether live orders can be placed, and in what. */
export const liveQuery = queryOptions({
  queryKey: ['apex', 'live'] as const,
  queryFn: ({ signal }) => api.get('/account/apex/live', apexLive, { signal }),
  retry: false,
})

/** The newest live orders; read again while they are looked at. */
export const liveOrdersQuery = queryOptions({
  queryKey: ['apex', 'live-orders'] as const,
  queryFn: async ({ signal }) => (await api.get('/account/apex/live-orders', apexLiveOrders, { signal })).orders,
  refetchInterval: LOOK_MS,
  retry: false,
})

/** Orders that wait at ApeX, whoever placed them: cancel-all holds for them, too. */
export const atApexQuery = queryOptions({
  queryKey: ['apex', 'at-apex'] as const,
  queryFn: async ({ signal }) => (await api.get('/account/apex/overview', apexOverview, { signal })).orders,
  refetchInterval: AT_APEX_MS,
  retry: false,
})

/** Preparing sends nothing; sending the same order again tells how it stands. */
export const liveCalls = {
  prepare: (body: ApexOrderBody): Promise<ApexLiveOrder> => api.post('/account/apex/live-orders', body, apexLiveOrder),
  /** ApeX may take its time: what is not known by then is told by the list. */
  send: (id: string, signature: string): Promise<ApexLiveOrder> =>
    api.post(`/account/apex/live-orders/${id}/send`, { signature }, apexLiveOrder, { timeoutMs: 40_000 }),
  /** Cancels one, and tells how it stands then. */
  cancel: (id: string): Promise<ApexLiveOrder> => api.delete(`/account/apex/live-orders/${id}`, apexLiveOrder),
  /** Cancels one that was placed elsewhere. */
  cancelAtApex: (id: string): Promise<null> => api.delete(`/account/apex/orders/${id}`, z.null()),
  cancelAll: (): Promise<null> => api.delete('/account/apex/orders', z.null()),
}

/** What the signer signs: the user's own figures, as they stand in this window, with the numbers of account and pair. */
export async function textToSign(body: ApexOrderBody, { contract }: ApexLiveOrder): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.client_id)))
  const { account, pair, taker_fee_rate: takerFeeRate, maker_fee_rate: makerFeeRate } = contract
  return contractText({ account, pair, side: body.side, size: body.size, price: body.price, takerFeeRate, makerFeeRate }, digest)
}
