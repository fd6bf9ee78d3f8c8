import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Clock, DAY_MS, elapsedMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { ticker } from '@aerie/runtime/ticker'
import { type AccessClaims, type Session, type User, user as userSchema } from '@aerie/wire/account/accounts'
import * as z from 'zod/mini'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { Database, Db } from '../../../platform/db/client.ts'
import { accountStatusOf, type UserRow, type UserWithWallet, userOf } from '../details/user-repository.ts'
import type { AccountStatus } from '../entitlement/entitlements.ts'
import { drawToken, nextRefreshToken, tokenHash } from '../secrets.ts'
import type { AccessTokens } from './access-tokens.ts'
import { type LiveSession, type RevokedFor, sessionRepository } from './session-repository.ts'

export const REFRESH_TOKEN_MS = 30 * DAY_MS
const SESSION_MS = 180 * DAY_MS
/** Grace period for concurrent tabs: a replaced token still returns its successor. */
export const REUSE_GRACE_MS = 2 * SECOND_MS
/** Grace period for lost responses: a replaced token returns its successor if that is unused. */
export const LOST_ANSWER_MS = MINUTE_MS

/** Read from the database, not from the token; cached for at most five seconds. */
export type Caller = {
  readonly sessionId: string
  readonly user: User
  readonly accountStatus: AccountStatus
  /** Whether account deletion was requested and can still be canceled. */
  readonly isLeaving: boolean
}
export type GrantedSession = Session & { readonly refreshToken: string }
export type Visitor = { readonly address: string; readonly userAgent: string }

export type OpenedSession = { readonly id: string; readonly visitor: Visitor; readonly at: Date }

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: AccessTokens
  readonly refreshKey: Uint8Array
  readonly onOpen: (tx: Db, user: UserRow, opened: OpenedSession) => Promise<void>
}
type Refreshed =
  | { readonly kind: 'rotated'; readonly sessionId: string; readonly refreshToken: string; readonly owner: UserWithWallet }
  | { readonly kind: 'reused'; readonly revoked: string[] }
  | { readonly kind: 'dead' }

export type SessionService = ReturnType<typeof sessionService>

export const sessionService = ({ db, clock, tokens, refreshKey, onOpen }: Deps) => {
  const now = () => new Date(clock.now())
  const watch = sessionWatch({ db, clock })

  /** @returns null if the token or its session is invalid */
  const authenticate = async (token: string): Promise<(Caller & { readonly claims: AccessClaims }) | null> => {
    const claims = await tokens.read(token)
    if (claims === null) return null
    const live = await watch.find(claims.sid)
    if (live === undefined) return null
    const isLeaving = live.user.deletionDueAt !== null
    return { claims, sessionId: claims.sid, user: userOf(live.user, live.wallet), accountStatus: accountStatusOf(live.user), isLeaving }
  }

  const refresh = async (refreshToken: string): Promise<GrantedSession | null> => {
    const outcome = await db.transaction((tx) => rotate(tx, { refreshToken, refreshKey, at: now() }))
    if (outcome.kind === 'reused') watch.announce(outcome.revoked)
    if (outcome.kind !== 'rotated') return null
    return grant(outcome.owner, outcome.sessionId, outcome.refreshToken)
  }

  const grant = async ({ user: row, wallet }: UserWithWallet, sessionId: string, refreshToken: string): Promise<GrantedSession> => {
    const user = userOf(row, wallet)
    return { token: await tokens.issue(user, sessionId), user, refreshToken }
  }

  return {
    authenticate,
    refresh,
    isOutdated: async (token: string): Promise<boolean> => {
      const caller = await authenticate(token)
      return caller !== null && !isDeepStrictEqual(caller.user, z.parse(userSchema, caller.claims))
    },

    /** Opens a session within `tx` for an authenticated user. */
    open: async (tx: Db, owner: UserWithWallet, visitor: Visitor): Promise<GrantedSession> => {
      const id = randomUUID()
      const refreshToken = drawToken()
      const at = now()
      const repository = sessionRepository(tx)
      const expiresAt = new Date(at.getTime() + SESSION_MS)
      await repository.insert({ id, userId: owner.user.id, ...visitor, createdAt: at, refreshedAt: at, reauthenticatedAt: at, expiresAt })
      await repository.insertToken(tokenRow(refreshToken, id, at))
      await onOpen(tx, owner.user, { id, visitor, at })
      return grant(owner, id, refreshToken)
    },

    /** Call `announce` with the result after commit. */
    revokeAllOf: (tx: Db, userId: string, reason: RevokedFor): Promise<string[]> => sessionRepository(tx).revoke({ userId }, reason, now()),
    announce: watch.announce,

    logout: async ({ token, refreshToken }: { token?: string | undefined; refreshToken?: string | undefined }): Promise<boolean> => {
      const named = await Promise.all([
        token === undefined ? undefined : tokens.read(token).then((claims) => claims?.sid),
        refreshToken === undefined
          ? undefined
          : sessionRepository(db)
              .findToken(tokenHash(refreshToken))
              .then((row) => row?.sessionId),
      ])
      const ids = [...new Set(named.filter((id) => id !== undefined))]
      const revoked = await Promise.all(ids.map((id) => sessionRepository(db).revoke({ id }, 'logout', now())))
      watch.announce(revoked.flat())
      return ids.length > 0
    },

    onRevoked: watch.onRevoked,
    /** Invalidates a user's cached sessions after a change that must take effect immediately. */
    forgetUser: watch.forgetUser,
    start: watch.start,
    stop: watch.stop,
  }
}

