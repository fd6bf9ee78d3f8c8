import { randomUUID } from 'node:crypto'
import { type Clock, DAY_MS, MINUTE_MS } from '@aerie/core/time'
import { type ApiToken, type apiTokenForm, MAX_TOKENS, TOKEN_MAX_DAYS, TOKEN_PREFIX } from '@aerie/wire/account/account-tokens'
import { ACCOUNT_FIELD_MESSAGES } from '@aerie/wire/account/messages'
import type { TokenScope } from '@aerie/wire/endpoint'
import type * as z from 'zod/mini'
import type { Database } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { accountStatusOf, lockingOwnUser, userOf } from '../details/user-repository.ts'
import type { Limits } from '../entitlement/limits.ts'
import { type QueueMail, tokenMadeMail, tokenRevokedMail } from '../mails/account-mails.ts'
import { requireChange } from '../mails/security-mails.ts'
import { drawToken, tokenHash } from '../secrets.ts'
import type { Caller } from '../sessions/session-service.ts'
import { apiTokenRepository } from './api-token-repository.ts'

type Form = z.output<typeof apiTokenForm>
type Deps = { readonly db: Database; readonly clock: Clock; readonly queueMail: QueueMail; readonly limits: Limits }
export type TokenCaller = { readonly caller: Caller; readonly scopes: readonly TokenScope[] }

const NOTED_MS = MINUTE_MS

export type ApiTokenService = ReturnType<typeof apiTokenService>

/** 256 random bits, stored as SHA-256. */
export const apiTokenService = ({ db, clock, queueMail, limits }: Deps) => ({
  list: async (userId: string): Promise<ApiToken[]> => (await apiTokenRepository(db).list(userId)).map(answerOf),

  /** @throws AppError bad_input for an expiry in the past or over a year ahead; rule_broken, also during deletion; rate_limited */
  create: async (userId: string, form: Form): Promise<ApiToken & { token: string }> => {
    await requireChange(limits, userId)
    return lockingOwnUser(db, userId, async (tx, user) => {
      // Otherwise it would outlive the sessions ended by the deletion.
      if (user.deletionDueAt !== null)
        throw new AppError('rule_broken', {
          detail: 'Your account is being deleted, so no API token can be made. Keep your account first.',
        })
      const now = clock.now()
      const expiresAt = new Date(form.expires_at)
      refuseExpiry(expiresAt.getTime(), now)
      const repository = apiTokenRepository(tx)
      if ((await repository.count(userId)) >= MAX_TOKENS)
        throw new AppError('rule_broken', {
          detail: `You can have ${MAX_TOKENS} API tokens. Revoke one first.`,
          facts: { max: MAX_TOKENS },
        })
      const token = TOKEN_PREFIX + drawToken()
      const row = { id: randomUUID(), userId, name: form.name, scopes: [...form.scopes], createdAt: new Date(now), expiresAt }
      await repository.insert({ ...row, hash: tokenHash(token) })
      await queueMail(tx, tokenMadeMail(user, row, now))
      return { ...answerOf({ ...row, lastUsedAt: null }), token }
    })
  },

  revoke: (userId: string, id: string): Promise<void> =>
    lockingOwnUser(db, userId, async (tx, user) => {
      const name = await apiTokenRepository(tx).delete(userId, id)
      if (name === undefined) throw new AppError('not_found', { detail: 'There is no such API token.' })
      await queueMail(tx, tokenRevokedMail(user, name, clock.now()))
    }),

  /** Null if invalid. Not cached, so that revocation takes effect immediately. */
  authenticate: async (token: string): Promise<TokenCaller | null> => {
    const at = new Date(clock.now())
    const live = await apiTokenRepository(db).findLive(tokenHash(token), at)
    if (live === undefined) return null
    const { token: row, user, wallet } = live
    const since = new Date(at.getTime() - NOTED_MS)
    if (row.lastUsedAt === null || row.lastUsedAt < since) await apiTokenRepository(db).touch(row.id, at, since)
    const isLeaving = user.deletionDueAt !== null
    return {
      caller: { sessionId: row.id, user: userOf(user, wallet), accountStatus: accountStatusOf(user), isLeaving },
      scopes: row.scopes,
    }
  },
})

function refuseExpiry(expiresAt: number, now: number): void {
  if (expiresAt > now && expiresAt <= now + TOKEN_MAX_DAYS * DAY_MS) return
  throw new AppError('bad_input', {
    detail: 'An API token can be valid for at most 365 days.',
    errors: { expires_at: [ACCOUNT_FIELD_MESSAGES.expiry] },
  })
}

type Row = Parameters<ReturnType<typeof apiTokenRepository>['insert']>[0] & { readonly lastUsedAt: Date | null }

const answerOf = ({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: Omit<Row, 'hash'>): ApiToken => ({
  id,
  name,
  scopes: [...scopes],
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})
