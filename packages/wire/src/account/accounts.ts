import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Lifetime of access tokens. */
export const ACCESS_TOKEN_SECONDS = 15 * 60
/** Product subscriptions; claw is the default. */
export const SUBSCRIPTIONS = ['claw', 'IPC'] as const

/** As `Date.toISOString` writes it. Not `z.iso`: its patterns add half a kilobyte to every first visit. */
const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))

/** The user as in the access token; all values come from the server. */
export const user = z.object({
  user_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created_at: instant,
  updated_at: instant,
  daily_api_call_limit: z.int().check(z.gte(0)),
  gold_tier_holder: z.boolean(),
  dashboard_tier: z.string(),
  is_active: z.boolean(),
  is_confirmed: z.boolean(),
  is_vip: z.boolean(),
  subscription: z.enum(SUBSCRIPTIONS),
  telegram_id: z.nullable(z.string()),
  /** Main wallet, or the text `null` if there is none. */
  wallet_address: z.string(),
  /** Vested product tokens, in whole tokens, as decimal text. */
  vested_amount: z.string(),
})
export type User = z.output<typeof user>

/** Claims of the access token: the user and the session it belongs to. */
export const accessClaims = z.extend(user, { sid: z.string(), exp: z.int(), iat: z.int() })
export type AccessClaims = z.output<typeof accessClaims>

/** Data of verify, login, refresh and reset-password. */
export const session = z.object({ token: z.string(), user })
export type Session = z.output<typeof session>
/** Display name; also covers guests and users without a name. */
export const displayName = (who: Pick<User, 'first_name' | 'last_name'> | null): string =>
  [who?.first_name, who?.last_name].filter(Boolean).join(' ') || 'Guest'

export const refreshSession = endpoint('POST /auth/refresh', {
  auth: 'public',
  security: ['refreshCookie'],
  summary: 'Exchanges the refresh cookie for a new token and a new cookie',
  returns: session,
})

export const endCurrentSession = endpoint('POST /auth/logout', {
  auth: 'public',
  security: ['bearer', 'refreshCookie'],
  summary: 'Ends the current session; repeating it does nothing',
  description: '401 if neither the token nor the cookie names a session. With `repeat=true` the response is `ended: false` instead.',
  query: z.strictObject({ repeat: z.optional(z.literal('true')) }),
  returns: z.object({ ended: z.boolean() }),
})
