import { createHash } from 'node:crypto'
import { HOUR_MS } from '@aerie/core/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { boundedCache } from '../../bounded-cache.ts'
import { sendReady } from '../../plugins/send-ready.ts'

type Answer = { readonly body: Buffer; readonly etag: string }

const MOST_ANSWERS = 200
const MOST_BYTES = 32 * 1024 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Answers that are dear to make, kept by what they depend on. They are for callers who are logged in, so they never go through the
 * front door of ready answers, which asks nobody who they are.
 */
export function answerCache() {
  const cache = boundedCache<Promise<Answer>>({
    maxEntries: MOST_ANSWERS,
    maxBytes: MOST_BYTES,
    maxAgeMs: HOUR_MS,
    now: () => performance.now(),
  })

  const make = async (data: () => unknown): Promise<Answer> => {
    const body = Buffer.from(JSON.stringify({ data: await data() }))
    return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
  }
  const answerOf = (key: string, data: () => unknown): Promise<Answer> => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const made = make(data)
    cache.set(key, made)
    made.then(
      // Only now is known how large it is.
      ({ body }) => cache.set(key, made, body.length),
      // What failed is not kept: the next one tries again.
      () => cache.delete(key),
    )
    return made
  }

  return {
    /** Whether the answer is there, so that giving it costs nothing. */
    has: (key: string): boolean => cache.get(key) !== undefined,
    /** Sends the answer of `key`, made by `data` where there is none; 304 to who has it. */
    send: async (request: FastifyRequest, reply: FastifyReply, key: string, data: () => unknown): Promise<never> => {
      const { body, etag } = await answerOf(key, data)
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      const isKnown = request.headers['if-none-match']?.split(',').some((part) => part.trim().replace(/^W\//, '') === etag) ?? false
      return isKnown ? sendReady(reply.code(304)) : sendReady(reply.header('content-type', JSON_TYPE), body)
    },
  }
}
