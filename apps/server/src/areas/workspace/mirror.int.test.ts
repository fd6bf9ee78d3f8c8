import { createServer } from 'node:http'
import { setImmediate as tick } from 'node:timers/promises'
import { itemAt } from '@aerie/core/item-at'
import { epochMs } from '@aerie/core/time'
import { nestedJson } from '@aerie/testkit/hostile-json'
import { portOf } from '@aerie/testkit/port-of'
import { frameWith, joinNamespace, rawSocket } from '@aerie/testkit/raw-socket'
import { MIRROR_VERSION, mirrorEvents } from '@aerie/wire/workspace/mirror'
import { pino } from 'pino'
import type { Server } from 'socket.io'
import { io as connect, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { lossyRoom, testBus } from '../../../test/test-bus.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { waitingOf } from '../../platform/sockets/outgoing.ts'
import { SOCKET_LIMITS, type SocketLimits } from '../../platform/sockets/socket-limits.ts'
import { socketServer } from '../../platform/sockets/socket-server.ts'
import { serveMirror } from './mirror.ts'
import type { MirrorRooms } from './mirror-room.ts'

const T0 = Date.UTC(2026, 0, 15)
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const STATE = {
  channels: [
    {
      channel: 1,
      chart: { type: 'fdc3.chart', instruments: [{ type: 'fdc3.instrument', id: { ticker: 'BTC' }, name: 'Bitcoin' }], style: 'candle' },
      interval: '1h',
      hours: 24,
    },
  ],
  layout: null,
}
const stateBody = { type: 'state', state: STATE }
const verifyToken = async (token: string) => {
  const [kind, user_id, sid] = token.split(':')
  return kind === 'good' && user_id !== undefined && sid !== undefined ? { user_id, sid } : null
}

type Process = { readonly io: Server; readonly url: string; readonly rooms: MirrorRooms; readonly revoke: (sid: string) => void }

let now: number
let io: Server
let url: string
let revoke: (sid: string) => void = () => undefined
const sockets: Socket[] = []
const others: Process[] = []

beforeEach(() => {
  now = T0
  return start()
})
async function start(limits?: Partial<SocketLimits>): Promise<void> {
  ;({ io, url, revoke } = await startProcess(testBus(), limits))
}
async function startProcess(bus: Bus, limits?: Partial<SocketLimits>): Promise<Process> {
  const server = createServer()
  const io = socketServer(server, {}, { ...SOCKET_LIMITS, ...limits })
  let revoke: (sid: string) => void = () => undefined
  const rooms = serveMirror({
    io,
    bus,
    clock: { now: () => epochMs(now) },
    logger: pino({ level: 'silent' }),
    verifyToken,
    onRevoked: (listener) => {
      revoke = listener
    },
  })
  await bus.start()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { io, rooms, revoke, url: `http://127.0.0.1:${portOf(server)}` }
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  await io.close()
  for (const other of others.splice(0)) await other.io.close()
})

function open(token: string, at = url) {
  const socket = connect(`${at}/mirror`, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } })
  sockets.push(socket)
  const received: Array<{ readonly event: string; readonly message: unknown }> = []
  socket.onAny((event: string, message: unknown) => received.push({ event, message }))
  const all = <E extends keyof typeof mirrorEvents>(event: E) =>
    received.filter((entry) => entry.event === event).map(({ message }) => z.parse(mirrorEvents[event], message)) as Array<
      z.output<(typeof mirrorEvents)[E]>
    >
  const next = (event: keyof typeof mirrorEvents, count = 1) => vi.waitFor(() => expect(all(event).length).toBeGreaterThanOrEqual(count))
  return { socket, received, all, next }
}
async function join(user: string, machine: number, at = url) {
  const opened = open(`good:${user}:s${machine}`, at)
  opened.socket.emit('join', { v: MIRROR_VERSION, session: uuid(machine) })
  await opened.next('lease')
  return { ...opened, lease: () => itemAt(opened.all('lease'), -1) }
}

it('relays what the leading machine shows to the user’s others, and reports the leader to late joiners', async () => {
  const one = await join('ann', 1)
  expect(one.lease()).toEqual({ term: T0 + 1, holder: uuid(1), machines: 1 })
  const two = await join('ann', 2)
  await one.next('wanted')
  expect(two.lease()).toEqual({ term: T0 + 1, holder: uuid(1), machines: 2 })
  one.socket.emit('publish', { term: T0 + 1, seq: 1, body: stateBody })
  await two.next('relayed')
  expect(two.all('relayed')).toEqual([{ session: uuid(1), term: T0 + 1, seq: 1, body: stateBody }])
  expect(one.all('relayed')).toEqual([])
})

