import type { AgentCommand } from '@aerie/wire/agent/agent'
import type { LiveTransport } from '../socket/live-transport.ts'
import { keepConnected } from '../socket/user-socket.ts'
import { handleAgentEvents } from './agent-events.ts'
import { changeThread, resetAgent, useAgent } from './agent-state.ts'

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
