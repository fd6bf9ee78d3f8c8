import { itemAt } from '@aerie/core/item-at'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { agentConversations } from '../../../platform/db/schema/agent.ts'

export type ConversationRow = typeof agentConversations.$inferSelect
export type Owned = { readonly userId: string; readonly id: string }

const isOwn = ({ userId, id }: Owned) => and(eq(agentConversations.userId, userId), eq(agentConversations.id, id))

/** Every query filters by owner: other users' conversations are not found. */
export const conversationRepository = (db: Db) => ({
  list: (userId: string): Promise<ConversationRow[]> =>
    db
      .select()
      .from(agentConversations)
      .where(and(eq(agentConversations.userId, userId), isNull(agentConversations.removedAt)))
      .orderBy(desc(agentConversations.number)),
  /** Includes removed ones until they are erased. */
  count: async (userId: string): Promise<number> =>
    itemAt(await db.select({ n: sql<number>`count(*)::int` }).from(agentConversations).where(eq(agentConversations.userId, userId)), 0).n,
  find: async (own: Owned): Promise<ConversationRow | undefined> => (await db.select().from(agentConversations).where(isOwn(own)))[0],
  lock: async (own: Owned): Promise<ConversationRow | undefined> =>
    (await db.select().from(agentConversations).where(isOwn(own)).for('update'))[0],
  insert: async (row: Omit<typeof agentConversations.$inferInsert, 'number'>): Promise<ConversationRow> =>
    itemAt(await db.insert(agentConversations).values(row).returning(), 0),
  rename: async (own: Owned, name: string): Promise<ConversationRow | undefined> =>
    (
      await db
        .update(agentConversations)
        .set({ name })
        .where(and(isOwn(own), isNull(agentConversations.removedAt)))
        .returning()
    )[0],
  setRemoved: async (own: Owned, removedAt: Date | null): Promise<ConversationRow | undefined> =>
    (
      await db
        .update(agentConversations)
        .set({ removedAt })
        .where(and(isOwn(own), removedAt === null ? isNotNull(agentConversations.removedAt) : isNull(agentConversations.removedAt)))
        .returning()
    )[0],
  eraseOldestRemoved: async (userId: string): Promise<boolean> => {
    const oldest = db
      .select({ number: agentConversations.number })
      .from(agentConversations)
      .where(and(eq(agentConversations.userId, userId), isNotNull(agentConversations.removedAt)))
      .orderBy(asc(agentConversations.removedAt), asc(agentConversations.number))
      .limit(1)
    return (await db.delete(agentConversations).where(inArray(agentConversations.number, oldest))).rowCount === 1
  },
  eraseRemovedBefore: async (instant: Date): Promise<number> =>
    (await db.delete(agentConversations).where(lt(agentConversations.removedAt, instant)).returning({ n: agentConversations.number }))
      .length,
})
