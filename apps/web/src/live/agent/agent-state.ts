import type { ConversationEntry } from '@aerie/wire/agent/agent'
import { create } from 'zustand'
import { type Thread, unreadThread } from './agent-thread.ts'

/** connecting: not yet. open: heard and speaking. lost: it was open, and is tried again. */
export type AgentLink = 'connecting' | 'open' | 'lost'

type AgentState = {
  readonly link: AgentLink
  /** Newest first; null before the server has told them. */
  readonly conversations: readonly ConversationEntry[] | null
  /** The conversation on show; null is the blank start. */
  readonly selected: string | null
  readonly threads: Readonly<Record<string, Thread>>
  /** What the server refused, in words, where no message of the user shows it. */
  readonly notice: string | null
}

/** The user's conversations with the agent: state only, the functions of this folder change it. */
export const useAgent = create<AgentState>(() => ({ link: 'connecting', conversations: null, selected: null, threads: {}, notice: null }))

/** Changes one conversation that this window holds; another is left to its history. */
export function changeThread(id: string, change: (thread: Thread) => Thread): void {
  const { threads } = useAgent.getState()
  const thread = threads[id]
  if (thread !== undefined) useAgent.setState({ threads: { ...threads, [id]: change(thread) } })
}

/** Holds a conversation from now on. */
export function putThread(id: string, thread: Thread = unreadThread()): void {
  useAgent.setState(({ threads }) => ({ threads: { ...threads, [id]: thread } }))
}

/** Puts a conversation into the list, or its new name. A new one goes where its age belongs. */
export function putConversation(entry: ConversationEntry): void {
  const others = useAgent.getState().conversations
  if (others === null) return
  const at = others.findIndex(({ _id }) => _id === entry._id)
  const place = others.findIndex(({ createdAt }) => createdAt < entry.createdAt)
  const conversations = at >= 0 ? others.with(at, entry) : others.toSpliced(place < 0 ? others.length : place, 0, entry)
  useAgent.setState({ conversations })
}

/** Forgets a conversation; where it was on show, the blank start takes its place. */
export function dropConversation(id: string): void {
  useAgent.setState(({ conversations, threads, selected }) => ({
    conversations: conversations?.filter(({ _id }) => _id !== id) ?? null,
    threads: Object.fromEntries(Object.entries(threads).filter(([key]) => key !== id)),
    selected: selected === id ? null : selected,
  }))
}

/** Forgets everything: somebody else is here. */
export const resetAgent = (): void => useAgent.setState(useAgent.getInitialState(), true)
