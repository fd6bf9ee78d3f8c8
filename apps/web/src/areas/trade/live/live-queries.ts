import { contractText } from '@aerie/apex/order-contract'
import { cancelApexOrder, cancelApexOrders, getApexOverview } from '@aerie/wire/apex'
import {
  type ApexLiveOrder,
  type ApexOrderBody,
  cancelLiveOrder,
  getApexLive,
  listLiveOrders,
  prepareLiveOrder,
  sendLiveOrder,
} from '@aerie/wire/apex-orders'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'

const LOOK_MS = 3_000
const AT_APEX_MS = 10_000

export const liveQuery = queryOptions({
  queryKey: ['apex', 'live'] as const,
  queryFn: ({ signal }) => api(getApexLive, { signal }),
  retry: false,
})

/** Refetched while mounted. */
export const liveOrdersQuery = queryOptions({
  queryKey: ['apex', 'live-orders'] as const,
  queryFn: async ({ signal }) => (await api(listLiveOrders, { signal })).orders,
  refetchInterval: LOOK_MS,
  retry: false,
})

/** Open orders at ApeX from any program; cancel-all covers them too. */
export const atApexQuery = queryOptions({
  queryKey: ['apex', 'at-apex'] as const,
  queryFn: async ({ signal }) => (await api(getApexOverview, { signal })).orders,
  refetchInterval: AT_APEX_MS,
  retry: false,
})

/** Preparing sends nothing. Resending the same order returns its state. */
export const liveCalls = {
  prepare: (body: ApexOrderBody): Promise<ApexLiveOrder> => api(prepareLiveOrder, { body }),
  /** ApeX may be slow; after this timeout the list shows the outcome. */
  send: (id: string, signature: string): Promise<ApexLiveOrder> =>
    api(sendLiveOrder, { params: { client_id: id }, body: { signature }, timeoutMs: 40_000 }),
  cancel: (id: string): Promise<ApexLiveOrder> => api(cancelLiveOrder, { params: { client_id: id } }),
  cancelAtApex: (id: string): Promise<null> => api(cancelApexOrder, { params: { id } }),
  cancelAll: (): Promise<null> => api(cancelApexOrders, {}),
}

/** Built from the user's own input in this window, plus the account and pair numbers. */
export async function textToSign(body: ApexOrderBody, { contract }: ApexLiveOrder): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.client_id)))
  const { account, pair, taker_fee_rate: takerFeeRate, maker_fee_rate: makerFeeRate } = contract
  return contractText({ account, pair, side: body.side, size: body.size, price: body.price, takerFeeRate, makerFeeRate }, digest)
}
