import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Answer = { readonly body: Buffer; readonly etag: string; readonly madeAt: number }

/** How long an answer is given again as it is. */
const FRESH_MS = 500
const MOST_BYTES = 16 * 1024 * 1024
const LONGEST_URL = 300

/**
 * Answers as they go over the wire, by address: the same list for everyone is made once, hashed once and sent as it is.
 *
 * `early` is an `onRequest` hook that answers before anything is parsed; `make` is for the handler behind it.
 */
export function readyAnswers(nowMs: () => number = () => performance.now()) {
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
  const makeAnswer = async (data: () => unknown): Promise<Answer> => {
    const body = Buffer.from(JSON.stringify({ data: await data() }))
    return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"`, madeAt: nowMs() }
  }
  const send = (request: FastifyRequest, reply: FastifyReply, { body, etag }: Answer): FastifyReply => {
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(body)
  }

  return {
    early: (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const answer = ready.get(request.url)
      if (answer !== undefined && nowMs() - answer.madeAt < FRESH_MS) send(request, reply, answer)
      else done()
    },
    /** Answers with `data`; callers of one address at one time share one making of it. */
    make: async (request: FastifyRequest, reply: FastifyReply, data: () => unknown): Promise<never> => {
      const { url } = request
      const pending = making.get(url) ?? makeAnswer(data).finally(() => making.delete(url))
      making.set(url, pending)
      const answer = await pending
      keep(url, answer)
      // Fastify wants the reply back from an async handler; its type of a typed route only knows bodies.
      return send(request, reply, answer) as never
    },
  }
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag))
