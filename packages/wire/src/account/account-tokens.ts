import * as z from 'zod/mini'
import { byId, endpoint, TOKEN_SCOPES } from '../endpoint.ts'
import { VISIBLE_NAME } from './account-forms.ts'
import { ACCOUNT_FIELD_MESSAGES } from './messages.ts'

/** Prefix of every API token. */
export const TOKEN_PREFIX = 'aer_'
/** Maximum validity of a token in days. */
export const TOKEN_MAX_DAYS = 365
/** Maximum tokens per user, expired ones included. */
export const MAX_TOKENS = 20

/** A token to create. The server checks that `expires_at` is in the future and within a year. */
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

export const listTokens = endpoint('GET /account/tokens', {
  auth: 'user',
  summary: "The caller's API tokens, newest first",
  returns: z.array(apiToken),
})

export const createToken = endpoint('POST /account/tokens', {
  auth: 'recent',
  summary: 'Creates an API token; no other response contains it',
  description: 'Send it as a bearer token. Only routes that name one of its scopes accept it.',
  body: apiTokenForm,
  status: 201,
  returns: z.extend(apiToken, { token: z.string() }),
  errors: ['rule_broken'],
})

export const revokeToken = endpoint('DELETE /account/tokens/:id', {
  auth: 'user',
  summary: 'Revokes an API token immediately',
  params: byId,
  returns: byId,
})
