import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { boundedCache } from '../bounded-cache.ts'
import {
  compress,
  type Encoding,
  encodingFor,
  etagOf,
  hasTag,
  JSON_TYPE,
  QUALITY_SHARED,
  sendRepresentation,
  tagOf,
} from './representations.ts'

type Encoded = { readonly body: Buffer; readonly etag: string; readonly headers: string[]; readonly headersOf304: string[] }
type Answer = {
  readonly route: string
  readonly etag: string
  readonly identity: Encoded
  readonly compressed: Map<Encoding, Promise<Encoded>>
  readonly ready: Map<Encoding, Encoded>
}

const FRESH_MS = 500
const MOST_ANSWERS = 1_000
const MOST_BYTES = 16 * 1024 * 1024
/** Response headers, stored twice. */
const HEADER_BYTES = 2_000
const MOST_ADDRESSES = 2_000
const LONGEST_URL = 300

export type ReadyAnswers = ReturnType<typeof readyAnswers>

/** Keyed by route, path and parsed query. URLs with unused parameters are not cached, so `&y=1` cannot fill the memory. */
export function readyAnswers(common: Readonly<Record<string, string>>, nowMs: () => number = () => performance.now()) {
  const ready = boundedCache<Answer>({ maxEntries: MOST_ANSWERS, maxBytes: MOST_BYTES, maxAgeMs: FRESH_MS, now: nowMs })
  const addresses = boundedCache<string>({ maxEntries: MOST_ADDRESSES, maxAgeMs: FRESH_MS, now: nowMs })
  /** Bounded by the number of pending requests. */
  const making = new Map<string, Promise<Answer>>()

  const makeOnce = (key: string, route: string, content: () => unknown): Promise<Answer> => {
    const pending = making.get(key)
    if (pending !== undefined) return pending
    const made = makeAnswer(route, content)
      .then((answer) => {
        ready.set(key, answer, 2 * answer.identity.body.length + HEADER_BYTES)
        return answer
      })
      .finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
  const makeAnswer = async (route: string, content: () => unknown): Promise<Answer> => {
    const body = Buffer.from(JSON.stringify(await content()))
    const etag = etagOf(body)
    return { route, etag, identity: encoded(etag, 'identity', body), compressed: new Map(), ready: new Map() }
  }
  const encoded = (etag: string, encoding: Encoding, body: Buffer): Encoded => {
    const tag = tagOf(etag, encoding)
    const headersOf304 = Object.entries({ ...common, etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' }).flat()
    const headers = [...headersOf304, 'content-type', JSON_TYPE, 'content-length', String(body.length)]
    return { body, etag: tag, headersOf304, headers: encoding === 'identity' ? headers : [...headers, 'content-encoding', encoding] }
  }
  const encode = (answer: Answer, encoding: Exclude<Encoding, 'identity'>): Promise<Encoded> => {
    const { etag, identity, compressed } = answer
    const made =
      compressed.get(encoding) ??
      compress(identity.body, encoding, QUALITY_SHARED).then((body) => {
        const done = encoded(etag, encoding, body)
        answer.ready.set(encoding, done)
        return done
      })
    compressed.set(encoding, made)
    return made
  }

  return {
    find: (url: string, accepted: string | undefined): { readonly route: string; readonly found: Encoded } | undefined => {
      const key = addresses.get(url)
      const answer = key === undefined ? undefined : ready.get(key)
      if (answer === undefined) return undefined
      const encoding = encodingFor(accepted, answer.identity.body.length)
      const found = encoding === 'identity' ? answer.identity : answer.ready.get(encoding)
      return found && { route: answer.route, found }
    },
    /** Sends the body that `make` gives. Concurrent requests for the same key share one computation. */
    send: async (request: FastifyRequest, reply: FastifyReply, make: () => unknown): Promise<never> => {
      const { key, query } = askedBy(request)
      const answer = ready.get(key) ?? (await makeOnce(key, request.routeOptions.url ?? '', make))
      if (isPlain(request.url, query)) addresses.set(request.url, key)
      const { etag, identity } = answer
      const encoding = encodingFor(request.headers['accept-encoding'], identity.body.length)
      const bodies = { identity: identity.body, ...(encoding !== 'identity' && { [encoding]: (await encode(answer, encoding)).body }) }
      return sendRepresentation(request, reply.header('cache-control', 'no-cache'), { type: JSON_TYPE, etag, bodies })
    },
    size: () => ({ answers: ready.size(), addresses: addresses.size(), bytes: ready.bytes() + addresses.bytes() }),
  }
}

/** Routes without a query schema ignore the query. */
function askedBy({ routeOptions, params, query }: FastifyRequest): { key: string; query: object } {
  const isRead = routeOptions.schema?.querystring !== undefined && typeof query === 'object' && query !== null
  const read = isRead ? query : {}
  return { key: JSON.stringify([routeOptions.url, params, read]), query: read }
}

function isPlain(url: string, query: object): boolean {
  if (url.length > LONGEST_URL) return false
  const [, search = ''] = url.split('?')
  return [...new URLSearchParams(search).keys()].every((name) => Object.hasOwn(query, name))
}

type ServeOptions = {
  readonly answers: ReadyAnswers
  readonly isOpen: () => boolean
  readonly onAnswered: (route: string, status: 200 | 304) => void
}

/** Bypasses the framework, whose per-request overhead exceeds the response's. Only plain GETs of known URLs. */
export function serveReadyAnswers(server: Server, { answers, isOpen, onAnswered }: ServeOptions): void {
  const behind = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const answer = request.method === 'GET' && isOpen() ? answers.find(request.url ?? '', request.headers['accept-encoding']) : undefined
    if (answer !== undefined) onAnswered(answer.route, sendBare(request, response, answer.found))
    else for (const listener of behind) listener.call(server, request, response)
  })
}

function sendBare(request: IncomingMessage, response: ServerResponse, { etag, headers, headersOf304, body }: Encoded): 200 | 304 {
  if (hasTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headersOf304).end()
    return 304
  }
  response.writeHead(200, headers).end(body)
  return 200
}

/** Awaits the first chunk, so that an early failure becomes an error response instead of a truncated 200. */
export async function startedStream(texts: AsyncGenerator<string>): Promise<Readable> {
  const first = await texts.next()
  return Readable.from(
    (async function* all() {
      if (first.done === true) return
      yield first.value
      yield* texts
    })(),
  )
}
