import type { MarketStatus } from '@aerie/wire/market/market'
import { envelope } from '@aerie/wire/problem'
import { type PublicConfig, publicConfig, serverStatus } from '@aerie/wire/server-info'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../http/app-error.ts'
import type { ReadyAnswers } from '../http/ready-answers.ts'
import type { HealthRegistry } from './health-registry.ts'

export type StatusSources = {
  readonly version: string
  readonly health: HealthRegistry
  readonly marketStatus: () => MarketStatus | undefined
  readonly publicConfig: () => Omit<PublicConfig, 'market_source' | 'version'>
  readonly isStopping: () => boolean
  readonly answers: ReadyAnswers
}

const MARKET_STARTS = { detail: 'The market is starting.', retryAfterSeconds: 1 }

export const statusRoutes =
  (sources: StatusSources): FastifyPluginAsyncZod =>
  async (app) => {
    const currentMarket = (): MarketStatus => {
      const market = sources.marketStatus()
      if (!market) throw new AppError('unavailable', MARKET_STARTS)
      return market
    }

    app.get(
      '/api/v1/status',
      {
        config: { isHot: true },
        schema: {
          tags: ['server'],
          summary: 'Source, age of the newest price, parts and their health',
          response: { 200: envelope(serverStatus) },
        },
      },
      async (_request, reply) => {
        const market = currentMarket()
        reply.header('cache-control', 'no-store')
        return { data: { version: sources.version, market, tick_age_ms: tickAge(market), parts: sources.health.parts() } }
      },
    )
    app.get(
      '/api/v1/config',
      {
        config: { isHot: true },
        schema: { tags: ['server'], summary: 'What a browser may know before anyone logs in', response: { 200: envelope(publicConfig) } },
      },
      (request, reply) =>
        sources.answers.send(request, reply, async () => ({
          data: await {
            version: sources.version,
            market_source: currentMarket().source,
            ...sources.publicConfig(),
          },
        })),
    )
    app.get('/healthz', { config: { isProbe: true }, schema: { hide: true } }, async (_request, reply) => {
      return reply.header('cache-control', 'no-store').send({ status: 'ok' })
    })
    app.get('/readyz', { config: { isProbe: true }, schema: { hide: true } }, async (_request, reply) => {
      const isReady = !sources.isStopping() && sources.health.isReady()
      const status = isReady ? 'ready' : sources.isStopping() ? 'stopping' : 'not ready'
      reply.header('cache-control', 'no-store')
      if (!isReady) reply.code(503).header('retry-after', 1)
      return reply.send({ status, parts: sources.health.parts() })
    })
  }

/** By the market's clock, never negative: a venue's clock may run ahead of ours. */
const tickAge = ({ newest_tick, market_time }: MarketStatus): number | null =>
  newest_tick === null ? null : Math.max(0, market_time - newest_tick)
