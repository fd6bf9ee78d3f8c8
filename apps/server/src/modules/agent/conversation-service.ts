import { randomUUID } from 'node:crypto'
import { type Clock, DAY_MS, HOUR_MS } from '@aerie/core/time'
import { type ChatMessage, type ConversationEntry, type ProvenFigure, REMOVED_KEPT_HOURS } from '@aerie/wire/agent'
import type { Database, Db } from '../../db/client.ts'
import { serializable } from '../../db/serializable.ts'
import { AppError } from '../../plugins/app-error.ts'
import { CONVERSATIONS_MAX, MESSAGES_A_DAY, MESSAGES_PER_CONVERSATION, WAITING_MAX } from './agent-limits.ts'
import { budgetRepository } from './budget-repository.ts'
import { chatMessageOf } from './chat-message.ts'
import { cleanText } from './clean-text.ts'
import { conversationName, typedName } from './conversation-name.ts'
import { type ConversationRow, conversationRepository, type Owned } from './conversation-repository.ts'
import { type MessageRow, messageRepository } from './message-repository.ts'
import type { Place } from './reply-store.ts'

type Deps = { readonly db: Database; readonly clock: Clock }
type Saying = Owned & { readonly text: string; readonly messageId: string | undefined }
type Told = Saying & { readonly figuresFor: (text: string) => readonly ProvenFigure[] }

/** A message that is stored. `isNew` false: it was there already, and nothing has changed. */
export type Said = { readonly message: ChatMessage; readonly isNew: boolean; readonly place: Place }

/** Counted days are kept this long. */
const KEPT_DAYS = 90

export type ConversationService = ReturnType<typeof conversationService>

