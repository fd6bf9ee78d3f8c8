import type { agentEvents, ChatMessage } from '@aerie/wire/agent/agent'
import type * as z from 'zod/mini'

export type PendingQuestion = {
  /** Generated here; the server stores it as the message's `_id`. */
  readonly id: string
  readonly text: string
  readonly problem: string | null
}
export type AgentPartial = z.output<typeof agentEvents.partial>

export type HistoryPage = Omit<z.output<typeof agentEvents.history>, 'conversation'>

export type Thread = {
  /** Whether the conversation exists on the server; false until its first message has created it. */
  readonly isMade: boolean
  readonly isRead: boolean
  readonly messages: readonly ChatMessage[]
  readonly older: string | null
  readonly isReadingOlder: boolean
  /** How many of `messages` were loaded as older ones. */
  readonly earlier: number
  readonly waiting: readonly PendingQuestion[]
  readonly partial: AgentPartial | null
  readonly problem: string | null
  readonly failure: { readonly question: string; readonly message: string } | null
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
export const unreadThread = (): Thread => BLANK
export const newThread = (first: PendingQuestion): Thread => ({ ...BLANK, isMade: false, isRead: true, waiting: [first] })

/** Merges the newest page with messages received meanwhile. Older ones are kept only if contiguous with the page. */
export function withHistory(thread: Thread, { messages: page, next, before }: HistoryPage): Thread {
  if (before !== undefined) return withOlder(thread, { messages: page, next, before })
  const pageIds = new Set(page.map(({ _id }) => _id))
  const newest = page.at(-1)?.createdAt ?? ''
  const meet = next === undefined ? 0 : Math.max(0, messageIndexOf(thread, page[0]?._id))
  const messages = [
    ...thread.messages.slice(0, meet),
    ...page,
    ...thread.messages.slice(meet).filter(({ _id, createdAt }) => createdAt >= newest && !pageIds.has(_id)),
  ]
  const older = meet > 0 ? thread.older : (next ?? null)
  return settled({ ...thread, isMade: true, isRead: true, problem: null, messages, older, earlier: meet })
}

function withOlder(thread: Thread, { messages: page, next, before }: HistoryPage): Thread {
  if (before !== thread.older) return thread
  const pageIds = new Set(page.map(({ _id }) => _id))
  const messages = [...page, ...thread.messages.filter(({ _id }) => !pageIds.has(_id))]
  return settled({ ...thread, messages, older: next ?? null, isReadingOlder: false, earlier: thread.earlier + page.length })
}

const messageIndexOf = ({ messages }: Thread, id: string | undefined): number => messages.findIndex(({ _id }) => _id === id)

export function withMessage(thread: Thread, message: ChatMessage): Thread {
  const at = thread.messages.findIndex(({ _id }) => _id === message._id)
  return settled({ ...thread, messages: at < 0 ? [...thread.messages, message] : thread.messages.with(at, message) })
}

/** Sets the streamed part; ignored if the complete answer has arrived. */
export const withPartial = (thread: Thread, partial: AgentPartial): Thread =>
  thread.messages.some(({ reply_to }) => reply_to === partial.reply_to) ? thread : { ...thread, partial }

export const withAsked = (thread: Thread, asked: PendingQuestion): Thread => ({
  ...thread,
  waiting: [...thread.waiting.filter(({ id }) => id !== asked.id), asked],
})

export const withRefusal = (thread: Thread, id: string, problem: string): Thread => ({
  ...thread,
  waiting: thread.waiting.map((asked) => (asked.id === id ? { ...asked, problem } : asked)),
})

export const withFailure = (thread: Thread, id: string, message: string): Thread | null =>
  thread.messages.some(({ _id, sender }) => _id === id && sender === 'user')
    ? { ...thread, partial: null, failure: { question: id, message } }
    : null

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

export function isAwaitingReply({ messages, waiting, failure }: Thread): boolean {
  if (waiting.some(({ problem }) => problem === null)) return true
  const question = messages.findLast(({ sender }) => sender === 'user')
  return question !== undefined && failure?.question !== question._id && !messages.some(({ reply_to }) => reply_to === question._id)
}

export const lastQuestion = ({ messages, waiting }: Thread): string | null =>
  waiting.at(-1)?.text ?? messages.findLast(({ sender }) => sender === 'user')?.content ?? null