it('lets one machine lead at a time, and another take over on request or when the leader leaves', async () => {
  const [one, two, three] = [await join('ann', 1), await join('ann', 2), await join('ann', 3)]
  two.socket.emit('lead', {})
  await vi.waitFor(() => expect(three.lease()).toEqual({ term: T0 + 2, holder: uuid(2), machines: 3 }))
  one.socket.emit('publish', { term: T0 + 1, seq: 1, body: stateBody })
  await one.next('error')
  expect(one.all('error')[0]).toMatchObject({ code: 'conflict' })
  expect(three.all('relayed')).toEqual([])
  two.socket.disconnect()
  await vi.waitFor(() => expect(three.lease()).toEqual({ term: T0 + 3, holder: uuid(1), machines: 2 }))
})

it('lets any machine change a part of the layout', async () => {
  const [one, two] = [await join('ann', 1), await join('ann', 2)]
  two.socket.emit('publish', { term: 0, seq: 1, body: { type: 'layout-fragment', fragment: '{}' } })
  await one.next('relayed')
  expect(one.all('relayed')[0]).toMatchObject({ session: uuid(2), body: { type: 'layout-fragment' } })
})

it('never mixes the machines of two users', async () => {
  const [ann, bob] = [await join('ann', 1), await join('bob', 2)]
  expect([ann.lease(), bob.lease()].map(({ machines }) => machines)).toEqual([1, 1])
  ann.socket.emit('publish', { term: ann.lease().term, seq: 1, body: stateBody })
  ann.socket.emit('publish', { term: 0, seq: 2, body: { type: 'layout-fragment', fragment: '{}' } })
  // Events are handled in order: once these are answered, the earlier ones and their effects on Bob are complete.
  for (const { socket, next } of [ann, bob]) {
    socket.emit('shout')
    await next('error')
  }
  expect(bob.received.map(({ event }) => event)).toEqual(['lease', 'error'])
})

/** One more process on a bus that can be cut. */
async function startOther(room: ReturnType<typeof lossyRoom>, limits?: Partial<SocketLimits>): Promise<Process> {
  const other = await startProcess(testBus(room.transport()), limits)
  others.push(other)
  return other
}
const beatAll = (times: number, ...processes: readonly Process[]): void => {
  for (let time = 0; time < times; time += 1) for (const { rooms } of processes) rooms.beat()
}
type Machine = Awaited<ReturnType<typeof join>>
/** Every machine has received the same lease. */
const agree = (machines: readonly Machine[], lease: object) =>
  vi.waitFor(() => {
    const first = machines[0]?.lease()
    expect(machines.map((one) => one.lease())).toEqual(machines.map(() => ({ ...lease, term: first?.term })))
    return first?.term ?? 0
  })
/** Everything that the machine has sent before is carried out. */
async function handled({ socket, all, next }: Machine): Promise<void> {
  const before = all('error').length
  socket.emit('shout')
  await next('error', before + 1)
  await tick()
}

it('relays between machines at different processes, and never to another user', async () => {
  const room = lossyRoom()
  const [a, b] = [await startOther(room), await startOther(room)]
  const one = await join('ann', 1, a.url)
  const [two, three, bob] = [await join('ann', 2, b.url), await join('ann', 3, b.url), await join('bob', 4, b.url)]
  const term = await agree([one, two, three], { holder: uuid(1), machines: 3 })
  await one.next('wanted', 2)
  one.socket.emit('publish', { term, seq: 1, body: stateBody })
  three.socket.emit('publish', fragment(2, 10))
  await one.next('relayed')
  await two.next('relayed', 2)
  expect(three.all('relayed')).toEqual([{ session: uuid(1), term, seq: 1, body: stateBody }])
  expect(one.all('relayed')).toEqual([{ session: uuid(3), term, seq: 2, body: fragment(2, 10).body }])
  await handled(bob)
  expect(bob.received.map(({ event }) => event)).toEqual(['lease', 'error'])
})

