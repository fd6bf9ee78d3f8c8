import type { Clock } from '@aerie/core/time'
import type { KeyedSerialQueue } from '@aerie/runtime/serial-queue'
import type { ChatMessage } from '@aerie/wire/agent/agent'
import { ANSWERABLE_MS, TRIES_MAX } from '../agent-limits.ts'
import { turnsBefore } from '../conversations/chat-message.ts'
import type { Owned } from '../conversations/conversation-repository.ts'
import type { MessageRow } from '../conversations/message-repository.ts'
import type { ConversationRef, ReplyStore } from '../conversations/reply-store.ts'
import type { Ask, Draft } from './draft.ts'
import { notes } from './notes.ts'

type Deps = {
  readonly store: ReplyStore
  readonly queue: KeyedSerialQueue
  readonly clock: Clock
  readonly answer: (ask: Ask) => Promise<Draft>
  readonly onReply: (userId: string, message: ChatMessage) => void
  readonly onText: (ref: ConversationRef, replyTo: string, text: string) => void
  /** A question could not be answered now; it is tried again when its conversation is opened. */
  readonly onFailure: (ref: ConversationRef, question: string | undefined, error: unknown) => void
}

/** Enough for the turns that an engine looks at. */
const RECENT = 120

type Work = { isWanted: boolean; question?: string; stop?: AbortController; text?: string }

/** Answers the questions of each conversation one after the other. The database is the queue: a restart loses none. */
export class AnswerWorkers {
  readonly #deps: Deps
  readonly #works = new Map<number, Work>()
  #isClosed = false
  #idle: (() => void)[] = []

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Questions that waited when the server ended. */
  async resume(): Promise<void> {
    for (const ref of await this.#deps.store.conversationsWaiting()) this.attend(ref)
  }

  /** Answers what waits in a conversation. */
  attend(ref: ConversationRef): void {
    if (this.#isClosed) return
    const running = this.#works.get(ref.number)
    if (running !== undefined) {
      running.isWanted = true
      return
    }
    const work: Work = { isWanted: true }
    this.#works.set(ref.number, work)
    void this.#work(ref, work)
  }

  /** Ends the answer that is being made, if there is one; questions behind it are answered. */
  stop({ number }: Pick<ConversationRef, 'number'>): void {
    this.#works.get(number)?.stop?.abort()
  }

  /** What has been said of an answer that is being made. */
  partial({ number }: Pick<ConversationRef, 'number'>): { readonly replyTo: string; readonly text: string } | undefined {
    const { question, text } = this.#works.get(number) ?? {}
    return question === undefined || text === undefined ? undefined : { replyTo: question, text }
  }

  /** Ends all answers; what was not finished is answered after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { stop } of this.#works.values()) stop?.abort()
    if (this.#works.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  async #work(ref: ConversationRef, work: Work): Promise<void> {
    try {
      while (work.isWanted) {
        work.isWanted = false
        while (await this.#answerNext(ref, work));
      }
    } catch (error) {
      this.#deps.onFailure(ref, work.question, error)
    } finally {
      this.#works.delete(ref.number)
      if (this.#works.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  /** @returns whether there was a question */
  async #answerNext(ref: ConversationRef, work: Work): Promise<boolean> {
    const { store, queue, onReply } = this.#deps
    delete work.question
    delete work.text
    if (this.#isClosed) return false
    const question = await store.begin(ref)
    if (question === undefined) return false
    work.question = question.id
    const draft = await this.#draft(ref, question, work)
    if (draft === undefined) return false
    // In the queue of the conversation: its messages leave in the order in which they were stored.
    await queue.run([queueKeyOf(ref)], async () => {
      const stored = await store.insert(ref, question, draft)
      if (stored !== undefined && !stored.isRemoved) onReply(ref.userId, stored.message)
    })
    return true
  }

  async #draft(ref: ConversationRef, question: MessageRow, work: Work): Promise<Draft | undefined> {
    const { store, clock, answer, onText } = this.#deps
    const isTooLate = clock.now() - question.createdAt.getTime() > ANSWERABLE_MS
    if (isTooLate || question.tries >= TRIES_MAX) return interrupted()
    const turns = turnsBefore(question, await store.recent(ref, RECENT))
    const stop = new AbortController()
    work.stop = stop
    const say = (text: string): void => {
      work.text = text
      onText(ref, question.id, text)
    }
    const draft = await answer({
      userId: ref.userId,
      question: question.content,
      turns,
      zone: question.zone ?? undefined,
      signal: stop.signal,
      onText: say,
    })
    delete work.stop
    return this.#isClosed && draft.ended !== undefined ? undefined : draft
  }
}

/** One key per conversation; it holds the user, too, so that nobody queues behind another user. */
export const queueKeyOf = ({ userId, id }: Owned): string => `${userId} ${id}`

const interrupted = (): Draft => ({ text: notes('en').interrupted, calls: [], engine: 'built-in', ended: 'failed', language: 'en' })
