import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { sessions } from '../../../db/schema/accounts.ts'
import type { SessionRow } from './session-repository.ts'

/** Whoever logs in more often than this is a program; it ends all others at once. */
const MOST_LISTED = 200
/** Of more different ones nobody knows which is new. */
const MOST_VISITORS = 1_000

/** What a user is shown of the own sessions, and when each last proved who is there. */
export const ownSessionRepository = (db: Db) => ({
  /** When the user of a session that still counts last proved who they are. */
  reauthenticatedAt: async (id: string): Promise<Date | undefined> => {
    const [row] = await db
      .select({ at: sessions.reauthenticatedAt })
      .from(sessions)
      .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    return row?.at ?? undefined
  },

  reauthenticate: async (id: string, at: Date): Promise<void> => {
    await db.update(sessions).set({ reauthenticatedAt: at }).where(eq(sessions.id, id))
  },

  /** From where a user has logged in, but for one session; ended ones count while they are kept. */
  visitorsBefore: (userId: string, except: string): Promise<Pick<SessionRow, 'address' | 'userAgent'>[]> =>
    db
      .selectDistinct({ address: sessions.address, userAgent: sessions.userAgent })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, except)))
      .limit(MOST_VISITORS),

  /** Sessions of a user that still count, last seen first. */
  listLive: (userId: string, { at, refreshedSince }: { at: Date; refreshedSince: Date }): Promise<SessionRow[]> =>
    db
      .select()
      .from(sessions)
      .where(
        and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, at), gt(sessions.refreshedAt, refreshedSince)),
      )
      .orderBy(desc(sessions.refreshedAt), desc(sessions.id))
      .limit(MOST_LISTED),
})
