import type { ChatMessage, ConversationEntry } from '@aerie/wire/agent/agent'
import type { LiveTransport } from '../socket/live-transport.ts'

export const testId = (number: number): string => `0b6ad4a4-0c1f-4d2b-8a3e-${String(number).padStart(12, '0')}`

/** Higher numbers are newer. */
export const testConversation = (number: number, name = `Conversation ${number}`): ConversationEntry => ({
  _id: testId(number),
  name,
  createdAt: new Date(Date.UTC(2026, 0, 15, 12, number)).toISOString(),
})

/** A message of conversation 1; higher numbers are newer. */
export const testMessage = (number: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: testId(number),
  conversation: testId(1),
  sender: 'user',
  content: `Message ${number}`,
  createdAt: new Date(Date.UTC(2026, 0, 15, 12, 0, number)).toISOString(),
  ...changes,
})

export function testAgentServer() {
  const listeners = new Map<string, (...args: unknown[]) => void>()
  const received: Array<readonly [command: string, message: unknown]> = []
  const emit = (event: string, message?: unknown): void => listeners.get(event)?.(message)
  let isConnected = false
  const transport = {
    get connected() {
      return isConnected
    },
    active: true,
    on: (event: string, listener: (...args: unknown[]) => void) => {
      const before = listeners.get(event)
      listeners.set(event, (...args) => {
        before?.(...args)
        listener(...args)
      })
    },
    emit: (command: string, message?: unknown) => received.push([command, message]),
    connect: () => undefined,
    disconnect: () => undefined,
  } satisfies LiveTransport
  return {
    transport,
    /** Received messages of one command, oldest first. */
    received: (command: string): unknown[] => received.filter(([name]) => name === command).map(([, message]) => message),
    emit,
    accept: () => {
      isConnected = true
      emit('connect')
    },
    vanish: () => {
      isConnected = false
      emit('disconnect', 'transport close')
    },
  }
}
