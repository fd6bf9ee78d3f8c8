import { once } from '@aerie/runtime/once'
import { type AgentCommand, agentEvents } from '@aerie/wire/agent/agent'
import { eventSubscriber } from '@aerie/wire/event-subscriber'
import { io } from 'socket.io-client'
import type * as z from 'zod/mini'
import { newUuid } from '../../browser/new-uuid.ts'
import { credentials, SOCKET_OPTIONS } from '../socket/live-socket.ts'
import { type LiveTransport, reportFault } from '../socket/live-transport.ts'
import { keepConnected } from '../socket/user-socket.ts'
import { changeThread, dropConversation, resetAgent, setConversation, setThread, useAgent } from './agent-state.ts'
import { newThread, withAsked, withFailure, withHistory, withMessage, withPartial, withRefusal } from './agent-thread.ts'

type ShownResult = {
  readonly conversation: string
  readonly text: string
  readonly id: string
  readonly message_id: string
}

type AgentSender = {
  /** @returns whether it was sent: nothing is queued */
  readonly send: (command: AgentCommand, message?: unknown) => boolean
  readonly sendPending: (conversation: string) => void
  /** A result; kept until the server has confirmed it. */
  readonly sendResult: (result: ShownResult) => void
}

function attachAgent(socket: LiveTransport): AgentSender {
  const results = new Map<string, ShownResult>()
  const send = (command: AgentCommand, message?: unknown): boolean => {
    if (socket.connected) socket.emit(command, ...(message === undefined ? [] : [message]))
    return socket.connected
  }
  const sendPending = (conversation: string): void => sendWaiting(send, conversation)
  handleAgentEvents(socket, {
    confirm: (id) => results.delete(id),
    onMade: sendPending,
    readHistory: (conversation) => send('history', { conversation }),
    readConversations: () => send('conversations'),
  })
  socket.on('connect', () => {
    useAgent.setState({ link: 'open' })
    send('conversations')
    catchUp(send)
    for (const result of results.values()) send('feedback', result)
  })
  socket.on('disconnect', () => useAgent.setState({ link: 'lost' }))
  keepConnected(socket, 'the agent', () => {
    results.clear()
    resetAgent()
  })
  return {
    send,
    sendPending,
    sendResult: (result) => {
      results.set(result.id, result)
      send('feedback', result)
    },
  }
}

type Send = AgentSender['send']

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

function sendWaiting(send: Send, conversation: string): void {
  const thread = useAgent.getState().threads[conversation]
  const waiting = thread?.waiting.filter(({ problem }) => problem === null) ?? []
  if (thread?.isMade !== false) for (const { id, text } of waiting) send('message', { conversation, text, id, zone: ZONE })
  else if (waiting[0] !== undefined) send('conversation', { text: waiting[0].text, id: conversation })
}

