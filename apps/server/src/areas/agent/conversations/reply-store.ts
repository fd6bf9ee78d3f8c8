import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import type { ChatMessage } from '@aerie/wire/agent/agent'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Db } from '../../../platform/db/client.ts'
import { agentConversations, agentMessages } from '../../../platform/db/schema/agent.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Draft } from '../answers/draft.ts'
import { chatMessageOf, replyColumns } from './chat-message.ts'
import { claimRepository, type Issued } from './claim-repository.ts'
import { conversationRepository, type Owned } from './conversation-repository.ts'
import { type MessageRow, messageRepository } from './message-repository.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  /** This process, as the holder of leases. */
  readonly node: string
  readonly newestIssued: (symbol: string, hours: number) => Promise<Issued>
}

export type ConversationRef = Owned & { readonly number: number }
export type StoredReply = { readonly message: ChatMessage; readonly isRemoved: boolean }

export const replyStore = ({ db, clock, node, newestIssued }: Deps) => {
  const leases = leaseRepository(db, node)
  const messages = messageRepository(db)
  const waiting = waitingRepository(db)

  const issuedOf = async ({ calls }: Draft): Promise<Issued[]> => {
    const issued: Issued[] = []
    for (const { name, arguments: args } of calls) {
      if (name !== 'get_crypto_prediction' || args.timeframe === undefined) continue
      const found = await newestIssued(args.ticker, args.timeframe).catch(nothingWhereThereIsNone)
      if (found !== undefined) issued.push(found)
    }
    return issued
  }

  return {
    conversationsWaiting: (): Promise<ConversationRef[]> => waiting.conversations(),
    /** Conversations whose process died while it answered them. */
    conversationsLeft: (): Promise<ConversationRef[]> => leases.lapsed(),
    leases,
    isWaiting: async (conversation: number): Promise<boolean> => (await waiting.oldest(conversation)) !== undefined,
    /** The oldest unanswered question of an active conversation; counts as an attempt. Only under a lease. */
    begin: async (ref: ConversationRef): Promise<MessageRow | undefined> => {
      if ((await waiting.oldest(ref.number)) === undefined) return undefined
      if (!(await leases.take(ref.number))) return undefined
      const question = await waiting.oldest(ref.number)
      if (question !== undefined) await waiting.countTry(question.seq)
      return question
    },
    recent: (ref: ConversationRef, limit: number): Promise<MessageRow[]> => messages.recent(ref.number, limit),
    /** The reply and its predictions are one transaction. @returns undefined if the question already has a reply */
    insert: async (ref: ConversationRef, question: MessageRow, draft: Draft): Promise<StoredReply | undefined> => {
      const issued = await issuedOf(draft)
      const at = new Date(clock.now())
      return db.transaction(async (tx) => {
        const conversation = await conversationRepository(tx).lock(ref)
        // Another process has taken over, because this one was paused for longer than its lease.
        if (conversation === undefined || conversation.answeringBy !== node) return undefined
        const row = await messageRepository(tx).insertReply({
          ...replyColumns(draft),
          conversation: ref.number,
          id: randomUUID(),
          kind: 'reply',
          replyTo: question.id,
          createdAt: at,
        })
        if (row === undefined) return undefined
        await claimRepository(tx).insert(ref.userId, issued, at)
        return { message: chatMessageOf(row, ref.id), isRemoved: conversation.removedAt !== null }
      })
    },
  }
}
export type ReplyStore = ReturnType<typeof replyStore>

/** Without a forecast no claim is stored; the market-data call shows the reason. */
function nothingWhereThereIsNone(error: unknown): undefined {
  if (error instanceof AppError) return undefined
  throw error
}

/** Renewed every three seconds. */
const LEASE_S = 10

/** One process at a time answers a conversation. By the database's clock. */
const leaseRepository = (db: Db, node: string) => {
  const { number, userId, id, answeringBy, answeringUntil, isStopAsked, removedAt } = agentConversations
  const until = sql`now() + make_interval(secs => ${LEASE_S})`
  return {
    take: async (which: number): Promise<boolean> => {
      const isFree = or(isNull(answeringBy), eq(answeringBy, node), lt(answeringUntil, sql`now()`))
      const taken = await db
        .update(agentConversations)
        .set({ answeringBy: node, answeringUntil: until, isStopAsked: false })
        .where(and(eq(number, which), isNull(removedAt), isFree))
        .returning({ number })
      return taken.length > 0
    },
    /** @returns those still held, and whether their user asked another process to stop them */
    renew: (which: readonly number[]) =>
      db
        .update(agentConversations)
        .set({ answeringUntil: until })
        .where(and(inArray(number, [...which]), eq(answeringBy, node)))
        .returning({ number, isStopAsked }),
    /** Also a lapsed one of another process. @returns whether there was one */
    release: async (which: number): Promise<boolean> => {
      const released = await db
        .update(agentConversations)
        .set({ answeringBy: null, answeringUntil: null })
        .where(and(eq(number, which), or(eq(answeringBy, node), lt(answeringUntil, sql`now()`))))
        .returning({ number })
      return released.length > 0
    },
    /** Lets another process continue at once. */
    abandon: async (which: number): Promise<void> => {
      await db
        .update(agentConversations)
        .set({ answeringUntil: sql`now() - interval '1 second'` })
        .where(and(eq(number, which), eq(answeringBy, node)))
    },
    askStop: async (which: number): Promise<void> => {
      await db
        .update(agentConversations)
        .set({ isStopAsked: true })
        .where(and(eq(number, which), isNotNull(answeringBy)))
    },
    lapsed: () =>
      db
        .select({ number, userId, id })
        .from(agentConversations)
        .where(and(isNotNull(answeringBy), lt(answeringUntil, sql`now()`), isNull(removedAt)))
        .limit(MOST_LAPSED),
  }
}

/** Taken over in one look. */
const MOST_LAPSED = 200

/** Newest messages searched for unanswered questions on startup: more than arrive while questions stay answerable. */
const LOOK_BACK = 20_000

const replies = alias(agentMessages, 'replies')
const hasNoReply = and(eq(agentMessages.kind, 'question'), isNull(replies.seq))
const replyOf = and(eq(replies.conversation, agentMessages.conversation), eq(replies.replyTo, agentMessages.id))

const waitingRepository = (db: Db) => ({
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
