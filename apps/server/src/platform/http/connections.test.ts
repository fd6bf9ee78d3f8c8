import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { portOf } from '@aerie/testkit/port-of'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerBrokenRequest, type ConnectionLimits, guardConnections } from './connections.ts'
import { httpOptions, rejectUnknownUpgrades } from './http-edge.ts'

const MB = 1_024 * 1_024
const LIMITS: ConnectionLimits = { waiting: 16, serving: 1_024, unreadBytes: 64 * MB, stallMs: 60_000 }

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }
let server: Server
let now = 0
let served: Exchange[] = []
let onServed: (() => void)[] = []
const clients: Socket[] = []

beforeEach(() => {
  now = 0
  served = []
  onServed = []
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function stage(limits: Partial<ConnectionLimits> = {}, isProxy = false): Promise<void> {
  server = createServer(httpOptions, (request, response) => {
    served.push({ request, response })
    for (const listener of onServed.splice(0)) listener()
  })
  // Disables the idle timeout for all tests.
  server.keepAliveTimeout = 600_000
  server.on('clientError', answerBrokenRequest)
  rejectUnknownUpgrades(server)
  guardConnections(server, { limits: { ...LIMITS, ...limits }, now: () => now, isProxy: () => isProxy })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

async function exchange(index: number): Promise<Exchange> {
  for (;;) {
    const found = served[index]
    if (found !== undefined) return found
    await new Promise<void>((resolve) => onServed.push(resolve))
  }
}
const answer = async (index: number, body = 'ok'): Promise<void> => {
  const { response } = await exchange(index)
  response.end(body)
  await once(response, 'close')
}

const get = (path: string, ...headers: string[]): string => [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')
const post = (path: string, body: string): string => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`

function client(): Socket {
  const socket = connect(portOf(server), '127.0.0.1')
  socket.on('error', () => undefined)
  clients.push(socket)
  return socket
}
/** `text` resolves with everything received once the server closes the connection. */
function send(bytes: string) {
  const socket = client()
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.write(bytes)
  return { socket, received: () => received, text: closeOf(socket).then(() => received) }
}
/** Unlike `once`, does not reject on a reset. */
const closeOf = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))
const statusLines = (text: string): string[] => text.match(/HTTP\/1\.1 \d{3}/g) ?? []

it('responds to a request before it refuses the bytes behind it', async () => {
  await stage()
  const { text } = send(`${post('/orders', '{}')}BREW\r\n\r\n`)
  await answer(0, 'placed')
  expect(statusLines(await text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  expect(await text).toMatch(/placed.*not well-formed HTTP/s)
  expect(served).toHaveLength(1)
})

it('responds to all requests before the broken one, in order', async () => {
  await stage()
  const { text } = send(`${get('/1')}${get('/2')}\0`)
  await answer(0, 'first')
  await answer(1, 'second')
  expect(statusLines(await text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400'])
  expect(await text).toMatch(/first.*second/s)
})

it('ignores anything after a request to close the connection', async () => {
  await stage()
  const { text } = send(`${get('/1', 'Connection: close')}${get('/2')}`)
  await answer(0, 'only')
  expect(statusLines(await text)).toEqual(['HTTP/1.1 200'])
  expect(served).toHaveLength(1)
})

it('refuses a request with a broken body at once, since the rest of it never arrives', async () => {
  await stage()
  const { text } = send('POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n')
  const { request } = await exchange(0)
  clients[0]?.write('zz\r\n')
  expect(statusLines(await text)).toEqual(['HTTP/1.1 400'])
  expect(request.complete).toBe(false)
})

it('does not respond to a request twice when its body breaks after the response', async () => {
  await stage()
  const { text, socket } = send('POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n')
  await answer(0, 'early')
  socket.write('zz\r\n')
  expect(statusLines(await text)).toEqual(['HTTP/1.1 200'])
})

it('serves pipelined requests one after the other', async () => {
  await stage()
  const { socket, text } = send(`${get('/1')}${get('/2')}${get('/3')}`)
  await exchange(0)
  expect(served).toHaveLength(1)
  await answer(0)
  await exchange(1)
  expect(served).toHaveLength(2)
  await answer(1)
  await answer(2)
  socket.end()
  expect(statusLines(await text)).toHaveLength(3)
  expect(served.map(({ request }) => request.url)).toEqual(['/1', '/2', '/3'])
})

it('drops requests queued on a connection that has closed', async () => {
  await stage()
  const { socket } = send(`${get('/1')}${get('/2')}`)
  const { response } = await exchange(0)
  socket.resetAndDestroy()
  await once(response, 'close')
  expect(served).toHaveLength(1)
})

it('resets a connection that pipelines too many requests', async () => {
  await stage({ waiting: 3 })
  const { text } = send(get('/').repeat(500))
  expect(await text).toBe('')
  expect(served).toHaveLength(1)
})

it('resets a client that reads nothing of its response', async () => {
  await stage({ stallMs: 40 })
  const socket = client().pause()
  socket.write(get('/'))
  const { response } = await exchange(0)
  const closed = once(response, 'close')
  // More than all buffers between the two ends hold.
  response.end(Buffer.alloc(64 * MB))
  now = 40
  await closed
  expect(response.writableFinished).toBe(false)
})

it('waits for a slow handler, and closes a connection only after its keep-alive timeout', async () => {
  await stage({ stallMs: 20 })
  server.keepAliveTimeout = 1
  server.keepAliveTimeoutBuffer = 1
  const { text } = send(get('/'))
  await exchange(0)
  await once(server, 'timeout')
  await answer(0, 'late')
  expect(await text).toContain('late')
})

/** Requests over a new connection and does not read: the response stays in kernel buffers. */
async function askWithoutReading(index: number, bytes: number): Promise<Socket> {
  const socket = client().pause()
  socket.write(get('/'))
  await answer(index, 'x'.repeat(bytes))
  return socket
}

it('refuses an address that has not read its responses, until it reads them', async () => {
  await stage({ unreadBytes: 100_000 })
  const [first] = [await askWithoutReading(0, 60_000), await askWithoutReading(1, 60_000)]
  const refused = send(get('/'))
  expect(await refused.text).toMatch(/^HTTP\/1\.1 429 .*retry-after: 10.*has not read/s)
  // A further request proves that the previous response was read.
  first.resume()
  first.write(get('/again'))
  await answer(2)
  send(get('/'))
  await answer(3)
})

it('counts the bytes in flight, and removes connections that have closed', async () => {
  await stage({ unreadBytes: 100_000 })
  const reading = client().pause()
  reading.write(get('/'))
  const { response } = await exchange(0)
  response.write(Buffer.alloc(120_000))
  expect(await send(get('/')).text).toMatch(/^HTTP\/1\.1 429 /)
  const closed = once(response, 'close')
  reading.resetAndDestroy()
  await closed
  send(get('/'))
  await answer(1)
})

it('drops long-idle connections before it refuses their address', async () => {
  await stage({ unreadBytes: 100_000, stallMs: 60_000 })
  const idle = await askWithoutReading(0, 90_000)
  const gone = closeOf(idle)
  await askWithoutReading(1, 20_000)
  now = 59_999
  expect(await send(get('/')).text).toMatch(/^HTTP\/1\.1 429 /)
  now = 60_000
  send(get('/'))
  await answer(2)
  idle.resume()
  await gone
})

it('keeps no idle connections of an address with many unread bytes', async () => {
  await stage({ unreadBytes: 100_000, stallMs: 20 })
  const gone = [closeOf(await askWithoutReading(0, 20_000)), closeOf(await askWithoutReading(1, 20_000))]
  now = 20
  for (const socket of clients) socket.resume()
  await expect(Promise.race(gone)).resolves.toBeUndefined()
})

it('counts no unread bytes for a trusted proxy, which serves many clients', async () => {
  await stage({ unreadBytes: 1_000 }, true)
  await askWithoutReading(0, 60_000)
  const { text } = send(get('/', 'Connection: close'))
  await answer(1)
  expect(statusLines(await text)).toEqual(['HTTP/1.1 200'])
})

it('limits the concurrent requests of one address', async () => {
  await stage({ serving: 2 })
  send(get('/'))
  send(get('/'))
  await exchange(1)
  expect(await send(get('/')).text).toMatch(/^HTTP\/1\.1 429 /)
  await answer(0)
  send(get('/'))
  await exchange(2)
})

it('responds to a request before it refuses the CONNECT behind it', async () => {
  await stage()
  const { text } = send(`${get('/1')}CONNECT y:1 HTTP/1.1\r\nHost: y:1\r\n\r\n`)
  await answer(0, 'first')
  expect(statusLines(await text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
})

const handshake = (...headers: string[]): string =>
  get('/socket.io/?EIO=4&transport=websocket', 'Connection: Upgrade', 'Upgrade: websocket', ...headers)
const KEY = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']

it('does not let an upgrade truncate the previous response', async () => {
  await stage()
  server.on('upgrade', () => expect.unreachable('upgraded'))
  const { text } = send(`${get('/1')}${handshake(...KEY)}`)
  await answer(0, 'first')
  expect(statusLines(await text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
})

it('ignores a connection once it has been upgraded', async () => {
  await stage({ unreadBytes: 1_000 })
  server.on('upgrade', (_request, upgraded) => {
    clients.push(upgraded as Socket)
    upgraded.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  })
  const { socket, received } = send(get('/1'))
  await answer(0, 'x'.repeat(5_000))
  socket.write(handshake(...KEY))
  await expect.poll(received).toContain(' 101 ')
  now = 100_000
  send(get('/'))
  await answer(1)
  expect(socket.destroyed).toBe(false)
})

it.each([
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
  ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 400],
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b/c\r\n\r\n', 400],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['an unknown transfer coding', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 501],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n', 417],
  ['another version of HTTP', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n', 505],
  ['a path of OPTIONS', 'GET * HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['polling', get('/socket.io/?EIO=4&transport=polling'), 400],
  ['a handshake without a key', handshake('Sec-WebSocket-Version: 13'), 400],
  ['a handshake of another version', handshake('Sec-WebSocket-Version: 8', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='), 400],
  ['a handshake with two Host headers', handshake('Host: y', ...KEY), 400],
])('refuses %s with a problem and the security headers', async (_what, bytes, status) => {
  await stage()
  const [head = '', body = ''] = (await send(bytes).text).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('content-type: application/problem+json')
  expect(head).toContain("content-security-policy: default-src 'none'")
  expect(JSON.parse(body)).toMatchObject({ status, code: 'bad_input' })
  expect(served).toEqual([])
})

it.each([
  ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n\r\n'],
  ['a Host with a port', 'GET / HTTP/1.1\r\nHost: localhost:4800\r\nConnection: close\r\n\r\n'],
  ['an IPv6 Host', 'GET / HTTP/1.1\r\nHost: [::1]:4800\r\nConnection: close\r\n\r\n'],
  ['OPTIONS of the server', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
])('serves %s', async (_what, bytes) => {
  await stage()
  const { text } = send(bytes)
  await answer(0)
  expect(statusLines(await text)).toEqual(['HTTP/1.1 200'])
})
