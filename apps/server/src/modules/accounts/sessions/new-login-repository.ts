import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { sessions } from '../../../db/schema/accounts.ts'
import type { SessionRow } from './session-repository.ts'

/** Whoever logs in from more new places than this is a program. */
const MOST_TOLD = 20
/** In one look: the rest is told by the next. */
const MOST_FOUND = 1_000

/** Who looks: one of the user's own sessions. */
type Viewer = { readonly userId: string; readonly sessionId: string }

const isUnnoticed = and(isNotNull(sessions.newAt), isNull(sessions.noticedAt))

/** Logins from a new device or network that their users have not seen yet. Ended sessions stay among them while they are kept. */
export const newLoginRepository = (db: Db) => {
  /**
   * What a session may see and mark as seen: never itself; and while it is unseen itself only what came after it, so that a stranger
   * cannot make the own login disappear.
   */
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

    /** Newest first. */
    list: async (viewer: Viewer): Promise<SessionRow[]> =>
      db
        .select()
        .from(sessions)
        .where(await visibleTo(viewer))
        .orderBy(desc(sessions.newAt), desc(sessions.id))
        .limit(MOST_TOLD),

    /** @returns how many this call has marked as seen */
    notice: async (viewer: Viewer, ids: readonly string[], at: Date): Promise<number> => {
      const seen = await db
        .update(sessions)
        .set({ noticedAt: at })
        .where(and(await visibleTo(viewer), inArray(sessions.id, [...ids])))
      return seen.rowCount ?? 0
    },

    /** Of a time around now: what a clock that was set back finds ahead of it was told then. */
    between: (from: Date, to: Date): Promise<{ id: string; userId: string }[]> =>
      db
        .select({ id: sessions.id, userId: sessions.userId })
        .from(sessions)
        .where(and(gt(sessions.newAt, from), lt(sessions.newAt, to), isNull(sessions.noticedAt)))
        .orderBy(sessions.newAt)
        .limit(MOST_FOUND),
  }
}
