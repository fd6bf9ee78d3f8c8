import { accountDetails } from '@aerie/wire/account/account-details'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/http/api.ts'

/** What the user has written about themselves. */
export const detailsQuery = queryOptions({
  queryKey: ['account-details'] as const,
  queryFn: ({ signal }) => api.get('/account', accountDetails, { signal }),
})
