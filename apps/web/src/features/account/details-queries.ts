import { accountDetails } from '@aerie/wire/account-details'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What the user has written about themselves. */
export const detailsQuery = queryOptions({
  queryKey: ['account-details'] as const,
  queryFn: ({ signal }) => api.get('/account', accountDetails, { signal }),
})
