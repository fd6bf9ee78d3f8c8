import { randomUUID } from 'node:crypto'
import type { KeyedSerialQueue } from '@aerie/runtime/serial-queue'
import type { agentEvents, ConversationEntry, ProvenFigure } from '@aerie/wire/agent/agent'
import type * as z from 'zod/mini'
import { packetOf } from '../../platform/sockets/outgoing.ts'
import { AGENT_NAMESPACE, type Commands, type Window } from './agent-namespace.ts'
import { type AnswerWorkers, queueKeyOf } from './answers/answer-workers.ts'
import type { Owned } from './conversations/conversation-repository.ts'
import type { ConversationService, HistoryPage } from './conversations/conversation-service.ts'
import type { MessageService, StoredMessage } from './conversations/message-service.ts'
import type { ConversationRef } from './conversations/reply-store.ts'

type Deps = {
  readonly conversations: ConversationService
  readonly messages: MessageService
  readonly workers: AnswerWorkers
  readonly queue: KeyedSerialQueue
  readonly provenIn: (text: string, userId: string, messageId: string | undefined) => readonly ProvenFigure[]
}

/** Events of a conversation are sent in its queue, so that every window receives them in the order stored. */
export function agentCommandsOf({ conversations, messages, workers, queue, provenIn }: Deps): Commands {
  const reads = new SharedReads<Window>(queue)
  /** The sender receives its own message only if it gave an ID, as confirmation. */
  const spread = (window: Window, { message, isNew }: StoredMessage, isNamed: boolean): void => {
    if (isNamed) window.emit('message', message)
    if (isNew) window.emitToOthers('message', message)
  }
  const emitToAll = (window: Window, entry: ConversationEntry): void => {
    window.emit('conversation', entry)
    window.emitToOthers('conversation', entry)
  }
  const inLane = <T>(window: Window, id: string, work: (own: Owned) => Promise<T>): Promise<T> => {
    const own = ownOf(window, id)
    reads.forget([queueKeyOf(own)])
    return queue.run([queueKeyOf(own)], () => work(own))
  }
  /** Serializes changes to the conversation list before later list requests. */
  const inList = <T>(window: Window, id: string, work: (own: Owned) => Promise<T>): Promise<T> => {
    const own = ownOf(window, id)
    reads.forget([queueKeyOf(own), own.userId])
    return queue.run([queueKeyOf(own), own.userId], () => work(own))
  }

  return {
    ...readingCommands({ conversations, workers }, reads),
    conversation: (window, { text, id = randomUUID() }) =>
      inList(window, id, async (own) => {
        const { entry, isNew } = await conversations.create(own, text)
        if (isNew) emitToAll(window, entry)
        else window.emit('conversation', entry)
      }),
    message: (window, { conversation, text, id, zone }) =>
      inLane(window, conversation, async (own) => {
        const stored = await messages.ask({ ...own, text, messageId: id && oneSpelling(id), zone })
        spread(window, stored, id !== undefined)
        const reply = stored.isNew ? undefined : await messages.replyTo(stored)
        if (reply !== undefined) window.emit('message', reply)
        workers.attend(stored.ref)
      }),
    feedback: (window, { conversation, text, id, message_id }) =>
      inLane(window, conversation, async (own) => {
        const figuresFor = (clean: string) => provenIn(clean, own.userId, message_id)
        spread(window, await messages.addFeedback({ ...own, text, messageId: id && oneSpelling(id), figuresFor }), id !== undefined)
      }),
    rename: (window, { conversation, name }) =>
      inList(window, conversation, async (own) => emitToAll(window, await conversations.rename(own, name))),
    remove: (window, { conversation }) =>
      inList(window, conversation, async (own) => {
        await workers.stop(await conversations.remove(own))
        window.emit('removed', { conversation: own.id })
        window.emitToOthers('removed', { conversation: own.id })
      }),
    restore: (window, { conversation }) =>
      inList(window, conversation, async (own) => {
        const { entry, ref } = await conversations.restore(own)
        emitToAll(window, entry)
        workers.attend(ref)
      }),
    // Not queued: stopping must not wait for pending writes.
    stop: async (window, { conversation }) => workers.stop(await conversations.find(ownOf(window, conversation))),
  }
}

