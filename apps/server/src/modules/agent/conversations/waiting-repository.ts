import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/client.ts'
import { agentConversations, agentMessages } from '../../../db/schema/agent.ts'
import type { MessageRow } from './message-repository.ts'

/** A restart looks for questions without an answer among so many of the newest messages: more than any server is asked in the minutes they stay answerable. */
const LOOK_BACK = 20_000

const replies = alias(agentMessages, 'replies')
const hasNoReply = and(eq(agentMessages.kind, 'question'), isNull(replies.seq))
const replyOf = and(eq(replies.conversation, agentMessages.conversation), eq(replies.replyTo, agentMessages.id))

/** Questions that wait for their answer. */
export const waitingRepository = (db: Db) => ({
  /** The oldest question without a reply. */
  oldest: async (conversation: number): Promise<MessageRow | undefined> =>
    (
      await db
        .select({ message: agentMessages })
        .from(agentMessages)
        .leftJoin(replies, replyOf)
        .where(and(eq(agentMessages.conversation, conversation), hasNoReply))
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
  conversations: () =>
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
})