it('hands the lead to another process on request, and on when its machine is logged out', async () => {
  const room = lossyRoom()
  const [a, b] = [await startOther(room), await startOther(room)]
  const [one, two] = [await join('ann', 1, a.url), await join('ann', 2, b.url)]
  const before = await agree([one, two], { holder: uuid(1), machines: 2 })
  two.socket.emit('lead', {})
  const term = await agree([one, two], { holder: uuid(2), machines: 2 })
  expect(term).toBeGreaterThan(before)
  one.socket.emit('publish', { term: before, seq: 1, body: stateBody })
  await one.next('error')
  expect(one.all('error')[0]).toMatchObject({ code: 'conflict' })
  two.socket.emit('publish', { term, seq: 1, body: stateBody })
  await one.next('relayed')
  expect(two.all('relayed')).toEqual([])
  b.revoke('s2')
  expect(await agree([one], { holder: uuid(1), machines: 1 })).toBeGreaterThan(term)
})

it('hands the lead on when the process of the leader is gone, and agrees again when it was only cut off', async () => {
  const room = lossyRoom()
  const [a, b] = [await startOther(room), await startOther(room)]
  const [one, two] = [await join('ann', 1, a.url), await join('ann', 2, b.url)]
  const before = await agree([one, two], { holder: uuid(1), machines: 2 })
  room.lose(() => true)
  beatAll(3, a, b)
  await handled(two)
  expect(two.lease()).toEqual({ term: before, holder: uuid(1), machines: 2 })
  beatAll(1, a, b)
  const cut = await agree([two], { holder: uuid(2), machines: 1 })
  expect(cut).toBeGreaterThan(before)
  await agree([one], { holder: uuid(1), machines: 1 })
  two.socket.emit('lead', {})
  await vi.waitFor(() => expect(two.lease().term).toBeGreaterThan(cut))
  room.lose(() => false)
  for (let time = 0; time < 10; time += 1) {
    beatAll(1, a, b)
    await tick()
  }
  const healed = await agree([one, two], { holder: uuid(2), machines: 2 })
  one.socket.emit('publish', { term: healed, seq: 1, body: stateBody })
  await one.next('error')
  two.socket.emit('publish', { term: healed, seq: 1, body: stateBody })
  await one.next('relayed')
})

it('asks the leader at another process for its state after a message was lost', async () => {
  const room = lossyRoom()
  const [a, b] = [await startOther(room), await startOther(room)]
  const [one, two] = [await join('ann', 1, a.url), await join('ann', 2, b.url)]
  const term = await agree([one, two], { holder: uuid(1), machines: 2 })
  await handled(one)
  const wanted = one.all('wanted').length
  room.lose(() => true)
  one.socket.emit('publish', { term, seq: 1, body: stateBody })
  await handled(one)
  room.lose(() => false)
  expect(one.all('wanted')).toHaveLength(wanted)
  beatAll(1, a)
  await one.next('wanted', wanted + 1)
  expect(two.all('relayed')).toEqual([])
})

it('counts the machines at all processes, and reports the limit to the ninth', async () => {
  const room = lossyRoom()
  const [a, b, c] = [await startOther(room), await startOther(room), await startOther(room)]
  const machines: Machine[] = []
  for (let machine = 1; machine <= 8; machine += 1) {
    machines.push(await join('ann', machine, machine % 2 === 0 ? a.url : b.url))
    await agree(machines, { holder: uuid(1), machines: machine })
  }
  now += 1_000
  // One process knows of the others, the third one does not know them yet.
  for (const { url } of [a, c]) {
    const ninth = open('good:ann:s9', url)
    ninth.socket.emit('join', { v: MIRROR_VERSION, session: uuid(9) })
    await ninth.next('error')
    expect(ninth.all('error')).toMatchObject([{ code: 'conflict' }])
  }
  await agree(machines, { holder: uuid(1), machines: 8 })
})

it('charges a user for the bytes that other processes relay', async () => {
  const room = lossyRoom()
  const few = { ...SOCKET_LIMITS, bytesOut: { burst: 512 * 1024, perSecond: 0 }, packets: ENDLESS, commands: ENDLESS }
  const [a, b] = [await startOther(room, few), await startOther(room, { bytesOut: ENDLESS })]
  const one = await join('ann', 1, a.url)
  const elsewhere = [await join('ann', 2, b.url), await join('ann', 3, b.url)]
  await agree([one, ...elsewhere], { holder: uuid(1), machines: 3 })
  for (let seq = 1; seq <= 40; seq += 1) one.socket.emit('publish', fragment(seq))
  await one.next('error')
  expect(one.all('error')[0]).toMatchObject({ code: 'rate_limited' })
  await handled(one)
  const relayed = elsewhere.reduce((sum, { all }) => sum + all('relayed').length, 0)
  expect(relayed * 45_000).toBeLessThan(512 * 1024 + 2 * 46_000)
})

