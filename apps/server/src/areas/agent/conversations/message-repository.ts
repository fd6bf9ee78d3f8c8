import { itemAt } from '@aerie/core/item-at'
import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { agentMessages } from '../../../platform/db/schema/agent.ts'

export type MessageRow = typeof agentMessages.$inferSelect
type NewMessage = Omit<typeof agentMessages.$inferInsert, 'seq'>

/** `conversation` is the internal number: the caller has already checked the owner. */
export const messageRepository = (db: Db) => {
  const inConversation = (conversation: number) => eq(agentMessages.conversation, conversation)
  return {
    oldest: (conversation: number, { after, limit }: { after: number; limit: number }): Promise<MessageRow[]> =>
      db
        .select()
        .from(agentMessages)
        .where(and(inConversation(conversation), gt(agentMessages.seq, after)))
        .orderBy(asc(agentMessages.seq))
        .limit(limit),
    recent: async (conversation: number, limit: number): Promise<MessageRow[]> =>
      (await db.select().from(agentMessages).where(inConversation(conversation)).orderBy(desc(agentMessages.seq)).limit(limit)).reverse(),
    newest: (conversation: number, { before, limit }: { before: number | undefined; limit: number }): Promise<MessageRow[]> =>
      db
        .select()
        .from(agentMessages)
        .where(and(inConversation(conversation), before === undefined ? undefined : lt(agentMessages.seq, before)))
        .orderBy(desc(agentMessages.seq))
        .limit(limit),
    find: async (conversation: number, id: string): Promise<MessageRow | undefined> =>
      (
        await db
          .select()
          .from(agentMessages)
          .where(and(inConversation(conversation), eq(agentMessages.id, id)))
      )[0],
    findReply: async (conversation: number, question: string): Promise<MessageRow | undefined> =>
      (
        await db
          .select()
          .from(agentMessages)
          .where(and(inConversation(conversation), eq(agentMessages.replyTo, question)))
      )[0],
    counts: async (conversation: number): Promise<{ readonly all: number; readonly waiting: number }> =>
      itemAt(
        await db
          .select({
            all: sql<number>`count(*)::int`,
            waiting: sql<number>`(count(*) filter (where ${agentMessages.kind} = 'question') - count(*) filter (where ${agentMessages.kind} = 'reply'))::int`,
          })
          .from(agentMessages)
          .where(inConversation(conversation)),
        0,
      ),
    insert: async (row: NewMessage): Promise<MessageRow> => itemAt(await db.insert(agentMessages).values(row).returning(), 0),
    /** @returns undefined if the question already has a reply */
    insertReply: async (row: NewMessage): Promise<MessageRow | undefined> =>
      (await db.insert(agentMessages).values(row).onConflictDoNothing().returning())[0],
  }
}
