import { once } from 'node:events'
import http from 'node:http'
import { createServer } from 'node:net'
import { portOf } from '@aerie/testkit/port-of'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressFault, isPublicAddress, postSafely, retryAfterMs } from './safe-request.ts'

it.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '240.0.0.1',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '100::1',
  'not an address',
])('rejects %s as a public internet address', (address) => expect(isPublicAddress(address)).toBe(false))

it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])('accepts %s as a public internet address', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

it.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://localhost/',
  'https://a.localhost./',
  'https://localhost../',
  'https://metadata.google.internal/',
  'https://169.254.169.254/latest',
  'https://user:secret@example.com/',
  'https://example.com:22/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'not a url',
  '',
])('refuses the address %s with a message', (url) => expect(addressFault(url, { allowPrivate: false })).toMatch(/\.$/))

it('accepts an http or https address', () =>
  expect(addressFault('https://hooks.example.com:8443/a?b=c', { allowPrivate: false })).toBeUndefined())

let answer: http.RequestListener = (_request, response) => response.end('ok')
const server = http.createServer((request, response) => answer(request, response))
let url = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${portOf(server)}/hook`
})
afterAll(() => void server.close())
const post = (limits: { timeoutMs?: number } = {}) =>
  postSafely({ url, headers: { 'x-a': 'b' }, body: '{"a":1}' }, { allowPrivate: true, ...limits })

it('posts, and returns the status and the start of the response body', async () => {
  answer = (request, response) => response.end(`${request.method} ${request.headers['content-length']}`)
  expect(await post()).toMatchObject({ status: 200, text: 'POST 7' })
})

it('follows no redirect', async () => {
  let asked = 0
  answer = (_request, response) => {
    asked += 1
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  }
  expect([(await post()).status, asked]).toEqual([302, 1])
})

it('reads no more than 64 kB of an endless response', async () => {
  let written = 0
  answer = (_request, response) => {
    const write = (): void => {
      if (response.destroyed || written > 100_000_000) return
      written += 65_536
      response.write(Buffer.alloc(65_536, 'x'), write)
    }
    write()
  }
  expect((await post()).text).toHaveLength(200)
  expect(written).toBeLessThan(20_000_000)
})

it('waits no longer than its timeout, also for the rest of a response that has started', async () => {
  answer = () => undefined
  await expect(post({ timeoutMs: 50 })).rejects.toThrow('There was no answer in time.')
  answer = (_request, response) => void response.write('so')
  await expect(post({ timeoutMs: 50 })).rejects.toThrow('There was no answer in time.')
})

it('reports an unreachable host in a message without its address', async () => {
  const closed = postSafely({ url: 'http://127.0.0.1:1/', headers: {}, body: '' }, { allowPrivate: true })
  await expect(closed).rejects.toThrow('Nobody answers at this address.')
})

it('resolves a host name when it connects, so that a name that was public before cannot reach a private address', async () => {
  let connections = 0
  const inner = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const port = portOf(inner)
  const ask = (...addresses: string[]) =>
    postSafely(
      { url: `https://rebind.example:${port}/`, headers: {}, body: '' },
      {
        allowPrivate: false,
        resolve: (_name, _options, done) =>
          done(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          ),
      },
    )
  for (const means of [['127.0.0.1'], ['::ffff:127.0.0.1'], ['8.8.8.8', '127.0.0.1']])
    await expect(ask(...means)).rejects.toThrow('The address leads into a private network.')
  expect(connections).toBe(0)
  inner.close()
})

it('parses Retry-After as seconds or a date, up to a day', () => {
  const now = Date.parse('2026-01-15T12:00:00Z')
  const of = (text?: string) => retryAfterMs(text === undefined ? {} : { 'retry-after': text }, now)
  expect([of('5'), of('Thu, 15 Jan 2026 12:01:00 GMT'), of('999999999'), of('soon'), of()]).toEqual([
    5_000,
    60_000,
    86_400_000,
    undefined,
    undefined,
  ])
})
