import {
  type ApexKeysBody,
  cancelApexOrder,
  cancelApexOrders,
  deleteApexKeys,
  getApexKeys,
  getApexOverview,
  saveApexKeys,
} from '@aerie/wire/apex'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

const LOOK_MS = 3_000

export const apexKeysQuery = queryOptions({
  queryKey: ['apex', 'key'] as const,
  queryFn: ({ signal }) => api(getApexKeys, { signal }),
})

export const apexOverviewQuery = queryOptions({
  queryKey: ['apex', 'overview'] as const,
  queryFn: ({ signal }) => api(getApexOverview, { signal }),
  refetchInterval: LOOK_MS,
  retry: false,
})

/** Saving and deleting need re-authentication; cancelling orders must work at once. */
export const apexCalls = {
  save: (body: ApexKeysBody) => api(saveApexKeys, { body }),
  remove: () => api(deleteApexKeys, {}),
  cancel: (id: string) => api(cancelApexOrder, { params: { id } }),
  cancelAll: () => api(cancelApexOrders, {}),
}
