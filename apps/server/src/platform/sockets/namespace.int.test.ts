import { createServer } from 'node:http'
import { nestedJson } from '@aerie/testkit/hostile-json'
import { portOf } from '@aerie/testkit/port-of'
import { frameWith, joinNamespace, type RawSocket, rawSocket } from '@aerie/testkit/raw-socket'
import { socketError } from '@aerie/wire/problem'
import type { Server, Socket as ServerSocket } from 'socket.io'
import { io as connect, type Socket } from 'socket.io-client'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { openNamespace } from './namespace.ts'
import { waitingOf } from './outgoing.ts'
import { SOCKET_LIMITS, type SocketLimits } from './socket-limits.ts'
import { socketServer } from './socket-server.ts'
import type { Member, UserChannel } from './user-channel.ts'

const KB = 1_024
const commands = {
  echo: z.object({ text: z.string() }),
  nothing: z.optional(z.unknown()),
  fail: z.object({}),
  failLater: z.object({}),
  wait: z.object({}),
  give: z.object({ kilobytes: z.int() }),
} as const
const events = { echo: z.string(), gift: z.string(), error: socketError } as const
type Spoken = typeof events

const verifyToken = async (token: string) => {
  const [kind, user_id, sid] = token.split(':')
  if (kind === 'throws') throw new Error('database away')
  return kind === 'good' && user_id !== undefined && sid !== undefined ? { user_id, sid } : null
}

const closings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

