import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket as Connection } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HANGS_AFTER_MS, keepAlive, type Reconnector } from './live-socket.ts'

vi.unmock('socket.io-client')

/** Real library and real port; the reconnection delay is so long that it never reconnects by itself. */
const OPTIONS = { transports: ['websocket'], autoConnect: false, forceNew: true, timeout: 20_000, reconnectionDelay: 600_000 }

let server: Awaited<ReturnType<typeof openServer>>
let socket: Socket
let alive: Reconnector

beforeEach(async () => {
  server = await openServer()
  socket = io(`http://127.0.0.1:${server.port}/live`, { ...OPTIONS, reconnectionDelayMax: 600_000, randomizationFactor: 0 })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  socket.disconnect()
  await server.close()
})

const frame = (text: string): Buffer => Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)])

/**
 * The minimum of a Socket.IO server that admits a client to `/live` (RFC 6455; Engine.IO 4). It keeps its port even while `gone` (it closes
 * each connection at once), so that no other process can take it.
 */
async function openServer() {
  /** `silent`: accepts connections and never responds, like a proxy without a backend or a hung process. */
  let mode: 'gone' | 'silent' | 'there' = 'gone'
  let accepted = 0
  let answered = 0
  const open: Connection[] = []
  /** The request of one may arrive after the mode has changed. */
  const silent = new WeakSet<object>()
  const http = createServer()
    .on('connection', (connection) => {
      connection.on('error', () => undefined)
      if (mode === 'gone') return void connection.destroy()
      if (mode === 'silent') silent.add(connection)
      accepted += 1
      open.push(connection)
    })
    .on('upgrade', ({ headers }, connection) => {
      if (mode !== 'there' || silent.has(connection)) return
      answered += 1
      const accept = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
      connection.write(`HTTP/1.1 101 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`)
      connection.write(frame('0{"sid":"e","upgrades":[],"pingInterval":60000,"pingTimeout":60000,"maxPayload":1000}'))
      connection.once('data', () => connection.write(frame(`40/live,{"sid":"number ${answered}"}`)))
    })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const drop = (): void => {
    for (const connection of open.splice(0)) connection.destroy()
  }
  return {
    port: (http.address() as AddressInfo).port,
    /** Applies to new connections only; hanging ones keep hanging. */
    become: (next: typeof mode): void => {
      mode = next
    },
    drop,
    /** Excludes connections closed at once. */
    accepted: () => accepted,
    close: async (): Promise<void> => {
      const closed = new Promise((resolve) => http.close(resolve))
      drop()
      await closed
    },
  }
}

/** Unlike `vi.waitFor`, does not advance fake timers. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}
const connected = () => until(() => socket.connected)
const hasAccepted = (count: number) => until(() => server.accepted() === count)
const failed = () => new Promise((resolve) => socket.once('connect_error', resolve))

describe('keeping a connection alive', () => {
  beforeEach(() => {
    alive = keepAlive(socket, socket.io)
  })

  it('connects at once when the network is back, even though much of the delay remains', async () => {
    const failure = failed()
    socket.connect()
    await failure
    server.become('there')
    dispatchEvent(new Event('online'))
    await connected()
    expect(socket.id).toBe('number 1')
  })

  it('abandons a hanging attempt, and continues normally with the next', async () => {
    server.become('silent')
    socket.connect()
    await hasAccepted(1)
    server.become('there')
    alive.tryNow()
    await connected()
    expect(socket.id).toBe('number 1')
  })

  it('fails and retries by itself after an attempt it started', async () => {
    socket.io.reconnectionDelay(20)
    socket.io.reconnectionDelayMax(20)
    for (const _ of [1, 2]) {
      const failure = failed()
      alive.tryNow()
      await failure
    }
    server.become('there')
    await connected()
    const { id } = socket
    server.drop()
    await until(() => socket.id !== id)
    await connected()
    expect(socket.id).toBe('number 2')
  })

  it('keeps an established connection', async () => {
    server.become('there')
    socket.connect()
    await connected()
    const { id } = socket
    alive.tryNow()
    expect([socket.connected, socket.id]).toEqual([true, id])
  })
})

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

describe('with fake timers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    alive = keepAlive(socket, socket.io)
  })

  it('retries, even in a hidden window, when the server responds over HTTP and an attempt has hung for 5 s', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const answers = http(false)
    server.become('silent')
    socket.connect()
    await hasAccepted(1)
    vi.advanceTimersByTime(HANGS_AFTER_MS)
    await until(() => answers.asked.length === 1)
    expect(answers.asked[0]).toMatchObject(['/healthz', { cache: 'no-store' }])
    server.become('there')
    answers.isThere = true
    vi.advanceTimersByTime(HANGS_AFTER_MS)
    await connected()
    expect(socket.id).toBe('number 1')
  })

  it('sends no probe while no attempt is in progress', async () => {
    const { asked } = http(true)
    vi.advanceTimersByTime(25_000)
    expect(asked).toEqual([])
  })

  it('accepts the response to another request as proof too, and keeps a recent attempt', async () => {
    server.become('silent')
    socket.connect()
    await hasAccepted(1)
    const tries = vi.spyOn(socket, 'connect')
    vi.setSystemTime(Date.now() + HANGS_AFTER_MS - 1)
    alive.tryAgain()
    expect(tries).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 1)
    alive.tryAgain()
    expect(tries).toHaveBeenCalledOnce()
    await hasAccepted(2)
  })

  it('keeps an established connection, however old it is', async () => {
    http(true)
    server.become('there')
    socket.connect()
    await connected()
    const { id } = socket
    vi.setSystemTime(Date.now() + HANGS_AFTER_MS)
    alive.tryAgain()
    expect([socket.connected, socket.id]).toEqual([true, id])
  })
})
