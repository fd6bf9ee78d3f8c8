import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { boundBodies } from './http-edge.ts'
import { appErrorOf } from './problem.ts'

let app: FastifyInstance
let port: number
let admitted = 0
const sockets: Socket[] = []
beforeEach(async () => {
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => reply.code(appErrorOf(error).code === 'rate_limited' ? 429 : 503).send())
  boundBodies(app, { sender: 1_000, all: 1_500 })
  admitted = 0
  app.addHook('preParsing', async () => {
    admitted += 1
  })
  app.decorateRequest('callerOrNull', null)
  app.addHook('onRequest', async (request) => {
    const user_id = request.headers.authorization
    if (user_id !== undefined) request.callerOrNull = { user: { user_id } } as never
  })
  app.post('/', { bodyLimit: 900 }, async () => 'ok')
  app.post('/stream', { bodyLimit: 900, config: { isStreamed: true } }, async () => 'ok')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

const json = (length: number): string => `"${'x'.repeat(length - 2)}"`
/** Declares a body of `bytes` and sends only `sent` of them. */
function ask(bytes: number, { sent = bytes, user = '', path = '/' } = {}): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  const auth = user === '' ? '' : `Authorization: ${user}\r\n`
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${auth}Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
  socket.write(head + json(bytes).slice(0, sent))
  return socket
}
async function statusOf(socket: Socket): Promise<string> {
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString().slice(9, 12)
}
async function opened(bytes: number, user = ''): Promise<Socket> {
  const before = admitted
  const socket = ask(bytes, { sent: bytes - 1, user })
  await expect.poll(() => admitted).toBe(before + 1)
  return socket
}

it('limits the unfinished bodies of one user, and of one address for guests', async () => {
  await opened(600)
  expect(await statusOf(ask(600))).toBe('429')
  expect(await statusOf(ask(600, { user: 'ada' }))).toBe('200')
  expect(await statusOf(ask(300))).toBe('200')
})

it('limits the unfinished bodies of everyone, and releases their share when they end', async () => {
  const first = await opened(800, 'ada')
  await opened(600, 'bob')
  expect(await statusOf(ask(300, { user: 'eve' }))).toBe('503')
  first.destroy()
  await expect.poll(async () => statusOf(ask(300, { user: 'eve' }))).toBe('200')
})

it('counts neither answered requests nor bodies that their route streams', async () => {
  for (let count = 0; count < 5; count += 1) expect(await statusOf(ask(800))).toBe('200')
  expect(await statusOf(ask(800, { path: '/stream' }))).toBe('200')
  await opened(800)
  expect(await statusOf(ask(800, { path: '/stream' }))).toBe('200')
})