async function stage(limits: Partial<SocketLimits> = {}, broken: 'serve' | 'onLeave' | undefined = undefined) {
  const server = createServer()
  const io = socketServer(server, {}, { ...SOCKET_LIMITS, ...limits })
  const seen: { events: string[]; errors: unknown[]; left: number; mostWaiting: number } = {
    events: [],
    errors: [],
    left: 0,
    mostWaiting: 0,
  }
  const gates: (() => void)[] = []
  const serve = (member: Member<Spoken>, socket: ServerSocket) => {
    if (broken === 'serve') throw new Error('serve is broken')
    const note = (event: string): void => void seen.events.push(event)
    return {
      handlers: {
        echo: ({ text }: { text: string }) => {
          note('echo')
          member.emit('echo', text)
        },
        nothing: () => note('nothing'),
        fail: () => {
          note('fail')
          throw new Error('fail is broken: secret words')
        },
        failLater: async () => {
          note('failLater')
          await Promise.resolve()
          throw new Error('failLater is broken: secret words')
        },
        wait: async () => {
          note('wait')
          await new Promise<void>((resolve) => gates.push(resolve))
          member.emit('echo', 'waited')
        },
        give: ({ kilobytes }: { kilobytes: number }) => {
          note('give')
          member.emit('gift', 'x'.repeat(kilobytes * KB))
          seen.mostWaiting = Math.max(seen.mostWaiting, waitingOf(socket.conn).bytes)
        },
      },
      onLeave: () => {
        seen.left += 1
        if (broken === 'onLeave') throw new Error('onLeave is broken')
      },
    }
  }
  const channel: UserChannel<Spoken> = openNamespace({
    io,
    name: '/test',
    mayGuestsEnter: false,
    commands,
    events,
    verifyToken,
    onRevoked: () => undefined,
    onError: (error) => seen.errors.push(error),
    serve,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server)}`
  closings.push(() => closeAll(io))
  return { io, url, seen, channel, gates, open: (user = 'ann') => open(url, user), raw: (user = 'ann') => raw(url, user) }
}

const clients: (() => void)[] = []
async function closeAll(io: Server): Promise<void> {
  for (const close of clients.splice(0)) close()
  await io.close()
}

async function raw(url: string, user: string): Promise<RawSocket> {
  const client = await rawSocket(url)
  clients.push(() => client.end())
  await joinNamespace(client, '/test', `good:${user}:s`)
  return client
}

function open(url: string, user: string) {
  const socket: Socket = connect(`${url}/test`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token: `good:${user}:s` },
  })
  clients.push(() => void socket.disconnect())
  const received: { readonly event: string; readonly message: unknown }[] = []
  socket.onAny((event: string, message: unknown) => received.push({ event, message }))
  const all = (event: string) => received.filter((entry) => entry.event === event).map(({ message }) => message)
  const next = (event: string, count = 1) => vi.waitFor(() => expect(all(event).length).toBeGreaterThanOrEqual(count))
  return { socket, received, all, next }
}

it.each([
  ['an acknowledgement without a payload', '42/test,1["echo"]'],
  ['an acknowledgement behind a payload', '42/test,1["echo",5]'],
  ['two payloads', '42/test,["echo",{"text":"x"},{"text":"y"}]'],
  ['30,000 brackets', `42/test,["echo",${nestedJson(30_000)}]`],
  ['30,000 brackets that are never closed', `42/test,["echo",${'['.repeat(30_000)}`],
  ['30,000 objects in each other', `42/test,["echo",${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}]`],
  ['30,000 values', `42/test,["echo",[${'0,'.repeat(30_000)}0]]`],
  ['an unknown event', '42/test,["shout",{}]'],
  ['an unknown event with an acknowledgement', '42/test,3["shout"]'],
  ['a name that every object has', '42/test,["constructor",{}]'],
  ['a name of Socket.IO’s own', '42/test,["disconnect"]'],
  ['the name of the error event', '42/test,["error",{}]'],
  ['a name that is a number', '42/test,[5,{}]'],
  ['no name', '42/test,[]'],
  ['no JSON', '42/test,["echo",'],
  ['no list', '42/test,{"echo":1}'],
  ['a prototype', '42/test,["echo",{"__proto__":{"text":"x"}}]'],
])('responds to %s with an error, does nothing, and continues', async (_what, packet) => {
  const { raw, seen } = await stage()
  const client = await raw()
  client.send(packet)
  expect(await frameWith(client, '"error"')).toContain('"bad_input"')
  client.send('42/test,["echo",{"text":"still here"}]')
  await frameWith(client, 'still here')
  expect([seen.events, seen.errors]).toEqual([['echo'], []])
})

it('responds to a message with attachments with an error, drops them, and continues', async () => {
  const { raw, seen } = await stage()
  const client = await raw()
  client.send('452-/test,["echo",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]')
  client.send(Buffer.alloc(100))
  client.send(Buffer.alloc(100))
  client.send(`451-/test,["echo",${nestedJson(20_000)}]`)
  client.send(Buffer.alloc(100))
  await frameWith(client, '"error"', 2)
  client.send('42/test,["echo",{"text":"still here"}]')
  await frameWith(client, 'still here')
  expect(seen.events).toEqual(['echo'])
})

it('drops acknowledgements that match nothing', async () => {
  const { raw, seen } = await stage()
  const client = await raw()
  client.send('43/test,0["x"]')
  client.send('43/test,5')
  client.send('461-/test,1[{"_placeholder":true,"num":0}]')
  client.send(Buffer.alloc(10))
  client.send('42/test,["echo",{"text":"still here"}]')
  await frameWith(client, 'still here')
  expect([seen.events, client.received.filter((text) => text.includes('error'))]).toEqual([['echo'], []])
})

it.each(['fail', 'failLater'])('reports an error thrown by %s without its details, and continues', async (event) => {
  const { open, seen } = await stage()
  const client = open()
  client.socket.emit(event, {}, () => undefined)
  await client.next('error')
  expect(client.all('error')).toEqual([{ code: 'internal', message: expect.not.stringContaining('secret') }])
  client.socket.emit('echo', { text: 'still here' })
  await client.next('echo')
  expect(seen.errors).toHaveLength(1)
})

it('disconnects a connection that cannot be served with a reason, and no other', async () => {
  const { open, seen } = await stage({}, 'serve')
  const client = open()
  await vi.waitFor(() => expect(client.socket.connected || client.received.length > 0).toBe(true))
  await vi.waitFor(() =>
    expect([client.socket.connected, client.all('error')]).toEqual([false, [{ code: 'internal', message: expect.anything() }]]),
  )
  expect(seen.errors).toHaveLength(1)
})

it('survives an error thrown when a connection leaves', async () => {
  const { open, seen, channel } = await stage({}, 'onLeave')
  const client = open()
  client.socket.emit('echo', { text: 'x' })
  await client.next('echo')
  client.socket.disconnect()
  await vi.waitFor(() => expect([seen.left, seen.errors.length, channel.size()]).toEqual([1, 1, 0]))
})

it('blames no client if a token cannot be checked', async () => {
  const { url, seen } = await stage()
  const client = await rawSocket(url)
  client.send('40/test,{"token":"throws"}')
  expect(await frameWith(client, '44/test')).toContain('cannot check tokens')
  expect(seen.errors).toHaveLength(1)
  client.end()
})

it('serves nothing at the root namespace', async () => {
  const { url } = await stage()
  const client = await rawSocket(url)
  client.send('40')
  expect(await frameWith(client, '44{')).toContain('Invalid namespace')
  client.end()
})

it('does not admit one connection twice', async () => {
  const { url, channel } = await stage()
  const client = await rawSocket(url)
  client.send('40/test,{"token":"good:ann:s"}')
  client.send('40/test,{"token":"good:ann:s"}')
  await client.ended
  await vi.waitFor(() => expect(channel.size()).toBe(0))
})

it('does no work for a client that has left, and sends nothing to it', async () => {
  const { open, seen, gates } = await stage()
  const client = open()
  client.socket.emit('wait', {})
  await vi.waitFor(() => expect(gates).toHaveLength(1))
  client.socket.disconnect()
  await vi.waitFor(() => expect(seen.left).toBe(1))
  gates[0]?.()
  const other = open()
  other.socket.emit('echo', { text: 'x' })
  await other.next('echo')
  expect(seen.errors).toEqual([])
})

it('disconnects a burst of 5,000 events with a reason, after reading 60', async () => {
  // No refill: only the burst counts, however slowly a busy machine reads.
  const { raw, open, seen } = await stage({ packets: { ...SOCKET_LIMITS.packets, perSecond: 0 } })
  const [client, other] = [await raw(), open('bob')]
  for (let count = 0; count < 5_000; count += 1) client.send('42/test,["nothing"]')
  await client.ended
  expect(client.received.filter((text) => text.includes('rate_limited'))).toHaveLength(1)
  expect(seen.events.length).toBeLessThanOrEqual(SOCKET_LIMITS.packets.burst)
  other.socket.emit('echo', { text: 'still here' })
  await other.next('echo')
})

it('disconnects a client that sends only WebSocket pings', async () => {
  const { raw, seen } = await stage()
  const client = await raw()
  client.stopReading()
  for (let count = 0; count < 5_000; count += 1) client.ping(100)
  await vi.waitFor(() => expect(seen.left).toBe(1))
})

it('limits the sockets of a user that all connect at once', async () => {
  const { open, channel } = await stage({ socketsPerUser: 2 })
  const many = Array.from({ length: 12 }, () => open())
  await vi.waitFor(() =>
    expect(many.filter(({ socket, received }) => socket.connected || received.length > 0 || !socket.active)).toHaveLength(12),
  )
  await vi.waitFor(() => expect(many.filter(({ socket }) => socket.connected)).toHaveLength(2))
  expect(channel.count('ann')).toBe(2)
})

it('counts the commands of a user across all sockets, and keeps them connected', async () => {
  const { open, seen } = await stage({ commands: { burst: 10, perSecond: 0 } })
  const [one, two, bob] = [open(), open(), open('bob')]
  for (let count = 0; count < 8; count += 1) one.socket.emit('nothing')
  await vi.waitFor(() => expect(seen.events).toHaveLength(8))
  for (let count = 0; count < 8; count += 1) two.socket.emit('nothing')
  await two.next('error', 6)
  bob.socket.emit('echo', { text: 'x' })
  await bob.next('echo')
  expect(two.all('error')[0]).toMatchObject({ code: 'rate_limited' })
  expect([seen.events.length, one.socket.connected, two.socket.connected]).toEqual([11, true, true])
})

it('counts the bytes of a user across all sockets, and executes nothing while they are overdrawn', async () => {
  const { open, seen } = await stage({ bytesOut: { burst: 100 * KB, perSecond: 0 } })
  const [one, two, bob] = [open(), open(), open('bob')]
  one.socket.emit('give', { kilobytes: 60 })
  await one.next('gift')
  two.socket.emit('give', { kilobytes: 60 })
  await two.next('gift')
  for (const client of [one, two]) client.socket.emit('give', { kilobytes: 60 })
  await Promise.all([one.next('error'), two.next('error')])
  bob.socket.emit('give', { kilobytes: 60 })
  await bob.next('gift')
  expect(one.all('error')[0]).toMatchObject({ code: 'rate_limited' })
  expect(seen.events).toHaveLength(3)
})

it('limits the concurrent commands of a user', async () => {
  const { open, seen, gates } = await stage({ running: 3 })
  const [one, two, bob] = [open(), open(), open('bob')]
  for (let count = 0; count < 3; count += 1) one.socket.emit('wait', {})
  await vi.waitFor(() => expect(gates).toHaveLength(3))
  two.socket.emit('wait', {})
  await two.next('error')
  bob.socket.emit('wait', {})
  await vi.waitFor(() => expect(gates).toHaveLength(4))
  for (const open of gates) open()
  await one.next('echo', 3)
  two.socket.emit('wait', {})
  await vi.waitFor(() => expect(seen.events).toHaveLength(5))
  expect(two.all('error')).toEqual([{ code: 'rate_limited', message: expect.anything() }])
})

it('limits the sockets of a user, and reports the limit to the next one', async () => {
  const { open, url } = await stage({ socketsPerUser: 2 })
  for (const client of [open(), open()]) await vi.waitFor(() => expect(client.socket.connected).toBe(true))
  const third = await rawSocket(url)
  third.send('40/test,{"token":"good:ann:s"}')
  expect(await frameWith(third, '44/test')).toContain('Too many connections')
  third.send('40/test,{"token":"good:bob:s"}')
  await frameWith(third, '40/test')
  third.end()
})

it('buffers no more bytes than its limit for a client that never reads, and disconnects it', async () => {
  const waiting = { bytes: 2_048 * KB, packets: 1_024 }
  const { raw, open, seen } = await stage({
    waiting,
    bytesOut: { burst: 1e12, perSecond: 0 },
    packets: { burst: 1e6, perSecond: 0 },
    commands: { burst: 1e6, perSecond: 0 },
  })
  const [client, other] = [await raw(), open('bob')]
  client.stopReading()
  for (let count = 0; count < 200; count += 1) client.send('42/test,["give",{"kilobytes":512}]')
  await vi.waitFor(() => expect(seen.left).toBe(1))
  expect(seen.mostWaiting).toBeGreaterThan(1_024 * KB)
  expect(seen.mostWaiting).toBeLessThanOrEqual(waiting.bytes)
  other.socket.emit('echo', { text: 'still here' })
  await other.next('echo')
})

it('buffers no more packets than its limit for a client that never reads', async () => {
  const waiting = { bytes: 1e9, packets: 10 }
  const { raw, seen } = await stage({
    waiting,
    bytesOut: { burst: 1e12, perSecond: 0 },
    packets: { burst: 1e6, perSecond: 0 },
    commands: { burst: 1e6, perSecond: 0 },
  })
  const client = await raw()
  client.stopReading()
  for (let count = 0; count < 400; count += 1) client.send('42/test,["give",{"kilobytes":256}]')
  await vi.waitFor(() => expect(seen.left).toBe(1))
  expect(seen.mostWaiting).toBeLessThanOrEqual(11 * 256 * KB)
})

it('notifies all sockets of a user, or those of one session, and no others', async () => {
  const { open, channel } = await stage()
  const [one, two, bob] = [open(), open(), open('bob')]
  await vi.waitFor(() => expect([one, two, bob].map(({ socket }) => socket.connected)).toEqual([true, true, true]))
  channel.emit('ann', 'echo', 'to all of Ann')
  await Promise.all([one.next('echo'), two.next('echo')])
  expect(channel.emitToSession({ user_id: 'ann', sid: 's' }, 'echo', 'to the session')).toBe(true)
  expect(channel.emitToSession({ user_id: 'ann', sid: 'other' }, 'echo', 'to nobody')).toBe(false)
  expect(channel.emitToSession({ user_id: 'carol', sid: 's' }, 'echo', 'to nobody')).toBe(false)
  channel.emit('bob', 'echo', 'to Bob')
  await Promise.all([one.next('echo', 2), two.next('echo', 2), bob.next('echo')])
  expect([one.all('echo'), bob.all('echo')]).toEqual([['to all of Ann', 'to the session'], ['to Bob']])
})
