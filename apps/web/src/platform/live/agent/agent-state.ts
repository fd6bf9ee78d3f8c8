import type { ConversationEntry } from '@aerie/wire/agent/agent'
import { create } from 'zustand'
import { type Thread, unreadThread } from './agent-thread.ts'

/** lost: it was open and is reconnecting. */
export type AgentLink = 'connecting' | 'open' | 'lost'

type AgentState = {
  readonly link: AgentLink
  readonly conversations: readonly ConversationEntry[] | null
  readonly selected: string | null
  readonly threads: Readonly<Record<string, Thread>>
  readonly notice: string | null
}

/** The user's conversations with the agent; changed only by the functions of this folder. */
export const useAgent = create<AgentState>(() => ({ link: 'connecting', conversations: null, selected: null, threads: {}, notice: null }))

/** Changes a loaded conversation; others are ignored, as their history will be fetched. */
export function changeThread(id: string, change: (thread: Thread) => Thread): void {
  const { threads } = useAgent.getState()
  const thread = threads[id]
  if (thread !== undefined) useAgent.setState({ threads: { ...threads, [id]: change(thread) } })
}

export function setThread(id: string, thread: Thread = unreadThread()): void {
  useAgent.setState(({ threads }) => ({ threads: { ...threads, [id]: thread } }))
}

export function setConversation(entry: ConversationEntry): void {
  const others = useAgent.getState().conversations
  if (others === null) return
  const at = others.findIndex(({ _id }) => _id === entry._id)
  const place = others.findIndex(({ createdAt }) => createdAt < entry.createdAt)
  const conversations = at >= 0 ? others.with(at, entry) : others.toSpliced(place < 0 ? others.length : place, 0, entry)
  useAgent.setState({ conversations })
}

export function dropConversation(id: string): void {
  useAgent.setState(({ conversations, threads, selected }) => ({
    conversations: conversations?.filter(({ _id }) => _id !== id) ?? null,
    threads: Object.fromEntries(Object.entries(threads).filter(([key]) => key !== id)),
    selected: selected === id ? null : selected,
  }))
}

export const resetAgent = (): void => useAgent.setState(useAgent.getInitialState(), true)
