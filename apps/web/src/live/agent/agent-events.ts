import { agentEvents } from '@aerie/wire/agent/agent'
import { hearing } from '@aerie/wire/hear'
import type * as z from 'zod/mini'
import type { LiveTransport } from '../socket/live-transport.ts'
import { reportFault } from '../socket/report-fault.ts'
import { changeThread, dropConversation, putConversation, useAgent } from './agent-state.ts'
import { withFailure, withHistory, withMessage, withPartial, withRefusal } from './agent-thread.ts'

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
export function handleAgentEvents(socket: LiveTransport, reactions: Reactions): void {
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
