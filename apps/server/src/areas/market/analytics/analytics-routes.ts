import { type Clock, HOUR_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { getCorrelation, getCorrelationPair, getScreen, getVolatility } from '@aerie/wire/market/analytics'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { JSON_TYPE, QUALITY_SHARED, type Representation, represent, sendRepresentation } from '../../../platform/http/representations.ts'
import type { AnalyticsService } from './analytics-service.ts'

type Deps = { readonly service: AnalyticsService; readonly clock: Clock }

/** Uncached responses per user: a screen opens with a few at once, then requests one at a time. */
const BURST = 40
const PER_SECOND = 4

type CachedAnswer = { readonly key: string; readonly make: () => unknown }
type Answer = (request: FastifyRequest, reply: FastifyReply, wanted: CachedAnswer) => Promise<never>

/** Cached responses are unlimited; computing one counts towards the user's limit. */
function answerer(clock: Clock): Answer {
  const answers = answerCache()
  const buckets = keyedTokenBuckets({ clock, burst: BURST, perSecond: PER_SECOND })
  return (request, reply, { key, make }) => {
    if (!answers.has(key) && !buckets.take(request.caller.user.user_id, 1))
      throw new AppError('rate_limited', { detail: 'Too many requests for different statistics at once.', retryAfterSeconds: 1 })
    return answers.send(request, reply, key, make)
  }
}

export const analyticsRoutes =
  ({ service, clock }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const answer = answerer(clock)

    app.endpoint(getScreen, async ({ request, reply }) => answer(request, reply, await service.screen()))
    app.endpoint(getVolatility, ({ request, reply, params, query }) => answer(request, reply, service.volatility(params.symbol, query)))
    app.endpoint(getCorrelation, ({ request, reply, query }) => answer(request, reply, service.correlation(query)))
    app.endpoint(getCorrelationPair, ({ request, reply, query }) => answer(request, reply, service.pair(query)))
  }

const MOST_ANSWERS = 200
const MOST_BYTES = 32 * 1024 * 1024

/** Caches expensive responses. They require a login, so they are not in the ready answers, which skip authentication. */
function answerCache() {
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
      // The size is only known now; compressed variants are each less than half of it.
      ({ bodies }) => cache.set(key, made, 2 * bodies.identity.length),
      () => cache.delete(key),
    )
    return made
  }

  return {
    has: (key: string): boolean => cache.get(key) !== undefined,
    send: async (request: FastifyRequest, reply: FastifyReply, key: string, data: () => unknown): Promise<never> => {
      const answer = await answerOf(key, data)
      return sendRepresentation(request, reply.header('cache-control', 'private, no-cache'), answer)
    },
  }
}
