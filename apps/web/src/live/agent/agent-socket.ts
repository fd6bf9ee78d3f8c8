import { type AgentCommand, agentEvents } from '@aerie/wire/agent/agent'
import { hearing } from '@aerie/wire/hear'
import type * as z from 'zod/mini'
import type { LiveTransport } from '../socket/live-transport.ts'
import { reportFault } from '../socket/report-fault.ts'
import { keepConnected } from '../socket/user-socket.ts'
import { changeThread, dropConversation, putConversation, resetAgent, useAgent } from './agent-state.ts'
import { withFailure, withHistory, withMessage, withPartial, withRefusal } from './agent-thread.ts'

/** The text of a tool call's result, as it was shown. */
export type ShownResult = {
  readonly conversation: string
  readonly text: string
  readonly id: string
  /** Of the market-data result. */
  readonly message_id: string
}

/** What this window sends to the server. */
export type AgentSender = {
  /** @returns whether it went out: what only makes sense at once is not kept */
  readonly tell: (command: AgentCommand, message?: unknown) => boolean
  /** What waits in a conversation, or the conversation itself where that is still to be made. Said again with each connection. */
  readonly tellWaiting: (conversation: string) => void
  /** A result; kept until the server has confirmed it. */
  readonly tellResult: (result: ShownResult) => void
}

/** Joins a connection to the conversations and connects it while somebody is logged in. */
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

/** "Today" and "last week" are meant by the user's own clock. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

function sendWaiting(tell: Tell, conversation: string): void {
  const thread = useAgent.getState().threads[conversation]
  const waiting = thread?.waiting.filter(({ problem }) => problem === null) ?? []
  if (thread?.isMade !== false) for (const { id, text } of waiting) tell('message', { conversation, text, id, zone: ZONE })
  else if (waiting[0] !== undefined) tell('conversation', { text: waiting[0].text, id: conversation })
}

/** After a pause: what other windows and the agent have said meanwhile, and what this window could not say. */
function catchUp(tell: Tell): void {
  const { threads, selected } = useAgent.getState()
  for (const [conversation, { isMade }] of Object.entries(threads)) {
    changeThread(conversation, (thread) => ({ ...thread, isRead: !isMade, isReadingOlder: false, partial: null }))
    if (isMade && conversation === selected) tell('history', { conversation })
    sendWaiting(tell, conversation)
  }
}

type Refusal = z.output<typeof agentEvents.error>

/** What an event of the server makes this window send. */
type Reactions = {
  /** The server has this message or result, or wants none of it. */
  readonly confirm: (id: string) => void
  /** A conversation of this window is there now: its first message can be said. */
  readonly onMade: (conversation: string) => void
  readonly readHistory: (conversation: string) => void
  readonly readConversations: () => void
}

/** Writes the events of `/agent` into the state. */
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

/** Puts a refusal beside the message it is about; a conversation that could not be made is about its first. */
function isOfMessage({ message, id }: Refusal): boolean {
  for (const [conversation, { isMade, waiting }] of Object.entries(useAgent.getState().threads)) {
    const asked = waiting.find((one) => one.id === id) ?? (!isMade && conversation === id ? waiting[0] : undefined)
    if (asked === undefined) continue
    changeThread(conversation, (thread) => withRefusal(thread, asked.id, message))
    return true
  }
  return false
}

/** Puts the words of a question that has no answer under it. */
function isOfQuestion({ message, conversation = '', id = '' }: Refusal): boolean {
  const thread = useAgent.getState().threads[conversation]
  const failed = thread && withFailure(thread, id, message)
  if (failed) changeThread(conversation, () => failed)
  return Boolean(failed)
}

function handleRefusal({ code, message, conversation, id }: Refusal, reactions: Reactions): void {
  const thread = conversation === undefined ? undefined : useAgent.getState().threads[conversation]
  if (code === 'conflict' && id !== undefined && conversation !== undefined) {
    // The result of a call is there already, told by another window: the history has it.
    reactions.readHistory(conversation)
  } else if (conversation !== undefined && thread?.isRead === false) {
    changeThread(conversation, (unread) => ({ ...unread, problem: message }))
  } else {
    useAgent.setState({ notice: message })
    // Whatever was refused, older messages can be asked for again.
    if (conversation !== undefined) changeThread(conversation, (read) => ({ ...read, isReadingOlder: false }))
    // What was shown before the server had agreed (a name, a removal) is set right.
    if (conversation !== undefined && id === undefined) reactions.readConversations()
  }
}
