import { createServer, request } from 'node:http'
import { portOf } from '@aerie/testkit/port-of'
import { joinNamespace, type RawSocket, rawSocket } from '@aerie/testkit/raw-socket'
import { socketError } from '@aerie/wire/problem'
import { afterEach, expect, it } from 'vitest'
import type { SocketEdge } from './handshakes.ts'
import { openNamespace } from './namespace.ts'
import { SOCKET_LIMITS, type SocketLimits } from './socket-limits.ts'
import { socketServer } from './socket-server.ts'

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

async function stage(limits: Partial<SocketLimits>, edge: SocketEdge = {}): Promise<string> {
  const server = createServer()
  const io = socketServer(server, edge, { ...SOCKET_LIMITS, ...limits })
  openNamespace({
    io,
    name: '/test',
    mayGuestsEnter: true,
    commands: {},
    events: { error: socketError },
    verifyToken: async (token) => (token === 'ann' ? { user_id: 'ann', sid: 's' } : null),
    onRevoked: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
    serve: () => ({ handlers: {} }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => io.close())
  return `http://127.0.0.1:${portOf(server)}`
}

async function connect(url: string, visitor?: string): Promise<RawSocket> {
  const raw = await rawSocket(url, visitor === undefined ? {} : { headers: { 'x-forwarded-for': visitor } })
  closings.push(raw.end)
  return raw
}
const enter = async (url: string, visitor?: string, token?: string): Promise<void> =>
  joinNamespace(await connect(url, visitor), '/test', token)

const plainHandshake = (url: string, visitor: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request(`${url}/socket.io/?EIO=4&transport=websocket`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'x-forwarded-for': visitor,
      },
    })
    asked.on('error', reject).on('response', (response) => {
      response.resume()
      resolve(`${response.statusCode} ${response.headers['retry-after']} ${response.headers['content-type']}`)
    })
    asked.end()
  })

const FEW = { handshakes: { burst: 3, perSecond: 0.001 } } as const
const PROXY = { trustedProxies: ['127.0.0.1'] } as const

it('accepts no more connections from one address than its share, and sends Retry-After', async () => {
  const url = await stage(FEW, PROXY)
  for (let count = 0; count < 3; count += 1) await connect(url, '192.0.2.1')
  await expect(connect(url, '192.0.2.1')).rejects.toThrow('429')
  const answer = await plainHandshake(url, '192.0.2.1')
  expect(answer).toBe('429 10 application/problem+json')
  await connect(url, '192.0.2.2')
})

it('counts an untrusted proxy as one visitor, whatever its headers contain', async () => {
  const url = await stage(FEW)
  for (const visitor of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await connect(url, visitor)
  await expect(connect(url, '192.0.2.4')).rejects.toThrow('429')
})

it('does not limit programs on this machine', async () => {
  const url = await stage(FEW)
  for (let count = 0; count < 6; count += 1) await expect(connect(url)).resolves.toBeDefined()
})

it('refuses guests from an address at its limit, and admits users from it', async () => {
  const url = await stage({ guestsPerAddress: 2 }, PROXY)
  for (let count = 0; count < 2; count += 1) await enter(url, '192.0.2.1')
  await expect(enter(url, '192.0.2.1')).rejects.toThrow('Too many visitors from this address')
  await enter(url, '192.0.2.1', 'ann')
  await enter(url, '192.0.2.2')
})

it('refuses guests once the total limit is reached', async () => {
  const url = await stage({ guests: 2 }, PROXY)
  for (const visitor of ['192.0.2.1', '192.0.2.2']) await enter(url, visitor)
  await expect(enter(url, '192.0.2.3')).rejects.toThrow('Too many visitors right now')
  await enter(url, '192.0.2.3', 'ann')
})

it('counts the addresses of one IPv6 customer as one', async () => {
  const url = await stage({ guestsPerAddress: 1 }, PROXY)
  await enter(url, '2001:db8:1:2::1')
  await expect(enter(url, '2001:db8:1:2:ffff::9')).rejects.toThrow('from this address')
  await enter(url, '2001:db8:1:3::1')
})
