import { createHash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Answer = {
  readonly body: Buffer
  readonly etag: string
  readonly madeAt: number
  /** Headers as Node sends them (name, value, name, value) with the body, and of a 304 without it. */
  readonly headers: string[]
  readonly headersOf304: string[]
  readonly route: string
}

/** How long an answer is given again as it is. */
const FRESH_MS = 500
const MOST_BYTES = 16 * 1024 * 1024
const LONGEST_URL = 300

export type ReadyAnswers = ReturnType<typeof readyAnswers>

/**
 * Answers as they go over the wire, by address: the same list for everyone is made once, hashed once and sent as it is.
 *
 * @param common headers of every answer of this server
 */
export function readyAnswers(common: Readonly<Record<string, string>>, nowMs: () => number = () => performance.now()) {
  const ready = new Map<string, Answer>()
  const making = new Map<string, Promise<Answer>>()
  let bytes = 0

  const keep = (url: string, answer: Answer): void => {
    if (url.length > LONGEST_URL) return
    if (bytes + answer.body.length > MOST_BYTES) {
      ready.clear()
      bytes = 0
    }
    bytes += answer.body.length - (ready.get(url)?.body.length ?? 0)
    ready.set(url, answer)
  }
  const makeAnswer = async (route: string, data: () => unknown): Promise<Answer> => {
    const body = Buffer.from(JSON.stringify({ data: await data() }))
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    const headersOf304 = Object.entries({ ...common, etag, 'cache-control': 'no-cache' }).flat()
    const headers = [...headersOf304, 'content-type', JSON_TYPE, 'content-length', String(body.length)]
    return { body, etag, madeAt: nowMs(), headers, headersOf304, route }
  }

  return {
    /** The answer to an address while it is fresh. */
    find: (url: string): Answer | undefined => {
      const answer = ready.get(url)
      return answer !== undefined && nowMs() - answer.madeAt < FRESH_MS ? answer : undefined
    },
    /** Answers with `data`; callers of one address at one time share one making of it. */
    make: async (request: FastifyRequest, reply: FastifyReply, data: () => unknown): Promise<never> => {
      const { url } = request
      const pending = making.get(url) ?? makeAnswer(request.routeOptions.url ?? url, data).finally(() => making.delete(url))
      making.set(url, pending)
      const answer = await pending
      keep(url, answer)
      // Fastify wants the reply back from an async handler; its type of a typed route only knows bodies.
      return sendByReply(request, reply, answer) as never
    },
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function sendByReply(request: FastifyRequest, reply: FastifyReply, { body, etag }: Answer): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', JSON_TYPE).send(body)
}

type FrontDoor = {
  readonly answers: ReadyAnswers
  /** Whether answers may be given before anything else looks at the request; not while the server stops. */
  readonly isOpen: () => boolean
  readonly onAnswered: (route: string, status: number) => void
}

/**
 * Gives ready answers as node:http would, before the framework makes its own objects of the request: they cost it more
 * than the answer does. Only a plain GET of exactly such an address comes this way; all else goes on as before.
 */
export function frontDoor(server: Server, { answers, isOpen, onAnswered }: FrontDoor): void {
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
