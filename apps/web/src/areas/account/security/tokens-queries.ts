import { type ApiToken, apiTokenMade, apiTokens } from '@aerie/wire/account/account-tokens'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'

export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'] as const,
  queryFn: ({ signal }) => api.get('/account/tokens', apiTokens, { signal }),
})

export type NewToken = Pick<ApiToken, 'name' | 'scopes' | 'expires_at'>

/** Callers must confirm first: both are sensitive or irreversible. */
export const tokenCalls = {
  make: (form: NewToken) => api.post('/account/tokens', form, apiTokenMade),
  revoke: (id: string) => api.delete(`/account/tokens/${id}`, z.object({ id: z.string() })),
}