/** Users' conversations and what is said in them. What is not the caller's own does not exist. */
export const conversationService = ({ db, clock }: Deps) => {
  const now = (): Date => new Date(clock.now())
  const conversations = conversationRepository(db)
  const messages = messageRepository(db)

  const demand = async (own: Owned): Promise<ConversationRow> => present(await conversations.find(own))

  /** Stores a question or a result, once. The row lock makes counts and ids certain whatever else is written meanwhile. */
  const store = (saying: Saying, row: Pick<MessageRow, 'kind'> & { figures?: readonly ProvenFigure[] | null }): Promise<Said> =>
    db.transaction(async (tx) => {
      const conversation = present(await conversationRepository(tx).lock(saying))
      const { number } = conversation
      const known = saying.messageId === undefined ? undefined : await messageRepository(tx).find(number, saying.messageId)
      if (known !== undefined) {
        if (known.content !== saying.text || known.kind !== row.kind) throw usedOtherwise()
        return { message: chatMessageOf(known, saying.id), isNew: false, place: placeOf(conversation) }
      }
      await demandRoom(tx, saying.userId, number, row.kind)
      const inserted = await messageRepository(tx).insert({
        ...row,
        conversation: number,
        id: saying.messageId ?? randomUUID(),
        content: saying.text,
        createdAt: now(),
      })
      return { message: chatMessageOf(inserted, saying.id), isNew: true, place: placeOf(conversation) }
    })

  const demandRoom = async (tx: Db, userId: string, conversation: number, kind: MessageRow['kind']): Promise<void> => {
    const { all, waiting } = await messageRepository(tx).counts(conversation)
    // The reply will need room too.
    if (all + 2 > MESSAGES_PER_CONVERSATION)
      throw refused(`This conversation is full (${MESSAGES_PER_CONVERSATION} messages). Start a new one.`)
    if (kind === 'question' && waiting >= WAITING_MAX)
      throw new AppError('rate_limited', {
        detail: `${waiting} questions wait for an answer here already. Wait for one before you ask the next.`,
      })
    if (!(await budgetRepository(tx).takeMessage({ userId, day: dayOf(now()) }, MESSAGES_A_DAY)))
      throw new AppError('rate_limited', {
        detail: `Your ${MESSAGES_A_DAY} messages of this day are used up; the next day begins at midnight UTC.`,
      })
  }

  return {
    list: async (userId: string): Promise<ConversationEntry[]> => (await conversations.list(userId)).map(entryOf),

    /** @throws AppError not_found */
    find: async (own: Owned): Promise<Place> => placeOf(await demand(own)),

    /** Begins a conversation, named after its first text. An id that the caller has used already gives that conversation. */
    create: (own: Owned, text: string): Promise<{ entry: ConversationEntry; isNew: boolean }> => {
      const name = conversationName(demandText(text))
      return serializable(db, async (tx) => {
        const repository = conversationRepository(tx)
        const known = await repository.find(own)
        if (known !== undefined) return { entry: entryOf(present(known)), isNew: false }
        if ((await repository.count(own.userId)) >= CONVERSATIONS_MAX)
          throw refused(`You can keep ${CONVERSATIONS_MAX} conversations. Delete one first.`)
        const inserted = await repository.insert({ ...own, name, createdAt: now() })
        return { entry: entryOf(inserted), isNew: true }
      })
    },

    /** @throws AppError not_found */
    history: async (own: Owned): Promise<{ entry: ConversationEntry; place: Place; messages: ChatMessage[] }> => {
      const conversation = await demand(own)
      const rows = await messages.list(conversation.number)
      return { entry: entryOf(conversation), place: placeOf(conversation), messages: rows.map((row) => chatMessageOf(row, own.id)) }
    },

    /**
     * Stores a question; it is on disk when this resolves.
     *
     * @throws AppError not_found; conflict where the id was used for another text; rate_limited; rule_broken where it is full
     */
    ask: (saying: Saying): Promise<Said> => store({ ...saying, text: demandText(saying.text) }, { kind: 'question' }),

    /** Stores a result as the client told it, with the figures in it that the server can prove. @throws as `ask` */
    tell: ({ figuresFor, ...saying }: Told): Promise<Said> => {
      const text = demandText(saying.text)
      const figures = figuresFor(text)
      return store({ ...saying, text }, { kind: 'feedback', figures: figures.length > 0 ? figures : null })
    },

    /** The reply to a question, where there is one. */
    replyTo: async ({ place, message }: Said): Promise<ChatMessage | undefined> => {
      const reply = await messages.findReply(place.number, message._id)
      return reply && chatMessageOf(reply, place.id)
    },

    rename: async (own: Owned, name: string): Promise<ConversationEntry> =>
      entryOf(present(await conversations.rename(own, typedName(demandText(name))))),

    /** Hides a conversation; it is erased a day later. */
    remove: async (own: Owned): Promise<Place> => placeOf(present(await conversations.setRemoved(own, now()), true)),
    /** Undoes a removal. */
    restore: async (own: Owned): Promise<{ entry: ConversationEntry; place: Place }> => {
      const row = present(await conversations.setRemoved(own, null))
      return { entry: entryOf(row), place: placeOf(row) }
    },

    sweep: async (): Promise<void> => {
      await conversations.eraseRemovedBefore(new Date(clock.now() - REMOVED_KEPT_HOURS * HOUR_MS))
      await budgetRepository(db).deleteBefore(dayOf(new Date(clock.now() - KEPT_DAYS * DAY_MS)))
    },
  }
}

const placeOf = ({ userId, id, number }: ConversationRow): Place => ({ userId, id, number })
const entryOf = ({ id, name, createdAt }: ConversationRow): ConversationEntry => ({ _id: id, name, createdAt: createdAt.toISOString() })

/** A UTC day: `2026-01-31`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

function present(row: ConversationRow | undefined, mayBeRemoved = false): ConversationRow {
  if (row === undefined || (row.removedAt !== null && !mayBeRemoved))
    throw new AppError('not_found', { detail: 'There is no such conversation.' })
  return row
}

function demandText(text: string): string {
  const clean = cleanText(text)
  if (clean === '') throw new AppError('bad_input', { detail: 'There is nothing in this text that can be read.' })
  return clean
}

const refused = (detail: string): AppError => new AppError('rule_broken', { detail })
const usedOtherwise = (): AppError => new AppError('conflict', { detail: 'This id belongs to another message of the conversation.' })
