import { SECOND_MS } from '@aerie/core/time'
import { subscriptionsStatus } from '@aerie/wire/staking'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/http/api.ts'

/** A payment whose block may still be undone is asked for more often than what stands. */
const SOON_MS = 3 * SECOND_MS
const AGAIN_MS = 60 * SECOND_MS

/** Plans with their prices, and what the caller has. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'] as const,
  queryFn: ({ signal }) => api.get('/subscriptions', subscriptionsStatus, { signal }),
  refetchInterval: ({ state }) => (state.data?.own.some(({ final }) => !final) ? SOON_MS : AGAIN_MS),
})
