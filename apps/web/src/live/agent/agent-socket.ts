import { type AgentCommand, agentEvents } from '@aerie/wire/agent/agent'
import { hearing } from '@aerie/wire/hear'
import type * as z from 'zod/mini'
import type { LiveTransport } from '../socket/live-transport.ts'
import { reportFault } from '../socket/report-fault.ts'
import { keepConnected } from '../socket/user-socket.ts'
import { changeThread, dropConversation, putConversation, resetAgent, useAgent } from './agent-state.ts'
import { withFailure, withHistory, withMessage, withPartial, withRefusal } from './agent-thread.ts'

export type ShownResult = {
  readonly conversation: string
  readonly text: string
  readonly id: string
  readonly message_id: string
}

export type AgentSender = {
  /** @returns whether it was sent: nothing is queued */
  readonly tell: (command: AgentCommand, message?: unknown) => boolean
  readonly tellWaiting: (conversation: string) => void
  /** A result; kept until the server has confirmed it. */
  readonly tellResult: (result: ShownResult) => void
}

export function attachAgent(socket: LiveTransport): AgentSender {
  const results = new Map<string, ShownResult>()
  const tell = (command: AgentCommand, message?: unknown): boolean => {
    if (socket.connected) socket.emit(command, ...(message === undefined ? [] : [message]))
    return socket.connected
  }
  const tellWaiting = (conversation: string): void => sendWaiting(tell, conversation)
  handleAgentEvents(socket, {
    confirm: (id) => results.delete(id),
    onMade: tellWaiting,
    readHistory: (conversation) => tell('history', { conversation }),
    readConversations: () => tell('conversations'),
  })
  socket.on('connect', () => {
    useAgent.setState({ link: 'open' })
    tell('conversations')
    catchUp(tell)
    for (const result of results.values()) tell('feedback', result)
  })
  socket.on('disconnect', () => useAgent.setState({ link: 'lost' }))
  keepConnected(socket, 'the agent', () => {
    results.clear()
    resetAgent()
  })
  return {
    tell,
    tellWaiting,
    tellResult: (result) => {
      results.set(result.id, result)
      tell('feedback', result)
    },
  }
}

type Tell = AgentSender['tell']

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

function sendWaiting(tell: Tell, conversation: string): void {
  const thread = useAgent.getState().threads[conversation]
  const waiting = thread?.waiting.filter(({ problem }) => problem === null) ?? []
  if (thread?.isMade !== false) for (const { id, text } of waiting) tell('message', { conversation, text, id, zone: ZONE })
  else if (waiting[0] !== undefined) tell('conversation', { text: waiting[0].text, id: conversation })
}

function catchUp(tell: Tell): void {
  const { threads, selected } = useAgent.getState()
  for (const [conversation, { isMade }] of Object.entries(threads)) {
    changeThread(conversation, (thread) => ({ ...thread, isRead: !isMade, isReadingOlder: false, partial: null }))
    if (isMade && conversation === selected) tell('history', { conversation })
    sendWaiting(tell, conversation)
  }
}

type Refusal = z.output<typeof agentEvents.error>

type Reactions = {
  /** The server has stored or rejected this message or result. */
  readonly confirm: (id: string) => void
  readonly onMade: (conversation: string) => void
  readonly readHistory: (conversation: string) => void
  readonly readConversations: () => void
}

function handleAgentEvents(socket: LiveTransport, reactions: Reactions): void {
  const hear = hearing(agentEvents, reportFault)
  hear(socket, 'conversations', (conversations) => useAgent.setState({ conversations }))
  hear(socket, 'conversation', (entry) => {
    putConversation(entry)
    if (useAgent.getState().threads[entry._id]?.isMade !== false) return
    changeThread(entry._id, (thread) => ({ ...thread, isMade: true }))
    reactions.onMade(entry._id)
  })
  hear(socket, 'history', ({ conversation, ...page }) => {
    for (const { _id } of page.messages) reactions.confirm(_id)
    changeThread(conversation, (thread) => withHistory(thread, page))
  })
  hear(socket, 'message', (message) => {
    reactions.confirm(message._id)
    changeThread(message.conversation, (thread) => withMessage(thread, message))
  })
  hear(socket, 'partial', (partial) => changeThread(partial.conversation, (thread) => withPartial(thread, partial)))
  hear(socket, 'removed', ({ conversation }) => dropConversation(conversation))
  hear(socket, 'error', (refusal) => {
    if (refusal.id !== undefined) reactions.confirm(refusal.id)
    if (!isOfMessage(refusal) && !isOfQuestion(refusal)) handleRefusal(refusal, reactions)
  })
}

/** Shows a refusal at its message; for a conversation that could not be created, at its first message. */
function isOfMessage({ message, id }: Refusal): boolean {
  for (const [conversation, { isMade, waiting }] of Object.entries(useAgent.getState().threads)) {
    const asked = waiting.find((one) => one.id === id) ?? (!isMade && conversation === id ? waiting[0] : undefined)
    if (asked === undefined) continue
    changeThread(conversation, (thread) => withRefusal(thread, asked.id, message))
    return true
  }
  return false
}

function isOfQuestion({ message, conversation = '', id = '' }: Refusal): boolean {
  const thread = useAgent.getState().threads[conversation]
  const failed = thread && withFailure(thread, id, message)
  if (failed) changeThread(conversation, () => failed)
  return Boolean(failed)
}

function handleRefusal({ code, message, conversation, id }: Refusal, reactions: Reactions): void {
  const thread = conversation === undefined ? undefined : useAgent.getState().threads[conversation]
  if (code === 'conflict' && id !== undefined && conversation !== undefined) {
    // Another window has already stored the call's result: the history has it.
    reactions.readHistory(conversation)
  } else if (conversation !== undefined && thread?.isRead === false) {
    changeThread(conversation, (unread) => ({ ...unread, problem: message }))
  } else {
    useAgent.setState({ notice: message })
    // After any refusal, older messages can be requested again.
    if (conversation !== undefined) changeThread(conversation, (read) => ({ ...read, isReadingOlder: false }))
    // Reverts an optimistic rename or removal.
    if (conversation !== undefined && id === undefined) reactions.readConversations()
  }
}
