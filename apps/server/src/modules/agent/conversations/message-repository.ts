import { itemAt } from '@aerie/core/item-at'
import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { agentMessages } from '../../../db/schema/agent.ts'

export type MessageRow = typeof agentMessages.$inferSelect
type NewMessage = Omit<typeof agentMessages.$inferInsert, 'seq'>

/** What was said. `conversation` is the row's number: whoever has it has found it by its owner. */
export const messageRepository = (db: Db) => {
  const inConversation = (conversation: number) => eq(agentMessages.conversation, conversation)
  return {
    /** The oldest `limit` after the message of that `seq`, oldest first; 0 is before all. */
    oldest: (conversation: number, { after, limit }: { after: number; limit: number }): Promise<MessageRow[]> =>
      db
        .select()
        .from(agentMessages)
        .where(and(inConversation(conversation), gt(agentMessages.seq, after)))
        .orderBy(asc(agentMessages.seq))
        .limit(limit),
    /** The newest `limit`, oldest of them first. */
    recent: async (conversation: number, limit: number): Promise<MessageRow[]> =>
      (await db.select().from(agentMessages).where(inConversation(conversation)).orderBy(desc(agentMessages.seq)).limit(limit)).reverse(),
    /** The newest `limit`, or the newest before the message of that `seq`; newest first. */
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
    /** Stores a reply. @returns undefined where its question has one */
    insertReply: async (row: NewMessage): Promise<MessageRow | undefined> =>
      (await db.insert(agentMessages).values(row).onConflictDoNothing().returning())[0],
  }
}