function catchUp(send: Send): void {
  const { threads, selected } = useAgent.getState()
  for (const [conversation, { isMade }] of Object.entries(threads)) {
    changeThread(conversation, (thread) => ({ ...thread, isRead: !isMade, isReadingOlder: false, partial: null }))
    if (isMade && conversation === selected) send('history', { conversation })
    sendWaiting(send, conversation)
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
  const subscribe = eventSubscriber(agentEvents, reportFault)
  subscribe(socket, 'conversations', (conversations) => useAgent.setState({ conversations }))
  subscribe(socket, 'conversation', (entry) => {
    setConversation(entry)
    if (useAgent.getState().threads[entry._id]?.isMade !== false) return
    changeThread(entry._id, (thread) => ({ ...thread, isMade: true }))
    reactions.onMade(entry._id)
  })
  subscribe(socket, 'history', ({ conversation, ...page }) => {
    for (const { _id } of page.messages) reactions.confirm(_id)
    changeThread(conversation, (thread) => withHistory(thread, page))
  })
  subscribe(socket, 'message', (message) => {
    reactions.confirm(message._id)
    changeThread(message.conversation, (thread) => withMessage(thread, message))
  })
  subscribe(socket, 'partial', (partial) => changeThread(partial.conversation, (thread) => withPartial(thread, partial)))
  subscribe(socket, 'removed', ({ conversation }) => dropConversation(conversation))
  subscribe(socket, 'error', (refusal) => {
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

const own = new Set<string>()

const sender = once(() => attachAgent(io('/agent', { ...SOCKET_OPTIONS, auth: (give) => give(credentials()) })))

export const startAgent = (): void => void sender()

/** A window runs tool calls only for questions it asked itself. */
export const isOwnQuestion = (id: string): boolean => own.has(id)

/** Sends a message to the selected conversation, or creates one. Empty text is ignored. */
export function ask(text: string): void {
  const trimmedText = text.trim()
  if (trimmedText === '') return
  const { selected } = useAgent.getState()
  const asked = { id: newUuid(), text: trimmedText, problem: null }
  own.add(asked.id)
  const conversation = selected ?? newUuid()
  if (selected === null) {
    setThread(conversation, newThread(asked))
    useAgent.setState({ selected: conversation })
  } else changeThread(conversation, (thread) => withAsked(thread, asked))
  sender().sendPending(conversation)
}

/** Resends a refused message under its own id, so that it is stored only once. */
export function askAgain(id: string): void {
  const { selected } = useAgent.getState()
  if (selected === null) return
  changeThread(selected, (thread) => ({
    ...thread,
    waiting: thread.waiting.map((asked) => (asked.id === id ? { ...asked, problem: null } : asked)),
  }))
  sender().sendPending(selected)
}

export function selectConversation(id: string): void {
  if (useAgent.getState().threads[id] === undefined) setThread(id)
  useAgent.setState({ selected: id, notice: null })
  readAgain(id)
}

/** Reloads the history of a conversation; the server then resumes unanswered questions. */
export function readAgain(id: string): void {
  if (useAgent.getState().threads[id]?.isMade === false) return
  changeThread(id, (thread) => ({ ...thread, problem: null, failure: null }))
  sender().send('history', { conversation: id })
}

export function readOlder(id: string): void {
  const { older = null, isReadingOlder = true } = useAgent.getState().threads[id] ?? {}
  if (older === null || isReadingOlder || !sender().send('history', { conversation: id, before: older })) return
  changeThread(id, (thread) => ({ ...thread, isReadingOlder: true }))
}

export const startNewChat = (): void => useAgent.setState({ selected: null, notice: null })

export const stopAnswer = (): void => {
  const { selected } = useAgent.getState()
  if (selected !== null) sender().send('stop', { conversation: selected })
}

export const sendResult = (result: ShownResult): void => sender().sendResult(result)

/** Renames a conversation, shown optimistically before the server confirms. */
export function renameConversation(id: string, name: string): void {
  const entry = useAgent.getState().conversations?.find(({ _id }) => _id === id)
  const trimmedName = name.trim()
  if (entry === undefined || trimmedName === '' || trimmedName === entry.name) return
  if (now('rename', { conversation: id, name: trimmedName })) setConversation({ ...entry, name: trimmedName })
}

/** Removes a conversation; the server keeps it restorable for a time. @returns whether the request was sent */
export function removeConversation(id: string): boolean {
  if (!now('remove', { conversation: id })) return false
  dropConversation(id)
  return true
}

export const restoreConversation = (id: string): void => void now('restore', { conversation: id })

export const dismissNotice = (): void => useAgent.setState({ notice: null })

/** Sends a command that is not queued while offline; shows a notice if it was not sent. */
function now(command: 'rename' | 'remove' | 'restore', message: { readonly conversation: string; readonly name?: string }): boolean {
  const isSent = sender().send(command, message)
  if (!isSent) useAgent.setState({ notice: 'Reconnecting to the server. Try again in a moment.' })
  return isSent
}