it('requires a join, and admits no guest', async () => {
  const one = await join('ann', 1)
  const silent = open('good:ann:s2')
  await vi.waitFor(() => expect(silent.socket.connected).toBe(true))
  one.socket.emit('publish', { term: one.lease().term, seq: 1, body: stateBody })
  silent.socket.emit('publish', { term: one.lease().term, seq: 1, body: stateBody })
  await silent.next('error')
  expect(silent.all('relayed')).toEqual([])
  expect(one.all('relayed')).toEqual([])
  const refused = await new Promise((resolve) => open('bad').socket.on('connect_error', (error) => resolve(error.message)))
  expect(refused).toBe('Authentication error: Invalid token')
})

it.each([
  ['an order', 'publish', { term: 1, seq: 1, body: { type: 'order', side: 'buy' } }],
  ['a state with more in it', 'publish', { term: T0 + 1, seq: 1, body: { ...stateBody, token: 'secret' } }],
  ['a state of nothing', 'publish', { term: T0 + 1, seq: 1, body: { type: 'state', state: null } }],
  ['no message', 'publish', null],
  ['another version', 'join', { v: 99, session: uuid(9) }],
  ['another event', 'shout', {}],
])('refuses %s', async (_what, event, message) => {
  const [one, two] = [await join('ann', 1), await join('ann', 2)]
  one.socket.emit(event, message)
  await one.next('error')
  expect(one.all('error')[0]).toMatchObject({ code: 'bad_input' })
  expect(two.all('relayed')).toEqual([])
})

it('refuses an oversized message, and continues', async () => {
  const [one, two] = [await join('ann', 1), await join('ann', 2)]
  const { term } = one.lease()
  one.socket.emit('publish', { term, seq: 1, body: { type: 'state', state: { ...STATE, layout: 'x'.repeat(50_000) } } })
  await one.next('error')
  expect(one.all('error')[0]).toMatchObject({ code: 'payload_too_large' })
  one.socket.emit('publish', { term, seq: 2, body: stateBody })
  await two.next('relayed')
  expect(two.all('relayed').map(({ seq }) => seq)).toEqual([2])
})

it('disconnects a flooding client, and the others continue with another leader', async () => {
  await io.close()
  // No refill: only the burst counts, however slowly a busy machine reads.
  await start({ packets: { ...SOCKET_LIMITS.packets, perSecond: 0 } })
  const [one, two] = [await join('ann', 1), await join('ann', 2)]
  for (let seq = 1; seq < 400; seq += 1) one.socket.emit('publish', { term: one.lease().term, seq, body: stateBody })
  await vi.waitFor(() => expect(one.socket.connected).toBe(false))
  await vi.waitFor(() => expect(two.lease()).toMatchObject({ holder: uuid(2), machines: 1 }))
  expect(two.all('relayed').length).toBeLessThan(SOCKET_LIMITS.packets.burst)
})

it('disconnects a user who logs out', async () => {
  const [one, two] = [await join('ann', 1), await join('ann', 2)]
  revoke('s1')
  await vi.waitFor(() => expect(one.socket.connected).toBe(false))
  await vi.waitFor(() => expect(two.lease()).toMatchObject({ holder: uuid(2), machines: 1 }))
})

it('accepts eight machines per user, and reports the limit to the ninth', async () => {
  for (let machine = 1; machine <= 8; machine += 1) await join('ann', machine)
  const ninth = open('good:ann:s9')
  ninth.socket.emit('join', { v: MIRROR_VERSION, session: uuid(9) })
  await ninth.next('error')
  expect(ninth.all('error')[0]).toMatchObject({ code: 'conflict' })
})

