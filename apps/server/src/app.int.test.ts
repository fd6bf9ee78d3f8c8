import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { problem } from '@aerie/wire/problem'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testApp } from '../test/app.ts'
import { openDatabase } from './platform/db/client.ts'
import { AppError } from './platform/http/app-error.ts'

type Aerie = Awaited<ReturnType<typeof testApp>>
let aerie: Aerie
let port: number
beforeAll(async () => {
  aerie = await testApp()
  const { app } = aerie
  const body = z.object({ n: z.int(), who: z.object({ name: z.string() }) })
  app.post('/probe', { schema: { body } }, async () => ({ data: 'ok' }))
  app.get('/probe/list', async () => ({ data: 'ok' }))
  app.post('/probe/list', { schema: { body: z.array(z.object({ n: z.int() })) } }, async () => ({ data: 'ok' }))
  app.get('/probe/fault', async () => Promise.reject(new Error('secret of /srv/aerie/src')))
  app.get('/probe/app-error', async () => Promise.reject(new AppError('rate_limited', { retryAfterSeconds: 7.2 })))
  app.get('/probe/sql', async () => aerie.database.db.execute(sql`select * from no_such_table where password = ${'hunter2'}`))
  app.get('/probe/zero-byte', async () => aerie.database.db.execute(sql`select ${'a\u0000b'}::text`))
  app.get('/probe/away', () => openDatabase('postgresql://aerie@127.0.0.1:1/x'))
  port = Number(new URL(await aerie.listen()).port)
})
afterAll(() => aerie.close())

const json = { 'content-type': 'application/json' }

const deepCall = (depth: number): string =>
  `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"data":${'['.repeat(depth)}${']'.repeat(depth)}}]}`

describe('error responses as problem documents', () => {
  it.each([
    ['an unknown path of the API', { method: 'GET', url: '/api/v1/nope' }, 404, 'not_found'],
    ['an unknown file', { method: 'GET', url: '/assets/gone.js' }, 404, 'not_found'],
    ['a method that a path does not take', { method: 'DELETE', url: '/api/v1/status' }, 405, 'method_not_allowed'],
    ['CORS preflight', { method: 'OPTIONS', url: '/api/v1/status' }, 405, 'method_not_allowed'],
    ['broken JSON', { method: 'POST', url: '/probe', headers: json, payload: '{"n":' }, 400, 'bad_input'],
    ['an empty body', { method: 'POST', url: '/probe', headers: json, payload: '' }, 400, 'bad_input'],
    ['a poisoned prototype', { method: 'POST', url: '/probe', headers: json, payload: '{"__proto__":{"n":1}}' }, 400, 'bad_input'],
    [
      'another media type',
      { method: 'POST', url: '/probe', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
      415,
      'unsupported_media_type',
    ],
    ['a text', { method: 'POST', url: '/probe', headers: { 'content-type': 'text/plain' }, payload: '{}' }, 415, 'unsupported_media_type'],
    [
      'a compressed body',
      { method: 'POST', url: '/probe', headers: { ...json, 'content-encoding': 'gzip' }, payload: '{}' },
      415,
      'unsupported_media_type',
    ],
    ['a body over 64 kB', { method: 'POST', url: '/probe', headers: json, payload: `"${'x'.repeat(70_000)}"` }, 413, 'payload_too_large'],
    ['a body of 30,000 brackets', { method: 'POST', url: '/api/v1/chain/rpc', headers: json, payload: deepCall(30_000) }, 400, 'bad_input'],
    [
      'a body of 20,000 objects',
      { method: 'POST', url: '/probe', headers: json, payload: `[${'{},'.repeat(20_000)}{}]` },
      400,
      'bad_input',
    ],
    ['a zero byte in a query', { method: 'GET', url: '/probe/list?after=a%00b' }, 400, 'bad_input'],
    ['a zero byte in a path', { method: 'GET', url: '/api/v1/assets/BTC%00' }, 400, 'bad_input'],
    [
      'a zero byte in a body',
      { method: 'POST', url: '/probe', headers: json, payload: { n: 1, who: { name: 'a\u0000b' } } },
      400,
      'bad_input',
    ],
    ['a malformed percent-encoding', { method: 'GET', url: '/api/v1/%zz' }, 400, 'bad_input'],
    ['a service error', { method: 'GET', url: '/probe/app-error' }, 429, 'rate_limited'],
    ['a fault', { method: 'GET', url: '/probe/fault' }, 500, 'internal'],
    ['a failed query', { method: 'GET', url: '/probe/sql' }, 500, 'internal'],
    ['a text that PostgreSQL refuses', { method: 'GET', url: '/probe/zero-byte' }, 400, 'bad_input'],
    ['a database that is away', { method: 'GET', url: '/probe/away' }, 503, 'unavailable'],
  ] as const)('%s', async (_what, request, status, code) => {
    const answer = await aerie.app.inject(request)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(z.parse(problem, answer.json())).toMatchObject({ status, code, type: `urn:aerie:problem:${code}` })
    expect(answer.body).not.toMatch(/secret|srv|hunter2|select|no_such_table|node_modules|\bat /)
  })

  it('names each invalid field of a body', async () => {
    const answer = await aerie.app.inject({ method: 'POST', url: '/probe', headers: json, payload: { n: 1.5, who: {} } })
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'bad_input',
      errors: { n: [expect.any(String)], 'who.name': [expect.any(String)] },
    })
  })

  it('names at most a hundred invalid fields', async () => {
    const payload = Array.from({ length: 1_000 }, () => ({}))
    const { status, errors } = z.parse(
      problem,
      (await aerie.app.inject({ method: 'POST', url: '/probe/list', headers: json, payload })).json(),
    )
    expect([status, Object.keys(errors ?? {}).length]).toEqual([400, 100])
  })

  it('includes when to retry', async () => {
    expect((await aerie.app.inject('/probe/app-error')).headers['retry-after']).toBe('8')
    expect((await aerie.app.inject('/probe/away')).headers['retry-after']).toBe('5')
  })

  it('lists the methods that a path allows', async () => {
    expect((await aerie.app.inject({ method: 'PATCH', url: '/api/v1/config' })).headers.allow).toBe('GET, HEAD')
  })
})

