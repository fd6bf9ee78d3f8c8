import { type Clock, DAY_MS, HOUR_MS } from '@aerie/core/time'
import {
  type ChatMessage,
  CONVERSATION_NAME_MAX_LENGTH,
  type ConversationEntry,
  MESSAGE_MAX_LENGTH,
  REMOVED_KEPT_HOURS,
} from '@aerie/wire/agent/agent'
import type { Database } from '../../../platform/db/client.ts'
import { serializable } from '../../../platform/db/serializable.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { CONVERSATIONS_MAX, EXPORT_PAGE, HISTORY_PAGE } from '../agent-limits.ts'
import { budgetRepository } from '../budget-repository.ts'
import { chatMessageOf } from './chat-message.ts'
import { type ConversationRow, conversationRepository, type Owned } from './conversation-repository.ts'
import { messageRepository } from './message-repository.ts'
import type { ConversationRef } from './reply-store.ts'

/** Control, hiding and bidi characters, except tab, line feed and the joiners of emoji and scripts. */
const UNWANTED = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Normalizes user text: line ends, no invisible or unstorable characters, trimmed. Markup is kept as text. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, '').normalize('NFC').trim()

type Deps = { readonly db: Database; readonly clock: Clock }

const KEPT_DAYS = 90

export type HistoryPage = { readonly ref: ConversationRef; readonly messages: ChatMessage[]; readonly next: string | undefined }

export type WholeConversation = { readonly entry: ConversationEntry; readonly pages: AsyncIterable<readonly ChatMessage[]> }

export type ConversationService = ReturnType<typeof conversationService>

export const conversationService = ({ db, clock }: Deps) => {
  const now = (): Date => new Date(clock.now())
  const conversations = conversationRepository(db)
  const messages = messageRepository(db)

  const demand = async (own: Owned): Promise<ConversationRow> => present(await conversations.find(own))

  async function* pagesOf({ number, id }: ConversationRow): AsyncGenerator<readonly ChatMessage[]> {
    let after = 0
    for (;;) {
      const rows = await messages.oldest(number, { after, limit: EXPORT_PAGE })
      if (rows.length > 0) yield rows.map((row) => chatMessageOf(row, id))
      if (rows.length < EXPORT_PAGE) return
      after = rows.at(-1)?.seq ?? after
    }
  }

  return {
    list: async (userId: string): Promise<ConversationEntry[]> => (await conversations.list(userId)).map(entryOf),

    find: async (own: Owned): Promise<ConversationRef> => conversationRefOf(await demand(own)),

    /** Idempotent by ID. At the limit, erases the conversation removed first. @throws AppError rule_broken if none is removed */
    create: (own: Owned, text: string): Promise<{ entry: ConversationEntry; isNew: boolean }> => {
      const name = conversationName(requireText(text))
      return serializable(db, async (tx) => {
        const repository = conversationRepository(tx)
        const known = await repository.find(own)
        if (known !== undefined) return { entry: entryOf(present(known)), isNew: false }
        const isFull = (await repository.count(own.userId)) >= CONVERSATIONS_MAX
        if (isFull && !(await repository.eraseOldestRemoved(own.userId)))
          throw refused(`You can keep ${CONVERSATIONS_MAX} conversations. Delete one first.`)
        const inserted = await repository.insert({ ...own, name, createdAt: now() })
        return { entry: entryOf(inserted), isNew: true }
      })
    },

    page: async (own: Owned, before?: string): Promise<HistoryPage> => {
      const conversation = await demand(own)
      const last = before === undefined ? undefined : await messages.find(conversation.number, before)
      if (before !== undefined && last === undefined) throw new AppError('not_found', { detail: 'This message does not exist.' })
      // Reads one extra row to detect older messages.
      const rows = await messages.newest(conversation.number, { before: last?.seq, limit: HISTORY_PAGE.messages + 1 })
      const pageMessages = pageOf(rows.map((row) => chatMessageOf(row, own.id)))
      const next = pageMessages.length < rows.length ? pageMessages[0]?._id : undefined
      return { ref: conversationRefOf(conversation), messages: pageMessages, next }
    },

    whole: async (own: Owned): Promise<WholeConversation> => {
      const conversation = await demand(own)
      return { entry: entryOf(conversation), pages: pagesOf(conversation) }
    },

    rename: async (own: Owned, name: string): Promise<ConversationEntry> =>
      entryOf(present(await conversations.rename(own, typedName(requireText(name))))),

    /** Hides a conversation; erased a day later, or earlier when its slot is needed. */
    remove: async (own: Owned): Promise<ConversationRef> => conversationRefOf(present(await conversations.setRemoved(own, now()), true)),
    restore: async (own: Owned): Promise<{ entry: ConversationEntry; ref: ConversationRef }> => {
      const row = present(await conversations.setRemoved(own, null))
      return { entry: entryOf(row), ref: conversationRefOf(row) }
    },

    sweep: async (): Promise<void> => {
      await conversations.eraseRemovedBefore(new Date(clock.now() - REMOVED_KEPT_HOURS * HOUR_MS))
      await budgetRepository(db).deleteBefore(dayOf(new Date(clock.now() - KEPT_DAYS * DAY_MS)))
    },
  }
}

export const conversationRefOf = ({ userId, id, number }: ConversationRow): ConversationRef => ({ userId, id, number })
const entryOf = ({ id, name, createdAt }: ConversationRow): ConversationEntry => ({ _id: id, name, createdAt: createdAt.toISOString() })

function pageOf(newestFirst: readonly ChatMessage[]): ChatMessage[] {
  let bytes = 0
  const end = newestFirst.findIndex((message, index) => {
    bytes += Buffer.byteLength(JSON.stringify(message))
    return index > 0 && (index >= HISTORY_PAGE.messages || bytes > HISTORY_PAGE.bytes)
  })
  return newestFirst.slice(0, end < 0 ? newestFirst.length : end).reverse()
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export function present(row: ConversationRow | undefined, mayBeRemoved = false): ConversationRow {
  if (row === undefined || (row.removedAt !== null && !mayBeRemoved))
    throw new AppError('not_found', { detail: 'This conversation does not exist.' })
  return row
}

export function requireText(text: string): string {
  const clean = cleanText(text)
  if (clean === '') throw new AppError('bad_input', { detail: 'This message has no readable text.' })
  // Unicode composition may triple the length, so the limit applies to the stored text.
  if (clean.length > MESSAGE_MAX_LENGTH)
    throw new AppError('bad_input', { detail: `A message can have at most ${MESSAGE_MAX_LENGTH} characters.` })
  return clean
}

const refused = (detail: string): AppError => new AppError('rule_broken', { detail })

const NAME_LENGTH = 60
/** Maximum share of the name lost by cutting at a word boundary. */
const LONGEST_LOSS = 0.4

/** Name from the first non-empty line, cut at a word boundary. `text` must be clean. */
export function conversationName(text: string): string {
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? text
  return shorten(line.replaceAll(/\s+/gu, ' ').trim(), NAME_LENGTH)
}

export const typedName = (name: string): string => shorten(name.replaceAll(/\s+/gu, ' ').trim(), CONVERSATION_NAME_MAX_LENGTH)

function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  // Cut by grapheme, so that emoji are not split.
  let cut = ''
  for (const { segment } of segmenter.segment(text)) {
    if (cut.length + segment.length >= length) break
    cut += segment
  }
  const wordEnd = cut.lastIndexOf(' ')
  return `${(wordEnd > length * (1 - LONGEST_LOSS) ? cut.slice(0, wordEnd) : cut).trimEnd()}…`
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
