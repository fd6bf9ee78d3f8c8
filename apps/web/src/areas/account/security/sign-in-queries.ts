import { getOtpStatus, listPasskeys, type passkeyEntry } from '@aerie/wire/account/account-security'
import { listSessions, type sessionEntry } from '@aerie/wire/account/account-sessions'
import { type ApiToken, createToken, listTokens, revokeToken } from '@aerie/wire/account/account-tokens'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'

export type Passkey = z.output<typeof passkeyEntry>
export type OwnSession = z.output<typeof sessionEntry>

export const otpQuery = queryOptions({
  queryKey: ['account', 'otp'] as const,
  queryFn: ({ signal }) => api(getOtpStatus, { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'] as const,
  queryFn: ({ signal }) => api(listPasskeys, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'] as const,
  queryFn: ({ signal }) => api(listSessions, { signal }),
})

export const refetchSignIn = (which: typeof otpQuery | typeof passkeysQuery | typeof sessionsQuery): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: which.queryKey })

export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'] as const,
  queryFn: ({ signal }) => api(listTokens, { signal }),
})

type NewToken = Pick<ApiToken, 'name' | 'scopes' | 'expires_at'>

/** Callers must confirm first: both are sensitive or irreversible. */
export const tokenCalls = {
  make: (form: NewToken) => api(createToken, { body: form }),
  revoke: (id: string) => api(revokeToken, { params: { id } }),
}
