import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Clock, DAY_MS, elapsedMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { ticker } from '@aerie/runtime/ticker'
import { type AccessClaims, type Session, type User, user as userSchema } from '@aerie/wire/account/accounts'
import * as z from 'zod/mini'
import { boundedCache } from '../../../bounded-cache.ts'
import type { Database, Db } from '../../../db/client.ts'
import type { UserWithWallet } from '../details/user-repository.ts'
import { standingOf, type UserRow, userOf } from '../details/user-row.ts'
import type { Standing } from '../entitlement/entitlements.ts'
import { drawToken, nextRefreshToken, tokenHash } from '../secrets.ts'
import type { AccessTokens } from './access-tokens.ts'
import { type LiveSession, type RevokedFor, sessionRepository } from './session-repository.ts'

/** A refresh token unused for this long is dead; each use gives a new one. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS
/** After this, whatever happened, one logs in again. */
const SESSION_MS = 180 * DAY_MS
/** Tabs that refresh at once: within this a replaced token still gives its successor, whatever became of that. */
export const REUSE_GRACE_MS = 2 * SECOND_MS
/** An answer that got lost, in a reload or an outage: within this a replaced token gives its successor if nobody has used that. */
export const LOST_ANSWER_MS = MINUTE_MS

/** Who a request or a socket comes from, read from the database and not from the token: at most five seconds old. */
export type Caller = {
  readonly sessionId: string
  readonly user: User
  readonly standing: Standing
  /** Whether the user has asked for the deletion of the account, and it can still be taken back. */
  readonly isLeaving: boolean
}
/** A session as it is handed out. The refresh token travels in its cookie only. */
export type GrantedSession = Session & { readonly refreshToken: string }
export type Visitor = { readonly address: string; readonly userAgent: string }

/** A session that has just been opened, and where. */
export type OpenedSession = { readonly id: string; readonly visitor: Visitor; readonly at: Date }

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: AccessTokens
  readonly refreshKey: Uint8Array
  /** Told of each login over its transaction. */
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

  /** Checks a token and its session. @returns null when either is no longer good */
  const authenticate = async (token: string): Promise<(Caller & { readonly claims: AccessClaims }) | null> => {
    const claims = await tokens.read(token)
    if (claims === null) return null
    const live = await watch.find(claims.sid)
    if (live === undefined) return null
    const isLeaving = live.user.deletionDueAt !== null
    return { claims, sessionId: claims.sid, user: userOf(live.user, live.wallet), standing: standingOf(live.user), isLeaving }
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
    /** Whether a good token says of its user what holds no more: a new one is to be asked for. */
    isOutdated: async (token: string): Promise<boolean> => {
      const caller = await authenticate(token)
      return caller !== null && !isDeepStrictEqual(caller.user, z.parse(userSchema, caller.claims))
    },

    /** Opens a session over `tx`, for a user who has just proven who they are. */
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

    /** Ends every session of a user over `tx`. Pass what it returns to `announce` once the transaction is through. */
    revokeAllOf: (tx: Db, userId: string, reason: RevokedFor): Promise<string[]> => sessionRepository(tx).revoke({ userId }, reason, now()),
    announce: watch.announce,

    /** Ends the session of a token or of a refresh token; of one that has ended already, nothing. @returns whether either named one */
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

    /** Calls back with the id of each session that ends before its time, in this process at once and from elsewhere within two seconds. */
    onRevoked: watch.onRevoked,
    /** Forgets what is known of a user's sessions, after a change that the next request must see. */
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
  // Two parties hold this chain and one of them is not the owner. Which, nobody can tell: it ends for both.
  return { kind: 'reused', revoked: await repository.revoke({ id: given.sessionId }, 'refresh-reuse', at) }
}

/** What is known of a live session is asked again after this. */
const SESSION_CACHE_MS = 5 * SECOND_MS
/** How often the sessions that another process (the operator's command line) has ended are looked up. */
const POLL_MS = 2 * SECOND_MS
/** A transaction commits after its clock reading: looks back this much further than the last poll. */
const POLL_OVERLAP_MS = 30 * SECOND_MS
const MAX_CACHED = 20_000
/** Forgotten too early, an end is told of once more, which does nothing. */
const MAX_TOLD = 50_000

/** Knows which sessions live: from memory for five seconds at most, and never one that this process has seen end. */
export const sessionWatch = ({ db, clock }: { db: Database; clock: Clock }) => {
  const now = () => clock.now()
  const elapsed = () => elapsedMs(clock)
  const cache = boundedCache<LiveSession>({ maxEntries: MAX_CACHED, maxAgeMs: SESSION_CACHE_MS, now: elapsed })
  const listeners = listenerSet<[sessionId: string]>()
  /** Rises with every end: a look-up that was under way meanwhile may be of before, and is not kept. */
  let ends = 0
  /** Ends already told of. */
  const told = boundedCache<true>({ maxEntries: MAX_TOLD, maxAgeMs: 2 * POLL_OVERLAP_MS, now: elapsed })

  const announce = (ids: readonly string[]): void => {
    if (ids.length === 0) return
    ends += 1
    for (const id of ids) {
      cache.delete(id)
      if (told.get(id)) continue
      told.set(id, true)
      listeners.tell(id)
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
