import { HOUR_MS } from '@aerie/core/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { boundedCache } from '../../bounded-cache.ts'
import { JSON_TYPE, QUALITY_SHARED, type Representation, represent, sendRepresentation } from '../../plugins/representations.ts'

const MOST_ANSWERS = 200
const MOST_BYTES = 32 * 1024 * 1024

/**
 * Expensive responses, kept by what they depend on. They are for callers who are logged in, so they are never served by the ready answers,
 * which do not look at who asks.
 */
export function answerCache() {
  const cache = boundedCache<Promise<Representation>>({
    maxEntries: MOST_ANSWERS,
    maxBytes: MOST_BYTES,
    maxAgeMs: HOUR_MS,
    now: () => performance.now(),
  })

  const answerOf = (key: string, data: () => unknown): Promise<Representation> => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const made = (async () => represent(JSON_TYPE, JSON.stringify({ data: await data() }), QUALITY_SHARED))()
    cache.set(key, made)
    made.then(
      // Only now is known how large it is; compressed it is less than half of that, twice.
      ({ bodies }) => cache.set(key, made, 2 * bodies.identity.length),
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
      const answer = await answerOf(key, data)
      return sendRepresentation(request, reply.header('cache-control', 'private, no-cache'), answer)
    },
  }
}
