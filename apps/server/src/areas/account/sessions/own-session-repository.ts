import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { sessions } from '../../../platform/db/schema/accounts.ts'
import type { SessionRow } from './session-repository.ts'

/** More sessions mean an automated client, which can end all others at once. */
const MOST_LISTED = 200
/** Beyond this many visitors, a new one cannot be told apart reliably. */
const MOST_VISITORS = 1_000

export const ownSessionRepository = (db: Db) => ({
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

  visitorsBefore: (userId: string, except: string): Promise<Pick<SessionRow, 'address' | 'userAgent'>[]> =>
    db
      .selectDistinct({ address: sessions.address, userAgent: sessions.userAgent })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, except)))
      .limit(MOST_VISITORS),

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