const tokenRow = (refreshToken: string, sessionId: string, at: Date) => ({
  hash: tokenHash(refreshToken),
  sessionId,
  createdAt: at,
  expiresAt: new Date(at.getTime() + REFRESH_TOKEN_MS),
})

async function rotate(
  tx: Db,
  { refreshToken, refreshKey, at }: { refreshToken: string; refreshKey: Uint8Array; at: Date },
): Promise<Refreshed> {
  const repository = sessionRepository(tx)
  const given = await repository.lockToken(tokenHash(refreshToken))
  if (given === undefined) return { kind: 'dead' }
  const live = await repository.findLive(given.sessionId, at)
  if (live === undefined || given.expiresAt <= at) return { kind: 'dead' }
  const next = nextRefreshToken(refreshKey, refreshToken)
  const rotated = { kind: 'rotated', sessionId: given.sessionId, refreshToken: next, owner: live } as const
  if (given.replacedAt === null) {
    await repository.markReplaced(given.hash, at)
    await repository.insertToken(tokenRow(next, given.sessionId, at))
    await repository.touch(given.sessionId, at)
    return rotated
  }
  const agoMs = at.getTime() - given.replacedAt.getTime()
  if (agoMs <= REUSE_GRACE_MS) return rotated
  const successor = agoMs <= LOST_ANSWER_MS ? await repository.findToken(tokenHash(next)) : undefined
  if (successor?.replacedAt === null) return rotated
  // Token reuse: owner and attacker hold the same chain and cannot be distinguished, so it is revoked.
  return { kind: 'reused', revoked: await repository.revoke({ id: given.sessionId }, 'refresh-reuse', at) }
}

const SESSION_CACHE_MS = 5 * SECOND_MS
/** Polling interval for sessions ended by other processes, e.g. the CLI. */
const POLL_MS = 2 * SECOND_MS
/** Transactions commit after their timestamp: polls overlap by this much. */
const POLL_OVERLAP_MS = 30 * SECOND_MS
const MAX_CACHED = 20_000
/** An early eviction only repeats a notification, which has no effect. */
const MAX_NOTIFIED = 50_000

export const sessionWatch = ({ db, clock }: { db: Database; clock: Clock }) => {
  const now = () => clock.now()
  const elapsed = () => elapsedMs(clock)
  const cache = boundedCache<LiveSession>({ maxEntries: MAX_CACHED, maxAgeMs: SESSION_CACHE_MS, now: elapsed })
  const listeners = listenerSet<[sessionId: string]>()
  /** Incremented on each end: lookups in progress at that time may be stale and are not cached. */
  let ends = 0
  const notified = boundedCache<true>({ maxEntries: MAX_NOTIFIED, maxAgeMs: 2 * POLL_OVERLAP_MS, now: elapsed })

  const announce = (ids: readonly string[]): void => {
    if (ids.length === 0) return
    ends += 1
    for (const id of ids) {
      cache.delete(id)
      if (notified.get(id)) continue
      notified.set(id, true)
      listeners.emit(id)
    }
  }

  const find = async (id: string): Promise<LiveSession | undefined> => {
    const known = cache.get(id)
    const at = now()
    if (known !== undefined && known.session.expiresAt.getTime() > at) return known
    const endsBefore = ends
    const session = await sessionRepository(db).findLive(id, new Date(at))
    if (session === undefined || ends !== endsBefore) {
      cache.delete(id)
      return session
    }
    cache.set(id, session)
    return session
  }

  const poll = async (): Promise<void> => {
    announce(await sessionRepository(db).revokedSince(new Date(now() - POLL_OVERLAP_MS)))
  }
  const polling = ticker(POLL_MS, poll)

  return {
    find,
    announce,
    poll,
    onRevoked: listeners.subscribe,
    forgetUser: (userId: string): void => {
      ends += 1
      cache.deleteWhere(({ user }) => user.id === userId)
    },
    start: polling.start,
    stop: polling.stop,
  }
}
