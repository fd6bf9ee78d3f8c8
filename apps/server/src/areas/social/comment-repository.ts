import { itemAt } from '@aerie/core/item-at'
import { and, asc, count, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { ideaComments, ideaLikes, socialAuthors, socialNames, socialReports } from '../../platform/db/schema/social.ts'

export type CommentRow = typeof ideaComments.$inferSelect
export type ShownComment = { readonly comment: CommentRow; readonly author: string; readonly name: string | null }

export const commentRepository = (db: Db) => ({
  insert: async (row: typeof ideaComments.$inferInsert): Promise<void> => void (await db.insert(ideaComments).values(row)),
  find: async (id: string): Promise<CommentRow | undefined> => (await db.select().from(ideaComments).where(eq(ideaComments.id, id)))[0],
  shown: async (id: string): Promise<ShownComment | undefined> => (await selectComments(db).where(eq(ideaComments.id, id)))[0],
  count: async (idea: string): Promise<number> =>
    itemAt(await db.select({ n: count() }).from(ideaComments).where(eq(ideaComments.idea, idea)), 0).n,
  countOf: async (idea: string, userId: string): Promise<number> =>
    itemAt(
      await db
        .select({ n: count() })
        .from(ideaComments)
        .where(and(eq(ideaComments.idea, idea), eq(ideaComments.userId, userId))),
      0,
    ).n,
  /** Oldest first; omits authors the reader has muted or blocked. */
  page: (wanted: {
    readonly idea: string
    readonly after: number
    readonly limit: number
    readonly userId: string
  }): Promise<ShownComment[]> =>
    selectComments(db)
      .where(
        and(
          eq(ideaComments.idea, wanted.idea),
          gt(ideaComments.number, wanted.after),
          sql`not exists (select from social_views v where v.user_id = ${wanted.userId} and v.author = ${socialAuthors.id})`,
        ),
      )
      .orderBy(asc(ideaComments.number))
      .limit(wanted.limit),
  clear: async (id: string, userId: string): Promise<boolean> =>
    (
      await db
        .update(ideaComments)
        .set({ text: '', state: 'deleted' })
        .where(and(eq(ideaComments.id, id), eq(ideaComments.userId, userId)))
    ).rowCount === 1,
  setState: async (id: string, state: 'shown' | 'hidden'): Promise<void> =>
    void (await db.update(ideaComments).set({ state }).where(eq(ideaComments.id, id))),
  like: async (userId: string, idea: string): Promise<void> =>
    void (await db.insert(ideaLikes).values({ userId, idea }).onConflictDoNothing()),
  unlike: async (userId: string, idea: string): Promise<void> =>
    void (await db.delete(ideaLikes).where(and(eq(ideaLikes.userId, userId), eq(ideaLikes.idea, idea)))),
  report: async (row: typeof socialReports.$inferInsert): Promise<void> => {
    const { reason, note, at } = row
    await db
      .insert(socialReports)
      .values(row)
      .onConflictDoUpdate({
        target: [socialReports.userId, socialReports.target],
        set: { reason, note: note ?? null, at, resolvedAt: null },
      })
  },
})

const selectComments = (db: Db) =>
  db
    .select({ comment: ideaComments, author: socialAuthors.id, name: socialNames.name })
    .from(ideaComments)
    .innerJoin(socialAuthors, eq(socialAuthors.userId, ideaComments.userId))
    .leftJoin(socialNames, eq(socialNames.userId, ideaComments.userId))
