import { INVALID_TOKEN_MESSAGE } from '@aerie/wire/market/live-socket'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const recover = vi.hoisted(() => ({ asked: 0 }))
vi.mock(import('../../session/session.ts'), async (original) => ({
  ...(await original()),
  recoverSession: async () => {
    recover.asked += 1
    return 'renewed' as const
  },
}))

import { useSession } from '../../session/session.ts'
import { testUser } from '../../session/test/user.ts'
import { SOCKET_OPTIONS } from '../socket/live-socket.ts'
import { awaitMessage } from './awaited-messages.ts'
import { attachMessages } from './messages-socket.ts'

function fakeTransport() {
  const listeners = new Map<string, (...args: unknown[]) => void>()
  const transport = {
    connected: false,
    active: false,
    connects: 0,
    disconnects: 0,
    on: (event: string, listener: (...args: unknown[]) => void) => listeners.set(event, listener),
    emit: () => undefined,
    connect: () => transport.connects++,
    disconnect: () => transport.disconnects++,
    deliver: (event: string, ...args: unknown[]) => listeners.get(event)?.(...args),
  }
  return transport
}
const logIn = () => useSession.setState({ phase: 'active', token: 'a.b.c', user: testUser(), endsAt: null })

let warned: unknown[][]
beforeEach(() => {
  vi.useFakeTimers()
  recover.asked = 0
  useSession.setState(useSession.getInitialState(), true)
  warned = []
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => void warned.push(args))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('connects while a user is logged in, and reconnects for the next user', () => {
  const server = fakeTransport()
  attachMessages(server)
  expect(server.connects).toBe(0)
  logIn()
  expect(server.connects).toBe(1)
  useSession.setState(useSession.getInitialState(), true)
  expect([server.connects, server.disconnects]).toEqual([1, 2])
})

it('renews a rejected token and reconnects', async () => {
  logIn()
  const server = fakeTransport()
  attachMessages(server)
  server.deliver('connect_error', new Error(INVALID_TOKEN_MESSAGE))
  await vi.advanceTimersByTimeAsync(0)
  expect([recover.asked, server.connects]).toEqual([1, 2])
})

it('reconnects after a server-side rejection, and after the server disconnects it', async () => {
  logIn()
  const server = fakeTransport()
  attachMessages(server)
  server.deliver('connect_error', new Error('The server cannot check tokens right now'))
  await vi.advanceTimersByTimeAsync(SOCKET_OPTIONS.reconnectionDelayMax)
  expect(server.connects).toBe(2)
  server.deliver('disconnect', 'io server disconnect')
  await vi.advanceTimersByTimeAsync(SOCKET_OPTIONS.reconnectionDelay)
  expect(server.connects).toBe(3)
})

it('passes messages on, and ignores those that do not match the schema', async () => {
  logIn()
  const server = fakeTransport()
  attachMessages(server)
  const message_id = '0b6ad4a4-0c1f-4d2b-8a3e-444444444444'
  server.deliver('message', { command: 'info', message_id: 7 })
  server.deliver('message', { command: 'info', message_id, error: 'Not known.', data: null }, 'an offset of the connection recovery')
  expect(await awaitMessage(message_id)).toMatchObject({ error: 'Not known.' })
  expect(warned).toHaveLength(1)
})