/** Read-only commands: equal ones waiting at the same time are merged. */
const readingCommands = (
  { conversations, workers }: Pick<Deps, 'conversations' | 'workers'>,
  reads: SharedReads<Window>,
): Pick<Commands, 'conversations' | 'history'> => ({
  conversations: (window) =>
    reads.ask({ key: window.userId, name: 'conversations', asker: window }, async (askers) =>
      emitToEach(askers, 'conversations', await conversations.list(window.userId)),
    ),
  history: (window, { conversation, before: given }) => {
    const own = ownOf(window, conversation)
    const before = given && oneSpelling(given)
    return reads.ask({ key: queueKeyOf(own), name: `history ${before ?? ''}`, asker: window }, async (askers) => {
      const page = await conversations.page(own, before)
      emitToEach(askers, 'history', historyOf(page, before))
      if (before === undefined) attendTo(page.ref, askers, workers)
    })
  },
})

const ownOf = ({ userId }: Window, id: string): Owned => ({ userId, id: oneSpelling(id) })

const oneSpelling = (id: string): string => id.toLowerCase()

const historyOf = ({ ref, messages, next }: HistoryPage, before: string | undefined): z.input<typeof agentEvents.history> => ({
  conversation: ref.id,
  messages,
  ...(before !== undefined && { before }),
  ...(next !== undefined && { next }),
})

function attendTo(ref: ConversationRef, askers: () => readonly Window[], workers: AnswerWorkers): void {
  const partial = workers.partial(ref)
  if (partial !== undefined) emitToEach(askers, 'partial', { conversation: ref.id, reply_to: partial.replyTo, text: partial.text })
  workers.attend(ref)
}

function emitToEach<E extends keyof typeof agentEvents>(
  askers: () => readonly Window[],
  event: E,
  message: z.input<(typeof agentEvents)[E]>,
): void {
  const windows = askers()
  if (windows.length === 0) return
  const packet = packetOf(AGENT_NAMESPACE, event, message)
  for (const window of windows) window.send(packet)
}

type Pending<A> = { readonly askers: Set<A>; readonly work: Promise<void> }

/** Merges equal pending reads in queue order, and skips reads whose callers have disconnected. */
export class SharedReads<A extends { readonly isConnected: () => boolean }> {
  readonly #queue: KeyedSerialQueue
  readonly #pending = new Map<string, Map<string, Pending<A>>>()

  constructor(queue: KeyedSerialQueue) {
    this.#queue = queue
  }

  ask({ key, name, asker }: { key: string; name: string; asker: A }, read: (askers: () => readonly A[]) => Promise<void>): Promise<void> {
    const pending = this.#pending.get(key)?.get(name)
    if (pending !== undefined) {
      pending.askers.add(asker)
      return pending.work
    }
    const askers = new Set([asker])
    const present = (): readonly A[] => [...askers].filter((one) => one.isConnected())
    const work = this.#queue
      .run([key], () => (present().length > 0 ? read(present) : Promise.resolve()))
      .finally(() => this.#drop(key, name, askers))
    const reads = this.#pending.get(key) ?? new Map<string, Pending<A>>()
    this.#pending.set(key, reads.set(name, { askers, work }))
    return work
  }

  /** Call before writing under these keys: later callers start a new read. */
  forget(keys: readonly string[]): void {
    for (const key of keys) this.#pending.delete(key)
  }

  #drop(key: string, name: string, askers: ReadonlySet<A>): void {
    const reads = this.#pending.get(key)
    if (reads?.get(name)?.askers !== askers) return
    reads.delete(name)
    if (reads.size === 0) this.#pending.delete(key)
  }
}
