import { itemAt } from '@aerie/core/item-at'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { agentConversations } from '../../../db/schema/agent.ts'

export type ConversationRow = typeof agentConversations.$inferSelect
/** A conversation as its owner names it. */
export type Owned = { readonly userId: string; readonly id: string }

const isOwn = ({ userId, id }: Owned) => and(eq(agentConversations.userId, userId), eq(agentConversations.id, id))

/** Conversations of users. Every look-up names the owner: what is not theirs does not exist. */
export const conversationRepository = (db: Db) => ({
  list: (userId: string): Promise<ConversationRow[]> =>
    db
      .select()
      .from(agentConversations)
      .where(and(eq(agentConversations.userId, userId), isNull(agentConversations.removedAt)))
      .orderBy(desc(agentConversations.number)),
  /** Removed ones too, until they are erased. */
  count: async (userId: string): Promise<number> =>
    itemAt(await db.select({ n: sql<number>`count(*)::int` }).from(agentConversations).where(eq(agentConversations.userId, userId)), 0).n,
  find: async (own: Owned): Promise<ConversationRow | undefined> => (await db.select().from(agentConversations).where(isOwn(own)))[0],
  /** Locked until the transaction ends: whoever writes into the conversation next waits here. */
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
  /** Removes or restores. @returns undefined where there is none in the other state */
  setRemoved: async (own: Owned, removedAt: Date | null): Promise<ConversationRow | undefined> =>
    (
      await db
        .update(agentConversations)
        .set({ removedAt })
        .where(and(isOwn(own), removedAt === null ? isNotNull(agentConversations.removedAt) : isNull(agentConversations.removedAt)))
        .returning()
    )[0],
  /** @returns whether the user had one that is removed */
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
