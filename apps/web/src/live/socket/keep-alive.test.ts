import { createHash } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket as NetSocket, type Server } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HANGS_AFTER_MS, keepAlive, type Reconnector } from './keep-alive.ts'

vi.unmock('socket.io-client')

/** The real library against a real port, with a delay so long that nothing comes back by itself. */
const OPTIONS = { transports: ['websocket'], autoConnect: false, forceNew: true, timeout: 20_000, reconnectionDelay: 600_000 }

let port: number
let socket: Socket
let alive: Reconnector
const closing: Array<() => unknown> = []

beforeEach(async () => {
  port = await freePort()
  socket = io(`http://127.0.0.1:${port}/live`, { ...OPTIONS, reconnectionDelayMax: 600_000, randomizationFactor: 0 })
  alive = keepAlive(socket, socket.io)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  socket.disconnect()
  for (const close of closing.splice(0).reverse()) await close()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** As much of Socket.IO's server as lets a client of `/live` in (RFC 6455; Engine.IO 4). */
async function serve(): Promise<{ readonly drop: () => void }> {
  const open: Array<{ destroy(): unknown }> = []
  const frame = (text: string): Buffer => Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)])
  const server = createHttpServer().on('upgrade', ({ headers }, connection) => {
    open.push(connection)
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    connection.write(`HTTP/1.1 101 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`)
    connection.write(frame('0{"sid":"e","upgrades":[],"pingInterval":60000,"pingTimeout":60000,"maxPayload":1000}'))
    connection.once('data', () => connection.write(frame(`40/live,{"sid":"number ${open.length}"}`)))
    connection.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const drop = (): void => {
    for (const connection of open) connection.destroy()
  }
  closing.push(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    drop()
    await closed
  })
  return { drop }
}

/** Accepts connections and says nothing: a proxy whose server is gone, a process that hangs. */
async function serveSilence(): Promise<{ readonly end: () => Promise<void>; readonly accepted: () => number }> {
  const accepted: NetSocket[] = []
  const server: Server = createServer((connection) => void accepted.push(connection.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  let isOver = false
  const end = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    const closed = new Promise((resolve) => server.close(resolve))
    for (const connection of accepted) connection.destroy()
    await closed
  }
  closing.push(end)
  return { end, accepted: () => accepted.length }
}
const connected = () => vi.waitFor(() => expect(socket.connected).toBe(true), { timeout: 5000 })
const failed = () => new Promise((resolve) => socket.once('connect_error', resolve))

it('connects at once when the network is back, though the delay has long to run', async () => {
  const failure = failed()
  socket.connect()
  await failure
  await serve()
  dispatchEvent(new Event('online'))
  await connected()
  expect(socket.id).toBe('number 1')
})

it('gives up a try that hangs, and goes on as before with the next', async () => {
  const silence = await serveSilence()
  socket.connect()
  await vi.waitFor(() => expect(silence.accepted()).toBe(1))
  await silence.end()
  await serve()
  alive.tryNow()
  await connected()
  expect(socket.id).toBe('number 1')
})

it('fails and tries again by itself after a try that it began', async () => {
  socket.io.reconnectionDelay(20)
  socket.io.reconnectionDelayMax(20)
  for (const _ of [1, 2]) {
    const failure = failed()
    alive.tryNow()
    await failure
  }
  const { drop } = await serve()
  await connected()
  const { id } = socket
  drop()
  await vi.waitFor(() => expect(socket.id).not.toBe(id))
  await connected()
})

it('leaves a connection that stands', async () => {
  await serve()
  socket.connect()
  await connected()
  const { id } = socket
  alive.tryNow()
  expect([socket.connected, socket.id]).toEqual([true, id])
})

/** HTTP of the server beside the socket: whether it answers now, and what it was asked. */
function http(isThere: boolean) {
  const asked: [string, RequestInit][] = []
  const state = { isThere, asked }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([path, init])
    if (!state.isThere) throw new TypeError('no network')
    return new Response('{}')
  })
  return state
}

/** The socket of `beforeEach` again, under a clock that the test moves. */
function underFakeClock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  alive = keepAlive(socket, socket.io)
}

it('tries again, from a hidden window too, when the server answers by HTTP and a try has hung for 5 s', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const server = http(false)
  const silence = await serveSilence()
  underFakeClock()
  socket.connect()
  await vi.waitFor(() => expect(silence.accepted()).toBe(1))
  // While nothing answers, the try is left alone.
  vi.advanceTimersByTime(HANGS_AFTER_MS)
  await vi.waitFor(() => expect(server.asked).toHaveLength(1))
  expect(server.asked[0]).toMatchObject(['/healthz', { cache: 'no-store' }])
  await silence.end()
  await serve()
  server.isThere = true
  vi.advanceTimersByTime(HANGS_AFTER_MS)
  await connected()
  expect(socket.id).toBe('number 1')
})

it('asks nothing while no try is under way', async () => {
  const server = http(true)
  underFakeClock()
  vi.advanceTimersByTime(25_000)
  expect(server.asked).toEqual([])
})

it('takes the answer to another question for a sign as well, and leaves a try that is young', async () => {
  const silence = await serveSilence()
  underFakeClock()
  socket.connect()
  await vi.waitFor(() => expect(silence.accepted()).toBe(1))
  vi.setSystemTime(Date.now() + HANGS_AFTER_MS - 1)
  alive.tryAgain()
  expect(silence.accepted()).toBe(1)
  vi.setSystemTime(Date.now() + 1)
  alive.tryAgain()
  await vi.waitFor(() => expect(silence.accepted()).toBe(2))
})

it('leaves a connection that stands, however long ago it was made', async () => {
  http(true)
  await serve()
  underFakeClock()
  socket.connect()
  await connected()
  const { id } = socket
  vi.setSystemTime(Date.now() + HANGS_AFTER_MS)
  alive.tryAgain()
  expect([socket.connected, socket.id]).toEqual([true, id])
})
