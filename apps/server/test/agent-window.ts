import { randomUUID } from 'node:crypto'
import { agentEvents, type ChatMessage, type ConversationEntry } from '@aerie/wire/agent/agent'
import { io as connect, type Socket } from 'socket.io-client'
import { vi } from 'vitest'
import * as z from 'zod/mini'

const PATIENCE = { interval: 5 }

export function openWindow(url: string, token: string, windows: Socket[]) {
  const socket = connect(`${url}/agent`, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } })
  windows.push(socket)
  const received: { readonly event: keyof typeof agentEvents; readonly body: unknown }[] = []
  for (const event of Object.keys(agentEvents) as (keyof typeof agentEvents)[])
    socket.on(event, (body) => received.push({ event, body: z.parse(agentEvents[event], body) }))
  const entered = new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('in'))
    socket.on('connect_error', (error) => resolve(error.message))
  })
  const all = <E extends keyof typeof agentEvents>(event: E) =>
    received.flatMap((each) => (each.event === event ? [each.body as z.output<(typeof agentEvents)[E]>] : []))
  const until = <T>(find: () => T | undefined): Promise<T> =>
    vi.waitFor(() => {
      const found = find()
      if (found === undefined) throw new Error(`not heard: ${JSON.stringify(received).slice(-2_000)}`)
      return found
    }, PATIENCE)
  const replies = () => all('message').filter(({ reply_to }) => reply_to !== undefined)
  return {
    socket,
    received,
    entered,
    all,
    until,
    emit: (event: string, body?: unknown) => void socket.emit(event, body),
    replies,
    reply: (count = 1): Promise<ChatMessage> => until(() => replies()[count - 1]),
    begin: async (text = 'BTC?'): Promise<ConversationEntry> => {
      const id = randomUUID()
      socket.emit('conversation', { text, id })
      return until(() => all('conversation').find(({ _id }) => _id === id))
    },
    history: async (conversation: string): Promise<readonly ChatMessage[]> => {
      const before = all('history').length
      socket.emit('history', { conversation })
      return (await until(() => all('history')[before])).messages
    },
    error: (count = 1) => until(() => all('error')[count - 1]),
  }
}
export type AgentWindow = ReturnType<typeof openWindow>
