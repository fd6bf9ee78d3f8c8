import type { Clock } from '@aerie/core/time'
import type { ChatMessage } from '@aerie/wire/agent'
import { ANSWERABLE_MS, TRIES_MAX } from './agent-limits.ts'
import { turnsBefore } from './chat-message.ts'
import type { Owned } from './conversation-repository.ts'
import type { Ask, Draft } from './draft.ts'
import type { Lanes } from './lanes.ts'
import type { MessageRow } from './message-repository.ts'
import { notes } from './notes.ts'
import type { Place, ReplyStore } from './reply-store.ts'

type Deps = {
  readonly store: ReplyStore
  readonly lanes: Lanes
  readonly clock: Clock
  readonly answer: (ask: Ask) => Promise<Draft>
  readonly onReply: (userId: string, message: ChatMessage) => void
  readonly onText: (place: Place, replyTo: string, text: string) => void
  /** A question could not be answered now; it is tried again when its conversation is opened. */
  readonly onFailure: (place: Place, question: string | undefined, error: unknown) => void
}

/** Enough for the turns that an engine looks at. */
const RECENT = 120

type Work = { isWanted: boolean; question?: string; stop?: AbortController; text?: string }

/** Answers the questions of each conversation one after the other. The database is the queue: a restart loses none. */
export class AnswerDesk {
  readonly #deps: Deps
  readonly #works = new Map<number, Work>()
  #isClosed = false
  #idle: (() => void)[] = []

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Questions that waited when the server ended. */
  async resume(): Promise<void> {
    for (const place of await this.#deps.store.conversationsWaiting()) this.attend(place)
  }

  /** Answers what waits in a conversation. */
  attend(place: Place): void {
    if (this.#isClosed) return
    const running = this.#works.get(place.number)
    if (running !== undefined) {
      running.isWanted = true
      return
    }
    const work: Work = { isWanted: true }
    this.#works.set(place.number, work)
    void this.#work(place, work)
  }

  /** Ends the answer that is being made, if there is one; questions behind it are answered. */
  stop({ number }: Pick<Place, 'number'>): void {
    this.#works.get(number)?.stop?.abort()
  }

  /** What has been said of an answer that is being made. */
  partial({ number }: Pick<Place, 'number'>): { readonly replyTo: string; readonly text: string } | undefined {
    const { question, text } = this.#works.get(number) ?? {}
    return question === undefined || text === undefined ? undefined : { replyTo: question, text }
  }

  /** Ends all answers; what was not finished is answered after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { stop } of this.#works.values()) stop?.abort()
    if (this.#works.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  async #work(place: Place, work: Work): Promise<void> {
    try {
      while (work.isWanted) {
        work.isWanted = false
        while (await this.#answerNext(place, work));
      }
    } catch (error) {
      this.#deps.onFailure(place, work.question, error)
    } finally {
      this.#works.delete(place.number)
      if (this.#works.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  /** @returns whether there was a question */
  async #answerNext(place: Place, work: Work): Promise<boolean> {
    const { store, lanes, onReply } = this.#deps
    delete work.question
    delete work.text
    if (this.#isClosed) return false
    const question = await store.begin(place)
    if (question === undefined) return false
    work.question = question.id
    const draft = await this.#draft(place, question, work)
    if (draft === undefined) return false
    // In the lane of the conversation: its messages leave in the order in which they were stored.
    await lanes.run([laneOf(place)], async () => {
      const stored = await store.insert(place, question, draft)
      if (stored !== undefined && !stored.isRemoved) onReply(place.userId, stored.message)
    })
    return true
  }

  async #draft(place: Place, question: MessageRow, work: Work): Promise<Draft | undefined> {
    const { store, clock, answer, onText } = this.#deps
    const isTooLate = clock.now() - question.createdAt.getTime() > ANSWERABLE_MS
    if (isTooLate || question.tries >= TRIES_MAX) return interrupted()
    const turns = turnsBefore(question, await store.recent(place, RECENT))
    const stop = new AbortController()
    work.stop = stop
    const say = (text: string): void => {
      work.text = text
      onText(place, question.id, text)
    }
    const draft = await answer({ userId: place.userId, question: question.content, turns, signal: stop.signal, onText: say })
    delete work.stop
    return this.#isClosed && draft.ended !== undefined ? undefined : draft
  }
}

/** One lane a conversation. Nobody enters that of another user's: the name is of both. */
export const laneOf = ({ userId, id }: Owned): string => `${userId} ${id}`

const interrupted = (): Draft => ({ text: notes('en').interrupted, calls: [], engine: 'built-in', ended: 'failed', language: 'en' })
