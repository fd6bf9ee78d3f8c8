import * as z from 'zod/mini'
import { VISIBLE_NAME } from './account-forms.ts'
import { ACCOUNT_FIELD_MESSAGES } from './messages.ts'

/** API token scopes, independent of each other. `trading:write` places, changes and cancels orders; no form preselects it. */
export const TOKEN_SCOPES = [
  'market:read',
  'trading:read',
  'trading:write',
  'journal:read',
  'journal:write',
  'alerts:read',
  'alerts:write',
] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** Prefix of every API token. */
export const TOKEN_PREFIX = 'aer_'
/** Maximum validity of a token in days. */
export const TOKEN_MAX_DAYS = 365
/** Maximum tokens per user, expired ones included. */
export const MAX_TOKENS = 20

/** Body of `POST /api/v1/account/tokens`. The server checks that `expires_at` is in the future and within a year. */
export const apiTokenForm = z.strictObject({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, ACCOUNT_FIELD_MESSAGES.needed),
      z.maxLength(60, ACCOUNT_FIELD_MESSAGES.atMost(60)),
      z.regex(VISIBLE_NAME, ACCOUNT_FIELD_MESSAGES.name),
    ),
  scopes: z.array(z.enum(TOKEN_SCOPES)).check(
    z.minLength(1, ACCOUNT_FIELD_MESSAGES.scopes),
    z.maxLength(TOKEN_SCOPES.length),
    z.refine((scopes) => new Set(scopes).size === scopes.length, ACCOUNT_FIELD_MESSAGES.scopes),
  ),
  expires_at: z.iso.datetime({ error: ACCOUNT_FIELD_MESSAGES.expiry }),
})

/** A listed token, without its secret. */
export const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
})
export type ApiToken = z.output<typeof apiToken>

/** Data of `GET /api/v1/account/tokens`, newest first. */
export const apiTokens = z.array(apiToken)
/** Data of `POST /api/v1/account/tokens`: the only response that contains the token. */
export const apiTokenMade = z.extend(apiToken, { token: z.string() })
