import { createHash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { boundedCache } from '../bounded-cache.ts'
import { sendReady } from './send-ready.ts'

type Answer = {
  readonly body: Buffer
  readonly etag: string
  /** Headers as Node sends them (name, value, name, value) with the body, and of a 304 without it. */
  readonly headers: string[]
  readonly headersOf304: string[]
  readonly route: string
}

/** How long an answer is given again as it is. */
const FRESH_MS = 500
const MOST_ANSWERS = 1_000
const MOST_BYTES = 16 * 1024 * 1024
/** Headers of an answer, twice. */
const HEADER_BYTES = 2_000
const MOST_ADDRESSES = 2_000
const LONGEST_URL = 300

export type ReadyAnswers = ReturnType<typeof readyAnswers>

/**
 * Answers as they go over the wire: the same list for everyone is made once, hashed once and sent as it is. Kept by what was asked,
 * not by how: by route, path and parsed query. Addresses are remembered beside them, and none that says more than its route reads,
 * so that nobody fills the memory with `&y=1`, `&y=2`.
 *
 * @param common headers of every answer of this server
 */
export function readyAnswers(common: Readonly<Record<string, string>>, nowMs: () => number = () => performance.now()) {
  const ready = boundedCache<Answer>({ maxEntries: MOST_ANSWERS, maxBytes: MOST_BYTES, maxAgeMs: FRESH_MS, now: nowMs })
  /** Which answer an address asks for, so that the front door need not parse it. */
  const addresses = boundedCache<string>({ maxEntries: MOST_ADDRESSES, maxAgeMs: FRESH_MS, now: nowMs })
  /** No more than there are requests under way. */
  const making = new Map<string, Promise<Answer>>()

  const makeOnce = (key: string, route: string, data: () => unknown): Promise<Answer> => {
    const pending = making.get(key)
    if (pending !== undefined) return pending
    const made = makeAnswer(route, data)
      .then((answer) => {
        ready.set(key, answer, answer.body.length + HEADER_BYTES)
        return answer
      })
      .finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
  const makeAnswer = async (route: string, data: () => unknown): Promise<Answer> => {
    const body = Buffer.from(JSON.stringify({ data: await data() }))
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    const headersOf304 = Object.entries({ ...common, etag, 'cache-control': 'no-cache' }).flat()
    const headers = [...headersOf304, 'content-type', JSON_TYPE, 'content-length', String(body.length)]
    return { body, etag, headers, headersOf304, route }
  }

  return {
    /** The answer to an address while it is fresh. */
    find: (url: string): Answer | undefined => {
      const key = addresses.get(url)
      return key === undefined ? undefined : ready.get(key)
    },
    /** Answers with `data`; all who ask for the same within the time share one making of it. */
    make: async (request: FastifyRequest, reply: FastifyReply, data: () => unknown): Promise<never> => {
      const { key, query } = askedBy(request)
      const answer = ready.get(key) ?? (await makeOnce(key, request.routeOptions.url ?? '', data))
      if (isPlain(request.url, query)) addresses.set(request.url, key)
      return sendByReply(request, reply, answer)
    },
    /** How many answers and addresses are held. */
    size: () => ({ answers: ready.size(), addresses: addresses.size(), bytes: ready.bytes() + addresses.bytes() }),
  }
}

/** What a request asks for: a route that declares no query reads none. */
function askedBy({ routeOptions, params, query }: FastifyRequest): { key: string; query: object } {
  const isRead = routeOptions.schema?.querystring !== undefined && typeof query === 'object' && query !== null
  const read = isRead ? query : {}
  return { key: JSON.stringify([routeOptions.url, params, read]), query: read }
}

/** Whether an address is short, and names nothing that its route does not read. */
function isPlain(url: string, query: object): boolean {
  if (url.length > LONGEST_URL) return false
  const [, search = ''] = url.split('?')
  return [...new URLSearchParams(search).keys()].every((name) => Object.hasOwn(query, name))
}

const JSON_TYPE = 'application/json; charset=utf-8'

function sendByReply(request: FastifyRequest, reply: FastifyReply, { body, etag }: Answer): never {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (matches(request.headers['if-none-match'], etag)) return sendReady(reply.code(304))
  return sendReady(reply.header('content-type', JSON_TYPE), body)
}

type ServeOptions = {
  readonly answers: ReadyAnswers
  /** Whether answers may be given before anything else looks at the request; not while the server stops. */
  readonly isOpen: () => boolean
  readonly onAnswered: (route: string, status: number) => void
}

/**
 * Gives ready answers as node:http would, before the framework makes its own objects of the request: they cost it more
 * than the answer does. Only a plain GET of exactly such an address comes this way; all else goes on as before.
 */
export function serveReadyAnswers(server: Server, { answers, isOpen, onAnswered }: ServeOptions): void {
  const behind = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[] // Node's own event
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const answer = request.method === 'GET' && isOpen() ? answers.find(request.url ?? '') : undefined
    if (answer !== undefined) onAnswered(answer.route, sendBare(request, response, answer))
    else for (const listener of behind) listener.call(server, request, response)
  })
}

function sendBare(request: IncomingMessage, response: ServerResponse, answer: Answer): 200 | 304 {
  if (matches(request.headers['if-none-match'], answer.etag)) {
    response.writeHead(304, answer.headersOf304).end()
    return 304
  }
  response.writeHead(200, answer.headers).end(answer.body)
  return 200
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag))
