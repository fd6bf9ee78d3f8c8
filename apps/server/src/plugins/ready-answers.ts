import type { IncomingMessage, Server, ServerResponse } from 'node:http'
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

/** A response in one encoding, with its headers as Node sends them (name, value, name, value). */
type Encoded = { readonly body: Buffer; readonly etag: string; readonly headers: string[]; readonly headersOf304: string[] }
type Answer = {
  readonly route: string
  readonly etag: string
  readonly identity: Encoded
  /** Made when somebody first asks for it. */
  readonly compressed: Map<Encoding, Promise<Encoded>>
  /** Those of `compressed` that are done. */
  readonly ready: Map<Encoding, Encoded>
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

  const makeOnce = (key: string, route: string, content: () => unknown): Promise<Answer> => {
    const pending = making.get(key)
    if (pending !== undefined) return pending
    const made = makeAnswer(route, content)
      .then((answer) => {
        // Twice: it will be compressed, too.
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
    /** The response to an address while it is fresh, where it is there in the caller's encoding. */
    find: (url: string, accepted: string | undefined): { readonly route: string; readonly found: Encoded } | undefined => {
      const key = addresses.get(url)
      const answer = key === undefined ? undefined : ready.get(key)
      if (answer === undefined) return undefined
      const encoding = encodingFor(accepted, answer.identity.body.length)
      const found = encoding === 'identity' ? answer.identity : answer.ready.get(encoding)
      return found && { route: answer.route, found }
    },
    /** Answers with `data` and further `members`; all who ask for the same within the time share one making of it. */
    make: async (request: FastifyRequest, reply: FastifyReply, data: () => unknown, members: object = {}): Promise<never> => {
      const { key, query } = askedBy(request)
      const content = async () => ({ data: await data(), ...members })
      const answer = ready.get(key) ?? (await makeOnce(key, request.routeOptions.url ?? '', content))
      if (isPlain(request.url, query)) addresses.set(request.url, key)
      const { etag, identity } = answer
      const encoding = encodingFor(request.headers['accept-encoding'], identity.body.length)
      const bodies = { identity: identity.body, ...(encoding !== 'identity' && { [encoding]: (await encode(answer, encoding)).body }) }
      return sendRepresentation(request, reply.header('cache-control', 'no-cache'), { type: JSON_TYPE, etag, bodies })
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
