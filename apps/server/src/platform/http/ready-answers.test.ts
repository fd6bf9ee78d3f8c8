import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { defined } from '@aerie/core/defined'
import { portOf } from '@aerie/testkit/port-of'
import Fastify, { type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ReadyAnswers, readyAnswers, serveReadyAnswers } from './ready-answers.ts'

let now = 0
let isOpen = true
let made = 0
let counted: [route: string, status: number][] = []
let app: FastifyInstance
let answers: ReadyAnswers
const query = z.object({ from: z.optional(z.string()), limit: z._default(z.string(), '1000') })
let url: string

beforeEach(async () => {
  now = 0
  isOpen = true
  made = 0
  counted = []
  answers = readyAnswers({ 'x-common': 'yes', 'content-security-policy': 'none' }, () => now)
  app = Fastify({ forceCloseConnections: true }).setValidatorCompiler(validatorCompiler)
  const count = async () => ({ made: ++made })
  app.get('/candles/:symbol', { schema: { querystring: query } }, (request, reply) =>
    answers.send(request, reply, async () => ({ data: await count() })),
  )
  app.get('/big/:name', (request, reply) => answers.send(request, reply, () => ({ data: 'x'.repeat(1_000_000) })))
  app.get('/list/:name', (request, reply) => answers.send(request, reply, () => ({ data: { made: ++made } })))
  app.get('/broken', (request, reply) => answers.send(request, reply, () => Promise.reject(new Error('no data'))))
  serveReadyAnswers(app.server, { answers, isOpen: () => isOpen, onAnswered: (route, status) => counted.push([route, status]) })
  url = await app.listen({ port: 0 })
})
afterEach(() => app.close())

const ask = async (path: string, options?: RequestInit) => {
  const response = await fetch(url + path, options)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it('builds a response once and reuses it, with all of its headers, until it expires', async () => {
  const first = await ask('/list/a')
  const again = await ask('/list/a')
  expect([first.text, again.text]).toEqual(['{"data":{"made":1}}', '{"data":{"made":1}}'])
  const names = ['etag', 'cache-control', 'content-type', 'content-length']
  expect(names.map((name) => again.headers.get(name))).toEqual(names.map((name) => first.headers.get(name)))
  expect(again.headers.get('x-common')).toBe('yes')
  now = 500
  expect((await ask('/list/a')).text).toBe('{"data":{"made":2}}')
  expect(counted).toEqual([['/list/:name', 200]])
})

it('sends the browser a compressed response, built once, with its own ETag', async () => {
  const plain = await ask('/big/a', { headers: { 'accept-encoding': 'identity' } })
  const first = await ask('/big/a', { headers: { 'accept-encoding': 'br' } })
  const again = await ask('/big/a', { headers: { 'accept-encoding': 'br' } })
  expect([first.text, again.text]).toEqual([plain.text, plain.text])
  expect([first, again].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'br'])
  expect(again.headers.get('vary')).toBe('accept-encoding')
  expect(Number(again.headers.get('content-length'))).toBeLessThan(1_000)
  expect(first.headers.get('etag')).toBe(again.headers.get('etag'))
  expect(first.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  // The second request used another encoding, so only the third was cached.
  expect(counted).toEqual([['/big/:name', 200]])
})

it('returns 304 to a client that already has it, without a body or content headers', async () => {
  const etag = defined((await ask('/list/a')).headers.get('etag'))
  const known = await ask('/list/a', { headers: { 'if-none-match': `W/${etag}` } })
  expect([known.status, known.text, known.headers.get('content-type')]).toEqual([304, '', null])
  expect([known.headers.get('etag'), known.headers.get('content-security-policy')]).toEqual([etag, 'none'])
  expect(counted).toEqual([['/list/:name', 304]])
})

it('passes on every other request: another path, another method, and all of them during shutdown', async () => {
  await ask('/list/a')
  expect((await ask('/list/b')).text).toBe('{"data":{"made":2}}')
  expect((await ask('/list/a', { method: 'POST' })).status).toBe(404)
  isOpen = false
  // Served by the framework, which does not add the common headers here.
  const slow = await ask('/list/a')
  expect([slow.text, slow.headers.get('x-common')]).toEqual(['{"data":{"made":1}}', null])
  expect(counted).toEqual([])
})

it('caches one response for all equivalent URLs, and no URL with parameters that the route ignores', async () => {
  for (let index = 0; index < 3_000; index += 1) await app.inject(`/candles/BTC?limit=5&y=${index}`)
  await app.inject('/candles/BTC?y=1&limit=5&limit=5')
  expect(made).toBe(1)
  expect(answers.size()).toMatchObject({ answers: 1, addresses: 0 })
  await app.inject('/candles/BTC?limit=5')
  await app.inject('/candles/BTC?from=1&limit=5')
  await app.inject('/candles/BTC?limit=5&from=1')
  expect(made).toBe(2)
  expect(answers.size()).toMatchObject({ answers: 2, addresses: 3 })
})

it('stays within its caps, however many different requests arrive, and evicts old entries', async () => {
  for (let index = 0; index < 3_000; index += 1) await app.inject(`/candles/BTC?from=${index}`)
  expect(made).toBe(3_000)
  expect(answers.size()).toMatchObject({ answers: 1_000, addresses: 2_000 })
  expect(answers.size().bytes).toBeLessThan(6_000_000)
  for (let index = 0; index < 30; index += 1) await app.inject(`/big/${index}`)
  expect(answers.size().bytes).toBeLessThan(18_000_000)
  now = 500
  await app.inject('/candles/BTC')
  expect(answers.size()).toMatchObject({ answers: 1, addresses: 1 })
})

it('never caches a failure', async () => {
  expect((await ask('/broken')).status).toBe(500)
  expect((await ask('/broken')).status).toBe(500)
  expect(counted).toEqual([])
})

it('shares one computation among concurrent requests', async () => {
  const texts = await Promise.all([ask('/list/c'), ask('/list/c'), ask('/list/c')])
  expect(new Set(texts.map(({ text }) => text))).toEqual(new Set(['{"data":{"made":1}}']))
})

it('falls through to the previous request listener', async () => {
  const server: Server = createServer((_request, response) => response.end('behind'))
  const answers = readyAnswers({})
  serveReadyAnswers(server, { answers, isOpen: () => true, onAnswered: () => undefined })
  server.listen(0)
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${portOf(server)}/`)
  expect(await response.text()).toBe('behind')
  server.closeAllConnections()
  server.close()
})
