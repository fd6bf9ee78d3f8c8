import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, type SQL } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { sessions } from '../../../platform/db/schema/accounts.ts'
import type { SessionRow } from './session-repository.ts'

const MOST_LISTED = 20
const MOST_FOUND = 1_000

type Viewer = { readonly userId: string; readonly sessionId: string }

const isUnnoticed = and(isNotNull(sessions.newAt), isNull(sessions.noticedAt))

export const newLoginRepository = (db: Db) => {
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
