import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { agentConversations, agentMessages } from '../../db/schema/agent.ts'

export type MessageRow = typeof agentMessages.$inferSelect
type NewMessage = Omit<typeof agentMessages.$inferInsert, 'seq'>

/** A restart looks for questions without an answer among so many of the newest messages: more than any server is asked in the minutes they stay answerable. */
const LOOK_BACK = 20_000

const replies = alias(agentMessages, 'replies')
const hasNoReply = and(eq(agentMessages.kind, 'question'), isNull(replies.seq))
const replyOf = and(eq(replies.conversation, agentMessages.conversation), eq(replies.replyTo, agentMessages.id))

/** What was said. `conversation` is the row's number: whoever has it has found it by its owner. */
export const messageRepository = (db: Db) => {
  const inConversation = (conversation: number) => eq(agentMessages.conversation, conversation)
  return {
    list: (conversation: number): Promise<MessageRow[]> =>
      db.select().from(agentMessages).where(inConversation(conversation)).orderBy(asc(agentMessages.seq)),
    /** The newest `limit`, oldest of them first. */
    recent: async (conversation: number, limit: number): Promise<MessageRow[]> =>
      (await db.select().from(agentMessages).where(inConversation(conversation)).orderBy(desc(agentMessages.seq)).limit(limit)).reverse(),
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
      (
        await db
          .select({
            all: sql<number>`count(*)::int`,
            waiting: sql<number>`(count(*) filter (where ${agentMessages.kind} = 'question') - count(*) filter (where ${agentMessages.kind} = 'reply'))::int`,
          })
          .from(agentMessages)
          .where(inConversation(conversation))
      )[0]!,
    insert: async (row: NewMessage): Promise<MessageRow> => (await db.insert(agentMessages).values(row).returning())[0]!,
    /** Stores a reply. @returns undefined where its question has one */
    insertReply: async (row: NewMessage): Promise<MessageRow | undefined> =>
      (await db.insert(agentMessages).values(row).onConflictDoNothing().returning())[0],
    /** The oldest question without a reply. */
    waiting: async (conversation: number): Promise<MessageRow | undefined> =>
      (
        await db
          .select({ message: agentMessages })
          .from(agentMessages)
          .leftJoin(replies, replyOf)
          .where(and(inConversation(conversation), hasNoReply))
          .orderBy(asc(agentMessages.seq))
          .limit(1)
      )[0]?.message,
    countTry: async (seq: number): Promise<void> => {
      await db
        .update(agentMessages)
        .set({ tries: sql`${agentMessages.tries} + 1` })
        .where(eq(agentMessages.seq, seq))
    },
    /** Conversations with questions that were not answered before the server ended. */
    conversationsWaiting: () =>
      db
        .selectDistinct({ number: agentConversations.number, userId: agentConversations.userId, id: agentConversations.id })
        .from(agentMessages)
        .innerJoin(agentConversations, eq(agentConversations.number, agentMessages.conversation))
        .leftJoin(replies, replyOf)
        .where(
          and(
            gt(agentMessages.seq, sql`(select coalesce(max(seq), 0) - ${LOOK_BACK} from agent_messages)`),
            hasNoReply,
            isNull(agentConversations.removedAt),
          ),
        ),
  }
}
