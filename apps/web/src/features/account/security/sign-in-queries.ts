import { otpStatus, passkeyEntry } from '@aerie/wire/account/account-security'
import { sessionEntry } from '@aerie/wire/account/account-sessions'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../../lib/http/api.ts'
import { queryClient } from '../../../lib/http/query-client.ts'

export type Passkey = z.output<typeof passkeyEntry>
export type OwnSession = z.output<typeof sessionEntry>

/** Whether logging in needs a code of an authenticator app. */
export const otpQuery = queryOptions({
  queryKey: ['account', 'otp'] as const,
  queryFn: ({ signal }) => api.get('/account/otp', otpStatus, { signal }),
})

/** Passkeys, newest first. */
export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'] as const,
  queryFn: ({ signal }) => api.get('/account/passkeys', z.array(passkeyEntry), { signal }),
})

/** Sessions, this one first. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'] as const,
  queryFn: ({ signal }) => api.get('/account/sessions', z.array(sessionEntry), { signal }),
})

/** After a change of any of these. */
export const refetchSignIn = (which: typeof otpQuery | typeof passkeysQuery | typeof sessionsQuery): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: which.queryKey })

/** A day, as this browser writes it. */
export const dayText = (iso: string): string => new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' })
/** A moment to the minute, as this browser writes it. */
export const momentText = (iso: string): string => new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