it.each([
  ['an acknowledgement without a payload', '42/mirror,1["join"]'],
  ['an acknowledgement after a payload', '42/mirror,7["publish",null]'],
  ['a payload of 30,000 brackets', `42/mirror,["publish",${nestedJson(30_000)}]`],
  ['an unknown event of 30,000 brackets', `42/mirror,["shout",${nestedJson(30_000)}]`],
])('responds to %s with an error, and continues', async (_what, packet) => {
  const raw = await rawSocket(url)
  await joinNamespace(raw, '/mirror', 'good:ann:s1')
  raw.send(packet)
  expect(await frameWith(raw, '"error"')).toContain('bad_input')
  raw.send(`42/mirror,["join",{"v":${MIRROR_VERSION},"session":"${uuid(1)}"}]`)
  await frameWith(raw, '"lease"')
  raw.end()
})

it('sends nothing to a client that presents the offset of another connection instead of a token', async () => {
  const raw = await rawSocket(url)
  await joinNamespace(raw, '/mirror', 'good:ann:s1')
  raw.send(`42/mirror,["join",{"v":${MIRROR_VERSION},"session":"${uuid(1)}"}]`)
  const [, , offset = 'none'] = JSON.parse((await frameWith(raw, '"lease"')).slice('42/mirror,'.length))
  const { pid = 'none' } = JSON.parse((await frameWith(raw, '40/mirror,')).slice('40/mirror,'.length))
  const two = await join('ann', 2)
  two.socket.emit('publish', { term: 0, seq: 1, body: { type: 'layout-fragment', fragment: '{"secret":1}' } })
  await frameWith(raw, 'secret')
  raw.end()
  await vi.waitFor(() => expect(two.lease().machines).toBe(1))
  for (const token of [undefined, 'good:mallory:s9', 'revoked']) {
    const thief = await rawSocket(url)
    thief.send(`40/mirror,${JSON.stringify({ token, pid, offset })}`)
    await frameWith(thief, '4')
    await frameWith(thief, '/mirror')
    thief.send('42/mirror,["shout"]')
    await vi.waitFor(() => expect(thief.received.length + Number(!thief.isOpen())).toBeGreaterThanOrEqual(3))
    expect(thief.received.filter((text) => text.includes('secret'))).toEqual([])
    thief.end()
  }
})

const ENDLESS = { burst: 1e12, perSecond: 0 }
const fragment = (seq: number, size = 45_000) => ({ term: 0, seq, body: { type: 'layout-fragment', fragment: 'x'.repeat(size) } })

it('relays no more bytes than a user’s share, regardless of who publishes them', async () => {
  await io.close()
  await start({ bytesOut: { burst: 1024 * 1024, perSecond: 0 } })
  const machines = [await join('ann', 1), await join('ann', 2), await join('ann', 3), await join('ann', 4)]
  for (let seq = 1; seq <= 40; seq += 1) for (const { socket } of machines) socket.emit('publish', fragment(seq))
  for (const { socket, next } of machines) {
    socket.emit('join', {})
    await next('error')
  }
  const relayed = machines.reduce((sum, { all }) => sum + all('relayed').length, 0)
  expect(relayed * 45_000).toBeLessThan(1024 * 1024 + 3 * 46_000)
  expect(machines[0]?.all('error')[0]).toMatchObject({ code: 'rate_limited' })
})

it('skips a machine that does not read, and requests the newest state once it does', async () => {
  await io.close()
  await start({ packets: ENDLESS, commands: ENDLESS, bytesOut: ENDLESS })
  const one = await join('ann', 1)
  const slow = await rawSocket(url)
  await joinNamespace(slow, '/mirror', 'good:ann:s2')
  slow.send(`42/mirror,["join",{"v":${MIRROR_VERSION},"session":"${uuid(2)}"}]`)
  await frameWith(slow, '"lease"')
  await one.next('wanted')
  slow.stopReading()
  for (let seq = 1; seq <= 600; seq += 1) one.socket.emit('publish', fragment(seq))
  one.socket.emit('shout')
  await one.next('error')
  const waiting = Math.max(...[...io.of('/mirror').sockets.values()].map(({ conn }) => waitingOf(conn).bytes))
  expect(waiting).toBeGreaterThan(0)
  expect(waiting).toBeLessThanOrEqual(SOCKET_LIMITS.behind.bytes + 46_000)
  slow.readOn()
  await one.next('wanted', 2)
  one.socket.emit('publish', { term: one.lease().term, seq: 601, body: stateBody })
  await frameWith(slow, '"seq":601')
  expect(slow.received.filter((text) => text.includes('relayed')).length).toBeLessThan(601)
  slow.end()
})