async function raw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
  })
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

describe('malformed HTTP', () => {
  it.each([
    ['noise', 'hello\r\n\r\n', 400, 'bad_input'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'bad_input'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'payload_too_large'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na', 400, 'bad_input'],
  ])('answers %s with a problem', async (_what, bytes, status, code) => {
    const [head, body] = (await raw(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain('application/problem+json')
    expect(JSON.parse(body ?? '')).toMatchObject({ status, code })
  })
})

describe('a client that sends Expect: 100-continue', () => {
  const ask = (length: number): string =>
    `POST /probe HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

  it('receives 100 Continue', async () => {
    const answer = await raw(`${ask(2)}{}`)
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 400'])
  })

  it('is rejected at once when the body is too large', async () => {
    const answer = await raw(ask(200_000_000))
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 413'])
  })
})

describe('an upgrade to another protocol', () => {
  const get = (...headers: string[]): string => `${['GET /healthz HTTP/1.1', 'Host: x', ...headers].join('\r\n')}\r\n\r\n`
  const http2 = 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'

  it.each([
    ['of h2c', get('Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', http2)],
    ['of a websocket where there is none', get('Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13')],
    ['of TLS', get('Connection: Upgrade, close', 'Upgrade: TLS/1.0')],
    ['of what nobody knows', get('Connection: close, Upgrade', 'Upgrade: \u0001\u0002'.replaceAll(/[^ -~]/g, '?'))],
    ['of nothing', get('Connection: Upgrade, close', 'Upgrade:')],
    ['without a name', get('Connection: Upgrade, close')],
    ['that the connection does not carry', get('Connection: close', 'Upgrade: h2c')],
    ['beside a list of odd tokens', get('Connection: ,,close,,upgrade,, keep-alive', 'Upgrade: h2c, websocket')],
  ])('ignores the upgrade for %s', async (_what, bytes) => {
    const answer = await raw(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('{"status":"ok"}')
  })

  it.each([
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
    [
      'another protocol for a socket',
      get('Connection: Upgrade, close', 'Upgrade: h2c').replace('/healthz', '/socket.io/?EIO=4&transport=websocket'),
    ],
    [
      'a websocket of no version',
      get('Connection: Upgrade, close', 'Upgrade: websocket', 'Origin: http://x').replace(
        '/healthz',
        '/socket.io/?EIO=4&transport=websocket',
      ),
    ],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('rejects %s with an explanation', async (_what, bytes) => {
    const answer = await raw(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  })
})

describe('headers', () => {
  it('apply a restrictive CSP to data, and block sniffing, framing and referrers on every response', async () => {
    const { headers } = await aerie.app.inject('/api/v1/nope')
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('let a page run only its own files, under Trusted Types', async () => {
    const policy = String((await aerie.app.inject({ url: '/claw', headers: { accept: 'text/html' } })).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
  })

  it.each([
    ['https://evil.example', 403],
    ['http://localhost.evil.example:8080', 403],
    ['http://localhost', 403],
    ['null', 403],
    ['http://localhost:8080', 400],
  ])('answer a POST from a page of %s to localhost:8080 with %i', async (origin, status) => {
    const headers = { ...json, origin, host: 'localhost:8080' }
    expect((await aerie.app.inject({ method: 'POST', url: '/probe', headers, payload: {} })).statusCode).toBe(status)
  })
})

describe('the log', () => {
  it('contains the method, route, status and time of a request, but not its query, headers or body', async () => {
    aerie.logged.length = 0
    await aerie.app.inject({
      method: 'POST',
      url: '/probe?token=querysecret',
      headers: { ...json, authorization: 'Bearer headersecret', cookie: 'a=cookiesecret' },
      payload: { password: 'bodysecret' },
    })
    const lines = aerie.logged.map((line): unknown => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'POST', route: '/probe', status: 400, ms: expect.any(Number), reqId: expect.any(String) }),
    )
    expect(aerie.logged.join('')).not.toMatch(/querysecret|headersecret|cookiesecret|bodysecret/)
  })

  it('redacts logged secrets and the values of a failed query', async () => {
    aerie.logged.length = 0
    aerie.app.log.warn({ password: 'one', user: { token: 'two' }, req: { headers: { authorization: 'three' } } }, 'careless')
    await aerie.app.inject('/probe/sql')
    expect(aerie.logged.join('')).not.toMatch(/"one"|"two"|"three"|hunter2/)
    expect(aerie.logged.join('')).toContain('no_such_table')
  })
})

describe('health', () => {
  it('is live, but not ready before the market is', async () => {
    expect((await aerie.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    const answer = await aerie.app.inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      status: 'not ready',
      parts: expect.arrayContaining([expect.objectContaining({ name: 'market', health: 'starting' })]),
    })
  })

  it('serves metrics to the local machine, but not through a proxy', async () => {
    expect((await aerie.app.inject('/metrics')).body).toContain('http_request_duration_seconds_bucket')
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-envoy-external-address', 'fastly-client-ip']) {
      expect((await aerie.app.inject({ url: '/metrics', headers: { [header]: '127.0.0.1' } })).statusCode).toBe(404)
    }
    expect((await aerie.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(404)
    for (const host of ['rebound.example:4800', 'localhost.rebound.example']) {
      expect([host, (await aerie.app.inject({ url: '/metrics', headers: { host } })).statusCode]).toEqual([host, 404])
    }
    expect(
      (await aerie.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9', headers: { authorization: 'Bearer undefined' } }))
        .statusCode,
    ).toBe(404)
  })

  it('builds its API description once, compressed and with an ETag, and rate-limits requests by address', async () => {
    const other = { remoteAddress: '203.0.113.20' }
    const [whole, packed] = await Promise.all(
      ['identity', 'br'].map((encoding) => aerie.app.inject({ url: '/docs', headers: { 'accept-encoding': encoding }, ...other })),
    )
    expect(packed?.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
    expect(brotliDecompressSync(packed?.rawPayload ?? '').toString()).toBe(whole?.body)
    const known = { 'if-none-match': String(whole?.headers.etag), 'accept-encoding': 'identity' }
    expect((await aerie.app.inject({ url: '/docs/', headers: known, ...other })).statusCode).toBe(304)
    const answers = await Promise.all(Array.from({ length: 40 }, () => aerie.app.inject({ url: '/openapi.json', ...other })))
    expect(answers.at(0)?.statusCode).toBe(200)
    expect(answers.at(-1)?.json()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect((await aerie.app.inject({ url: '/openapi.json', remoteAddress: '203.0.113.21' })).statusCode).toBe(200)
  })

  it('serves its OpenAPI 3.1 description and a page without scripts', async () => {
    const { openapi, paths } = (await aerie.app.inject('/openapi.json')).json<{ openapi: string; paths: Record<string, unknown> }>()
    expect(openapi).toBe('3.1.0')
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/v1/status', '/api/v1/config', '/api/v1/assets', '/api/v1/auth/login']))
    const page = await aerie.app.inject('/docs')
    expect(page.body).toContain('/api/v1/config')
    expect(page.body).not.toMatch(/<script|style=/)
    expect((await aerie.app.inject('/docs/style.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })
})
