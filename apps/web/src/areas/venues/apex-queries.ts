import { type ApexKeysBody, apexKeys, apexOverview } from '@aerie/wire/apex'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../platform/api/api.ts'

const LOOK_MS = 3_000

export const apexKeysQuery = queryOptions({
  queryKey: ['apex', 'key'] as const,
  queryFn: ({ signal }) => api.get('/account/apex', apexKeys, { signal }),
})

export const apexOverviewQuery = queryOptions({
  queryKey: ['apex', 'overview'] as const,
  queryFn: ({ signal }) => api.get('/account/apex/overview', apexOverview, { signal }),
  refetchInterval: LOOK_MS,
  retry: false,
})

/** Saving and deleting need re-authentication; cancelling orders must work at once. */
export const apexCalls = {
  save: (body: ApexKeysBody) => api.put('/account/apex', body, apexKeys),
  remove: () => api.delete('/account/apex', z.null()),
  cancel: (id: string) => api.delete(`/account/apex/orders/${id}`, z.null()),
  cancelAll: () => api.delete('/account/apex/orders', z.null()),
}
