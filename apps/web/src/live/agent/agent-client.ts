import { io } from 'socket.io-client'
import { newUuid } from '../../lib/new-uuid.ts'
import { credentials, SOCKET_OPTIONS } from '../socket/live-socket.ts'
import { type AgentSender, attachAgent, type ShownResult } from './agent-socket.ts'
import { changeThread, dropConversation, putConversation, putThread, useAgent } from './agent-state.ts'
import { newThread, withAsked } from './agent-thread.ts'

let speech: AgentSender | undefined
const own = new Set<string>()

/** Opens the one `/agent` connection of this window, once. */
export function startAgent(): void {
  speech ??= attachAgent(io('/agent', { ...SOCKET_OPTIONS, auth: (give) => give(credentials()) }))
}

/** Whether this window has asked the question: only then are its tool calls this window's to make. */
export const isOwnQuestion = (id: string): boolean => own.has(id)

/** Says something in the conversation on show; with none on show the first message makes one. Empty text is nothing. */
export function ask(text: string): void {
  const words = text.trim()
  if (words === '') return
  const { selected } = useAgent.getState()
  const asked = { id: newUuid(), text: words, problem: null }
  own.add(asked.id)
  const conversation = selected ?? newUuid()
  if (selected === null) {
    putThread(conversation, newThread(asked))
    useAgent.setState({ selected: conversation })
  } else changeThread(conversation, (thread) => withAsked(thread, asked))
  speech?.tellWaiting(conversation)
}

/** Sends a refused message of the conversation on show again, under its own id: it is said once, whatever happened before. */
export function askAgain(id: string): void {
  const { selected } = useAgent.getState()
  if (selected === null) return
  changeThread(selected, (thread) => ({
    ...thread,
    waiting: thread.waiting.map((asked) => (asked.id === id ? { ...asked, problem: null } : asked)),
  }))
  speech?.tellWaiting(selected)
}

/** Shows a conversation and reads what was said in it. */
export function selectConversation(id: string): void {
  if (useAgent.getState().threads[id] === undefined) putThread(id)
  useAgent.setState({ selected: id, notice: null })
  readAgain(id)
}

/** Reads the history of a conversation (again); the server then takes up what it has not answered. */
export function readAgain(id: string): void {
  if (useAgent.getState().threads[id]?.isMade === false) return
  changeThread(id, (thread) => ({ ...thread, problem: null, failure: null }))
  speech?.tell('history', { conversation: id })
}

/** Reads the messages before those of a conversation that are there, once at a time. */
export function readOlder(id: string): void {
  const { older = null, isReadingOlder = true } = useAgent.getState().threads[id] ?? {}
  if (older === null || isReadingOlder || speech?.tell('history', { conversation: id, before: older }) !== true) return
  changeThread(id, (thread) => ({ ...thread, isReadingOlder: true }))
}

/** Clears the selection: the next message makes a new conversation. */
export const startNewChat = (): void => useAgent.setState({ selected: null, notice: null })

/** Ends the answer that is being worked on. */
export const stopAnswer = (): void => {
  const { selected } = useAgent.getState()
  if (selected !== null) speech?.tell('stop', { conversation: selected })
}

/** Keeps the result of a tool call in the history. */
export const tellResult = (result: ShownResult): void => speech?.tellResult(result)

/** Gives a conversation another name. Shown at once; the server's word comes after. */
export function renameConversation(id: string, name: string): void {
  const entry = useAgent.getState().conversations?.find(({ _id }) => _id === id)
  const words = name.trim()
  if (entry === undefined || words === '' || words === entry.name) return
  if (now('rename', { conversation: id, name: words })) putConversation({ ...entry, name: words })
}

/** Removes a conversation, for as long as the server keeps it restorably. @returns whether it was asked for */
export function removeConversation(id: string): boolean {
  if (!now('remove', { conversation: id })) return false
  dropConversation(id)
  return true
}

/** Brings a removed conversation back. */
export const restoreConversation = (id: string): void => void now('restore', { conversation: id })

export const dismissNotice = (): void => useAgent.setState({ notice: null })

/** Says what makes sense at once only, or why it was not said. */
function now(command: 'rename' | 'remove' | 'restore', message: { readonly conversation: string; readonly name?: string }): boolean {
  const isSaid = speech?.tell(command, message) ?? false
  if (!isSaid) useAgent.setState({ notice: 'Reconnecting to the server. Try again in a moment.' })
  return isSaid
}
