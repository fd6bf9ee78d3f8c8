import type { agentEvents, ChatMessage } from '@aerie/wire/agent/agent'
import type * as z from 'zod/mini'

/** A message of this window that the server has not confirmed yet. */
export type PendingQuestion = {
  /** Made here; the server keeps it as the message's `_id`. */
  readonly id: string
  readonly text: string
  /** Why the server refused it, in words; null while it is on its way. */
  readonly problem: string | null
}
/** An answer as far as it has been streamed. */
export type AgentPartial = z.output<typeof agentEvents.partial>

/** A page of a conversation as the server told it. */
export type HistoryPage = Omit<z.output<typeof agentEvents.history>, 'conversation'>

/** One conversation as this window knows it. */
export type Thread = {
  /** The server knows the conversation; false while its first message is making it. */
  readonly isMade: boolean
  /** Its history has been read since the connection stands. */
  readonly isRead: boolean
  readonly messages: readonly ChatMessage[]
  /** Asks for the messages before these; null where there are none. */
  readonly older: string | null
  readonly isReadingOlder: boolean
  /** How many of `messages` were read by asking for older ones. */
  readonly earlier: number
  readonly waiting: readonly PendingQuestion[]
  readonly partial: AgentPartial | null
  /** Why its history could not be read, in words. */
  readonly problem: string | null
  /** A confirmed question that the server could not answer, and why, in words. */
  readonly failure: { readonly question: string; readonly words: string } | null
}

const BLANK: Thread = {
  isMade: true,
  isRead: false,
  messages: [],
  older: null,
  isReadingOlder: false,
  earlier: 0,
  waiting: [],
  partial: null,
  problem: null,
  failure: null,
}
/** A conversation of which nothing has been read yet. */
export const unreadThread = (): Thread => BLANK
/** A conversation that begins here with `first`. */
export const newThread = (first: PendingQuestion): Thread => ({ ...BLANK, isMade: false, isRead: true, waiting: [first] })

/**
 * The server's newest page, in its order, and after it what was heard while it was on its way. What this window has from
 * before that page stays where the two meet; after a gap it is asked for again.
 */
export function withHistory(thread: Thread, { messages: page, next, before }: HistoryPage): Thread {
  if (before !== undefined) return withOlder(thread, { messages: page, next, before })
  const told = new Set(page.map(({ _id }) => _id))
  const newest = page.at(-1)?.createdAt ?? ''
  const meet = next === undefined ? 0 : Math.max(0, placeOf(thread, page[0]?._id))
  const messages = [
    ...thread.messages.slice(0, meet),
    ...page,
    ...thread.messages.slice(meet).filter(({ _id, createdAt }) => createdAt >= newest && !told.has(_id)),
  ]
  const older = meet > 0 ? thread.older : (next ?? null)
  return settled({ ...thread, isMade: true, isRead: true, problem: null, messages, older, earlier: meet })
}

/** With the messages before those that are there; an answer to another question is left out. */
function withOlder(thread: Thread, { messages: page, next, before }: HistoryPage): Thread {
  if (before !== thread.older) return thread
  const told = new Set(page.map(({ _id }) => _id))
  const messages = [...page, ...thread.messages.filter(({ _id }) => !told.has(_id))]
  return settled({ ...thread, messages, older: next ?? null, isReadingOlder: false, earlier: thread.earlier + page.length })
}

const placeOf = ({ messages }: Thread, id: string | undefined): number => messages.findIndex(({ _id }) => _id === id)

/** With a message that was heard; one that is there already is replaced in its place. */
export function withMessage(thread: Thread, message: ChatMessage): Thread {
  const at = thread.messages.findIndex(({ _id }) => _id === message._id)
  return settled({ ...thread, messages: at < 0 ? [...thread.messages, message] : thread.messages.with(at, message) })
}

/** With what has been streamed of an answer; nothing where the whole answer is there already. */
export const withPartial = (thread: Thread, partial: AgentPartial): Thread =>
  thread.messages.some(({ reply_to }) => reply_to === partial.reply_to) ? thread : { ...thread, partial }

/** With a message of this window on its way, once. */
export const withAsked = (thread: Thread, asked: PendingQuestion): Thread => ({
  ...thread,
  waiting: [...thread.waiting.filter(({ id }) => id !== asked.id), asked],
})

/** With the words of why the message `id` was refused. */
export const withRefusal = (thread: Thread, id: string, problem: string): Thread => ({
  ...thread,
  waiting: thread.waiting.map((asked) => (asked.id === id ? { ...asked, problem } : asked)),
})

/** With the words of why the question `id` has no answer; null where it is no question of this conversation. */
export const withFailure = (thread: Thread, id: string, words: string): Thread | null =>
  thread.messages.some(({ _id, sender }) => _id === id && sender === 'user')
    ? { ...thread, partial: null, failure: { question: id, words } }
    : null

/** What is confirmed no longer waits, and what is answered is neither streamed nor failed. */
function settled(thread: Thread): Thread {
  const { messages, partial, failure } = thread
  const known = new Set(messages.map(({ _id }) => _id))
  const answered = new Set(messages.map(({ reply_to }) => reply_to))
  return {
    ...thread,
    waiting: thread.waiting.filter(({ id }) => !known.has(id)),
    partial: partial !== null && answered.has(partial.reply_to) ? null : partial,
    failure: failure !== null && answered.has(failure.question) ? null : failure,
  }
}

/** Whether an answer is still to come: the newest question has none, or one is on its way to the server. */
export function isAwaitingReply({ messages, waiting, failure }: Thread): boolean {
  if (waiting.some(({ problem }) => problem === null)) return true
  const question = messages.findLast(({ sender }) => sender === 'user')
  return question !== undefined && failure?.question !== question._id && !messages.some(({ reply_to }) => reply_to === question._id)
}

/** The newest text of the user, confirmed or not; null where there is none. */
export const lastQuestion = ({ messages, waiting }: Thread): string | null =>
  waiting.at(-1)?.text ?? messages.findLast(({ sender }) => sender === 'user')?.content ?? null
