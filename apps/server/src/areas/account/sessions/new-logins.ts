import { type Clock, DAY_MS, elapsedMs, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { ticker } from '@aerie/runtime/ticker'
import type { newLogin } from '@aerie/wire/account/account-sessions'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { Database, Db } from '../../../platform/db/client.ts'
import { sessions } from '../../../platform/db/schema/accounts.ts'
import type { AccountDeps } from '../deps.ts'
import type { UserRow } from '../details/user-repository.ts'
import { accountLimits, type Limit } from '../entitlement/limits.ts'
import { newLoginMail, type QueueMail } from '../mails/account-mails.ts'
import { type Device, deviceOf, locationOf } from './device-name.ts'
import { shownSession } from './own-session-service.ts'
import { ownSessionRepository, type SessionRow } from './session-repository.ts'
import type { Caller, OpenedSession, Visitor } from './session-service.ts'

const POLL_MS = 2 * SECOND_MS
/** Transactions commit after their timestamp: polls overlap by this much. */
const OVERLAP_MS = 30 * SECOND_MS
/** An early eviction only repeats a notification, which windows deduplicate. */
const MAX_NOTIFIED = 50_000

export const newLoginWatch = ({ db, clock }: { db: Database; clock: Clock }) => {
  const listeners = listenerSet<[userId: string, sessionId: string]>()
  const notified = boundedCache<true>({ maxEntries: MAX_NOTIFIED, maxAgeMs: 2 * OVERLAP_MS, now: () => elapsedMs(clock) })
  const poll = async (): Promise<void> => {
    const now = clock.now()
    const found = await newLoginRepository(db).between(new Date(now - OVERLAP_MS), new Date(now + OVERLAP_MS))
    for (const { id, userId } of found) {
      if (notified.get(id)) continue
      notified.set(id, true)
      listeners.emit(userId, id)
    }
  }
  const polling = ticker(POLL_MS, poll)
  return {
    poll,
    onNew: listeners.subscribe,
    seen: listeners.emit,
    start: polling.start,
    stop: polling.stop,
  }
}

export type NewLoginWatch = ReturnType<typeof newLoginWatch>

type Deps = Pick<AccountDeps, 'db' | 'clock'> & { readonly newLogins: Pick<NewLoginWatch, 'seen'> }

const viewerOf = ({ user, sessionId }: Caller) => ({ userId: user.user_id, sessionId })

export const newLoginService = ({ db, clock, newLogins }: Deps) => ({
  list: async (caller: Caller): Promise<z.output<typeof newLogin>[]> =>
    (await newLoginRepository(db).list(viewerOf(caller))).map((row) => ({ ...shownSession(row), is_ended: row.revokedAt !== null })),

  markSeen: async (caller: Caller, ids: readonly string[]): Promise<number> => {
    const seen = await newLoginRepository(db).notice(viewerOf(caller), ids, new Date(clock.now()))
    const [first] = ids
    if (seen > 0 && first !== undefined) newLogins.seen(caller.user.user_id, first)
    return seen
  },
})

type NoticeDeps = { readonly clock: Clock; readonly queueMail: QueueMail }

const MAILS: Limit = { name: 'new-login-mail', max: 10, windowMs: HOUR_MS }

export const newLoginNotice =
  ({ clock, queueMail }: NoticeDeps) =>
  async (tx: Db, user: UserRow, { id, visitor, at }: OpenedSession): Promise<void> => {
    const before = await ownSessionRepository(tx).visitorsBefore(user.id, id)
    if (before.length === 0 && at.getTime() - user.createdAt.getTime() < DAY_MS) return
    const here = fingerprintOf(visitor)
    if (before.some((one) => fingerprintOf(one) === here)) return
    await newLoginRepository(tx).markNew(id, at)
    // Use the same connection: a login that holds one must not wait for another.
    if ((await accountLimits({ db: tx, clock }).take([MAILS, user.id])) !== undefined) return
    await queueMail(tx, newLoginMail(user, { device: deviceText(deviceOf(visitor.userAgent)), place: locationText(visitor.address), at }))
  }

/** Browser versions change, so devices are identified by browser name and OS only. */
const fingerprintOf = ({ userAgent, address }: Visitor): string => JSON.stringify([deviceOf(userAgent), locationOf(address)])

const deviceText = ({ browser, system }: Device): string =>
  [browser ?? 'an unknown program', system && `on ${system}`].filter(Boolean).join(' ')

function locationText(address: string): string {
  const { kind, network } = locationOf(address)
  if (kind === 'this-machine') return 'the machine that Aerie runs on'
  if (kind === 'local-network') return `the local network (${network})`
  return network === null ? 'an unknown network' : `the network ${network}`
}

const MOST_LISTED = 20
const MOST_FOUND = 1_000

type Viewer = { readonly userId: string; readonly sessionId: string }

const isUnnoticed = and(isNotNull(sessions.newAt), isNull(sessions.noticedAt))

const newLoginRepository = (db: Db) => {
  /** While unseen itself, a session sees later logins only, so that an attacker cannot dismiss the notice of their own login. */
  const visibleTo = async ({ userId, sessionId }: Viewer): Promise<SQL | undefined> => {
    const [viewer] = await db
      .select({ newAt: sessions.newAt })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), isUnnoticed))
    const later = viewer?.newAt ? gt(sessions.newAt, viewer.newAt) : undefined
    return and(eq(sessions.userId, userId), ne(sessions.id, sessionId), isUnnoticed, later)
  }
  return {
    markNew: async (id: string, at: Date): Promise<void> => {
      await db.update(sessions).set({ newAt: at }).where(eq(sessions.id, id))
    },

    list: async (viewer: Viewer): Promise<SessionRow[]> =>
      db
        .select()
        .from(sessions)
        .where(await visibleTo(viewer))
        .orderBy(desc(sessions.newAt), desc(sessions.id))
        .limit(MOST_LISTED),

    notice: async (viewer: Viewer, ids: readonly string[], at: Date): Promise<number> => {
      const seen = await db
        .update(sessions)
        .set({ noticedAt: at })
        .where(and(await visibleTo(viewer), inArray(sessions.id, [...ids])))
      return seen.rowCount ?? 0
    },

    /** Has an upper bound too: logins ahead of a clock that was set back were already reported. */
    between: (from: Date, to: Date): Promise<{ id: string; userId: string }[]> =>
      db
        .select({ id: sessions.id, userId: sessions.userId })
        .from(sessions)
        .where(and(gt(sessions.newAt, from), lt(sessions.newAt, to), isNull(sessions.noticedAt)))
        .orderBy(sessions.newAt)
        .limit(MOST_FOUND),
  }
}
