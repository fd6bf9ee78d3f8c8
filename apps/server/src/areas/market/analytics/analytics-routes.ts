import { type Clock, HOUR_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { correlation, correlationPair, screen, volatility } from '@aerie/wire/market/analytics'
import { envelope } from '@aerie/wire/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { JSON_TYPE, QUALITY_SHARED, type Representation, represent, sendRepresentation } from '../../../platform/http/representations.ts'
import type { Authentication } from '../../account/index.ts'
import { symbolParams } from '../market-queries.ts'
import { correlationQuery, pairQuery, volatilityQuery } from './analytics-queries.ts'
import type { AnalyticsService } from './analytics-service.ts'

type Deps = { readonly service: AnalyticsService; readonly requireUser: Authentication['requireUser']; readonly clock: Clock }

/** Uncached responses per user: a screen opens with a few at once, then requests one at a time. */
const BURST = 40
const PER_SECOND = 4

type CachedAnswer = { readonly key: string; readonly make: () => unknown }
type Answer = (request: FastifyRequest, reply: FastifyReply, wanted: CachedAnswer) => Promise<never>
type Part = Pick<Deps, 'service' | 'requireUser'> & { readonly answer: Answer }

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

const shared = { tags: ['analytics'], security: [{ bearer: [] }] }

export const analyticsRoutes =
  ({ service, requireUser, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const part = { service, requireUser, answer: answerer(clock) }
    await app.register(coinRoutes(part))
    await app.register(correlationRoutes(part))
  }

const coinRoutes =
  ({ service, requireUser, answer }: Part): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/analytics/screen',
      {
        onRequest: requireUser,
        config: { scope: 'market:read' },
        schema: {
          ...shared,
          summary: 'Statistics of every coin, from its closed hours',
          description: 'Each figure says how many candles it was made from; one that is not known is null, with the reason.',
          response: { 200: envelope(screen) },
        },
      },
      async (request, reply) => answer(request, reply, await service.screen()),
    )
    app.get(
      '/api/v1/analytics/volatility/:symbol',
      {
        onRequest: requireUser,
        config: { scope: 'market:read' },
        schema: {
          ...shared,
          summary: 'Realised volatility of a coin, its regime, its history and its cone',
          params: symbolParams,
          querystring: volatilityQuery,
          response: { 200: envelope(volatility) },
        },
      },
      async (request, reply) => answer(request, reply, service.volatility(request.params.symbol, request.query)),
    )
  }

const correlationRoutes =
  ({ service, requireUser, answer }: Part): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/analytics/correlation',
      {
        onRequest: requireUser,
        config: { scope: 'market:read' },
        schema: {
          ...shared,
          summary: 'Correlation of the returns of 2 to 30 coins, each pair once',
          description:
            '`symbols` are parted by commas; `window` is in hours, 24 to 2160. A pair of returns counts where both coins have one at that time; ' +
            'under 20 of them nothing is said.',
          querystring: correlationQuery,
          response: { 200: envelope(correlation) },
        },
      },
      async (request, reply) => answer(request, reply, service.correlation(request.query)),
    )
    app.get(
      '/api/v1/analytics/correlation/pair',
      {
        onRequest: requireUser,
        config: { scope: 'market:read' },
        schema: {
          ...shared,
          summary: 'What one correlation is made of: the pairs of returns, and the coefficient as it went',
          querystring: pairQuery,
          response: { 200: envelope(correlationPair) },
        },
      },
      async (request, reply) => answer(request, reply, service.pair(request.query)),
    )
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
