import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import type { ChatMessage, ProvenFigure } from '@aerie/wire/agent/agent'
import type { Database, Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { MESSAGES_A_DAY, MESSAGES_PER_CONVERSATION, WAITING_MAX } from '../agent-limits.ts'
import { budgetRepository } from '../budget-repository.ts'
import { chatMessageOf } from './chat-message.ts'
import { conversationRepository, type Owned } from './conversation-repository.ts'
import { conversationRefOf, dayOf, present, requireText } from './conversation-service.ts'
import { type MessageRow, messageRepository } from './message-repository.ts'
import type { ConversationRef } from './reply-store.ts'

type Deps = { readonly db: Database; readonly clock: Clock }
type MessageDraft = Owned & { readonly text: string; readonly messageId: string | undefined; readonly zone?: string | undefined }
type FeedbackDraft = MessageDraft & { readonly figuresFor: (text: string) => readonly ProvenFigure[] }

export type StoredMessage = { readonly message: ChatMessage; readonly isNew: boolean; readonly ref: ConversationRef }

export type MessageService = ReturnType<typeof messageService>

export const messageService = ({ db, clock }: Deps) => {
  const now = (): Date => new Date(clock.now())
  const messages = messageRepository(db)

  /** Stores a question or result once. The row lock makes counts and IDs consistent under concurrency. */
  const store = (
    draft: MessageDraft,
    row: Pick<MessageRow, 'kind'> & { figures?: readonly ProvenFigure[] | null; zone?: string | null },
  ): Promise<StoredMessage> =>
    db.transaction(async (tx) => {
      const conversation = present(await conversationRepository(tx).lock(draft))
      const { number } = conversation
      const known = draft.messageId === undefined ? undefined : await messageRepository(tx).find(number, draft.messageId)
      if (known !== undefined) {
        if (known.content !== draft.text || known.kind !== row.kind) throw usedOtherwise()
        return { message: chatMessageOf(known, draft.id), isNew: false, ref: conversationRefOf(conversation) }
      }
      await requireRoom(tx, draft.userId, number, row.kind)
      const inserted = await messageRepository(tx).insert({
        ...row,
        conversation: number,
        id: draft.messageId ?? randomUUID(),
        content: draft.text,
        createdAt: now(),
      })
      return { message: chatMessageOf(inserted, draft.id), isNew: true, ref: conversationRefOf(conversation) }
    })

  const requireRoom = async (tx: Db, userId: string, conversation: number, kind: MessageRow['kind']): Promise<void> => {
    const { all, waiting } = await messageRepository(tx).counts(conversation)
    // Reserves room for the reply.
    if (all + 2 > MESSAGES_PER_CONVERSATION)
      throw new AppError('rule_broken', { detail: `This conversation is full (${MESSAGES_PER_CONVERSATION} messages). Start a new one.` })
    if (kind === 'question' && waiting >= WAITING_MAX)
      throw new AppError('rate_limited', {
        detail: `${waiting} questions are waiting for an answer. Wait for one before you ask the next.`,
      })
    if (!(await budgetRepository(tx).takeMessage({ userId, day: dayOf(now()) }, MESSAGES_A_DAY)))
      throw new AppError('rate_limited', {
        detail: `You have used your ${MESSAGES_A_DAY} messages for today. The limit resets at midnight UTC.`,
      })
  }

  return {
    /** @throws AppError not_found; conflict if the ID was used for another text; rate_limited; rule_broken if full */
    ask: (draft: MessageDraft): Promise<StoredMessage> =>
      store({ ...draft, text: requireText(draft.text) }, { kind: 'question', zone: draft.zone ?? null }),

    addFeedback: ({ figuresFor, ...draft }: FeedbackDraft): Promise<StoredMessage> => {
      const text = requireText(draft.text)
      const figures = figuresFor(text)
      return store({ ...draft, text }, { kind: 'feedback', figures: figures.length > 0 ? figures : null })
    },

    replyTo: async ({ ref, message }: StoredMessage): Promise<ChatMessage | undefined> => {
      const reply = await messages.findReply(ref.number, message._id)
      return reply && chatMessageOf(reply, ref.id)
    },
  }
}

const usedOtherwise = (): AppError => new AppError('conflict', { detail: 'This id is already used by another message.' })
