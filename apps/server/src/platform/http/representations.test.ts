import { once } from 'node:events'
import { get } from 'node:http'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseEncoding, compressResponses, JSON_TYPE, type Representation, represent, sendRepresentation } from './representations.ts'

let app: FastifyInstance
let page: Representation
const rows = Array.from({ length: 200 }, (_, index) => ({ symbol: 'BTC', index }))
const csv = rows.map(({ symbol, index }) => `${symbol},${index}\n`)

beforeEach(async () => {
  app = Fastify()
  compressResponses(app)
  page = await represent(JSON_TYPE, JSON.stringify(rows), 4)
  app.get('/rows', async () => rows)
  app.get('/few', async () => rows.slice(0, 3))
  app.get('/api/v1/auth/rows', async () => rows)
  app.get('/api/v1/account', async () => rows)
  app.get('/bytes', async (_request, reply) => reply.type('application/zip').send(Buffer.alloc(5_000)))
  app.get('/csv', (_request, reply) => reply.type('text/csv').send(Readable.from(csv)))
  app.get('/page', (request, reply) => sendRepresentation(request, reply, page))
})
afterEach(() => app.close())

const ask = (url: string, accepted?: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...headers, ...(accepted !== undefined && { 'accept-encoding': accepted }) } })

describe('a response', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed with %s for a caller that accepts it', async (encoding, decompress) => {
    const answer = await ask('/rows', encoding)
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    expect(JSON.parse(decompress(answer.rawPayload).toString())).toEqual(rows)
    expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(rows).length / 4)
  })

  it.each([
    ['asks for none', '/rows', undefined],
    ['refuses each', '/rows', 'br;q=0, gzip;q=0'],
    ['gets little', '/few', 'br'],
    ['logs in', '/api/v1/auth/rows', 'br'],
    ['reads the account', '/api/v1/account', 'br'],
    ['gets an archive', '/bytes', 'br'],
  ])('is sent uncompressed to a caller that %s', async (_what, url, accepted) => {
    const answer = await ask(url, accepted)
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined])
  })

  it('has the length of its compressed form for HEAD, too', async () => {
    const { headers } = await app.inject({ method: 'HEAD', url: '/rows', headers: { 'accept-encoding': 'br' } })
    expect(headers['content-length']).toBe((await ask('/rows', 'br')).headers['content-length'])
  })
})

describe('a stream', () => {
  it('is compressed while it is sent', async () => {
    const answer = await ask('/csv', 'gzip')
    expect([answer.headers['content-encoding'], answer.headers['content-length']]).toEqual(['gzip', undefined])
    expect(gunzipSync(answer.rawPayload).toString()).toBe(csv.join(''))
    expect((await ask('/csv')).body).toBe(csv.join(''))
  })

  it('is aborted on failure, so that no client mistakes a partial response for a complete one', async () => {
    app.get('/failing', (_request, reply) =>
      reply.type('text/csv').send(
        Readable.from(
          (async function* () {
            for (let n = 0; n < 1_000; n += 1) yield csv.join('')
            throw new Error('the database went away')
          })(),
        ),
      ),
    )
    const url = await app.listen({ port: 0 })
    const request = get(`${url}/failing`, { headers: { 'accept-encoding': 'gzip' } })
    const [response] = await once(request, 'response')
    response.resume()
    await expect(once(response, 'end')).rejects.toThrow('aborted')
  })

  it('ends when the client disconnects', async () => {
    const source = Readable.from(
      (async function* () {
        for (;;) yield csv.join('')
      })(),
    )
    const closed = new Promise((resolve) => source.once('close', () => resolve(true)))
    app.get('/endless', (_request, reply) => reply.type('text/csv').send(source))
    const url = await app.listen({ port: 0 })
    const request = get(`${url}/endless`, { headers: { 'accept-encoding': 'br' } })
    await once(request, 'response')
    request.on('error', () => undefined).destroy()
    expect(await closed).toBe(true)
  })
})

describe('a representation', () => {
  it('has its own ETag in each encoding, and returns 304 for the one that the caller has', async () => {
    const tags = await Promise.all(['br', 'gzip', undefined].map(async (each) => (await ask('/page', each)).headers.etag))
    expect(new Set(tags).size).toBe(3)
    const known = await ask('/page', 'br', { 'if-none-match': String(tags[0]) })
    expect([known.statusCode, known.body, known.headers['content-length'], known.headers['content-type']]).toEqual([
      304,
      '',
      undefined,
      undefined,
    ])
    expect((await ask('/page', 'gzip', { 'if-none-match': String(tags[0]) })).statusCode).toBe(200)
  })

  it('reports its true length in a 304 to HEAD', async () => {
    const { headers } = await ask('/page', 'br')
    const known = await app.inject({
      method: 'HEAD',
      url: '/page',
      headers: { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
    })
    expect([known.statusCode, known.headers['content-length'], known.headers.etag]).toEqual([304, headers['content-length'], headers.etag])
  })
})

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['deflate', 'identity'],
])('selects for %s the encoding %s', (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding))

// With a quadratic regular expression, a header of 15 kB took a second.
it('parses the longest header in linear time', () => {
  const accepted = `${'\t'.repeat(15_000)}x;${' '.repeat(500)}q=1`
  for (let count = 0; count < 500; count += 1) expect(chooseEncoding(accepted)).toBe('identity')
})
