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
  /** Called if a question cannot be answered now; it is retried when its conversation is opened. */
  readonly onFailure: (ref: ConversationRef, question: string | undefined, error: unknown) => void
}

const RECENT = 120

type Work = { isWanted: boolean; question?: string; stop?: AbortController; text?: string }

/** Answers each conversation's questions sequentially. The database is the queue, so a restart loses none. */
export class AnswerWorkers {
  readonly #deps: Deps
  readonly #works = new Map<number, Work>()
  #isClosed = false
  #idle: (() => void)[] = []

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async resume(): Promise<void> {
    for (const ref of await this.#deps.store.conversationsWaiting()) this.attend(ref)
  }

  /** Keeps what is being answered here, and continues what a dead process left. Call every few seconds. */
  async tend(): Promise<void> {
    const { store } = this.#deps
    const drafting = [...this.#works].flatMap(([number, { stop }]) => (stop === undefined ? [] : [{ number, stop }]))
    if (drafting.length > 0) {
      const held = new Map((await store.leases.renew(drafting.map(({ number }) => number))).map((row) => [row.number, row.isStopAsked]))
      // Lost, or stopped by its user through another process.
      for (const { number, stop } of drafting) if (held.get(number) !== false) stop.abort()
    }
    for (const ref of await store.conversationsLeft()) this.attend(ref)
  }

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

  async stop({ number }: Pick<ConversationRef, 'number'>): Promise<void> {
    const work = this.#works.get(number)
    if (work === undefined) await this.#deps.store.leases.askStop(number)
    else work.stop?.abort()
  }

  partial({ number }: Pick<ConversationRef, 'number'>): { readonly replyTo: string; readonly text: string } | undefined {
    const { question, text } = this.#works.get(number) ?? {}
    return question === undefined || text === undefined ? undefined : { replyTo: question, text }
  }

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
        // A question stored through another process just before is seen only after the release.
        if (!this.#isClosed && !work.isWanted) work.isWanted = await this.#letGo(ref)
      }
      if (this.#isClosed) await this.#deps.store.leases.abandon(ref.number)
    } catch (error) {
      this.#deps.onFailure(ref, work.question, error)
      await this.#deps.store.leases.release(ref.number).catch(() => undefined) // the lease ends by itself
    } finally {
      this.#works.delete(ref.number)
      if (this.#works.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  /** @returns whether there is another question after all */
  async #letGo({ number }: ConversationRef): Promise<boolean> {
    const { store } = this.#deps
    return (await store.leases.release(number)) && (await store.isWaiting(number))
  }

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
    // In the conversation's queue, so that messages are sent in the order stored.
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
    const publishText = (text: string): void => {
      work.text = text
      onText(ref, question.id, text)
    }
    const draft = await answer({
      userId: ref.userId,
      question: question.content,
      turns,
      zone: question.zone ?? undefined,
      signal: stop.signal,
      onText: publishText,
    })
    delete work.stop
    return this.#isClosed && draft.ended !== undefined ? undefined : draft
  }
}

/** Includes the user ID, so that no user waits for another. */
export const queueKeyOf = ({ userId, id }: Owned): string => `${userId} ${id}`

const interrupted = (): Draft => ({ text: notes('en').interrupted, calls: [], engine: 'built-in', ended: 'failed', language: 'en' })
