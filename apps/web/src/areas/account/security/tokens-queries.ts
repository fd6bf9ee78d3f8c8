import { type ApiToken, createToken, listTokens, revokeToken } from '@aerie/wire/account/account-tokens'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'

export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'] as const,
  queryFn: ({ signal }) => api(listTokens, { signal }),
})

export type NewToken = Pick<ApiToken, 'name' | 'scopes' | 'expires_at'>

/** Callers must confirm first: both are sensitive or irreversible. */
export const tokenCalls = {
  make: (form: NewToken) => api(createToken, { body: form }),
  revoke: (id: string) => api(revokeToken, { params: { id } }),
}
