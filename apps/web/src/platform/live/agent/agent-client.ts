import { once } from '@aerie/runtime/once'
import { io } from 'socket.io-client'
import { newUuid } from '../../browser/new-uuid.ts'
import { credentials, SOCKET_OPTIONS } from '../socket/live-socket.ts'
import { attachAgent, type ShownResult } from './agent-socket.ts'
import { changeThread, dropConversation, setConversation, setThread, useAgent } from './agent-state.ts'
import { newThread, withAsked } from './agent-thread.ts'

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
