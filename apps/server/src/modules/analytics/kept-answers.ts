import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Answer = { readonly body: Buffer; readonly etag: string }

const MOST_ANSWERS = 200
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Answers that are dear to make, kept by what they depend on. They are for callers who are logged in, so they never go through the
 * front door of ready answers, which asks nobody who they are.
 */
export function keptAnswers() {
  const kept = new Map<string, Promise<Answer>>()

  const make = async (data: () => unknown): Promise<Answer> => {
    const body = Buffer.from(JSON.stringify({ data: await data() }))
    return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
  }
  const answerOf = (key: string, data: () => unknown): Promise<Answer> => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(data)
    // What failed is not kept: the next one tries anew.
    made.catch(() => kept.delete(key))
    kept.set(key, made)
    if (kept.size > MOST_ANSWERS) kept.delete(kept.keys().next().value ?? '')
    return made
  }

  return {
    /** Whether the answer is there, so that giving it costs nothing. */
    has: (key: string): boolean => kept.has(key),
    /** Sends the answer of `key`, made by `data` where there is none; 304 to who has it. */
    send: async (request: FastifyRequest, reply: FastifyReply, key: string, data: () => unknown): Promise<never> => {
      const { body, etag } = await answerOf(key, data)
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      const isKnown = request.headers['if-none-match']?.split(',').some((part) => part.trim().replace(/^W\//, '') === etag) ?? false
      // Fastify wants the reply back from an async handler; its type of a typed route only knows bodies.
      return (isKnown ? reply.code(304).send() : reply.header('content-type', JSON_TYPE).send(body)) as never
    },
  }
}
