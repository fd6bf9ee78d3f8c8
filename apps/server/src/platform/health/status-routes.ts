import type { MarketStatus } from '@aerie/wire/market/market'
import { getConfig, getStatus, type PublicConfig } from '@aerie/wire/server-info'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../http/app-error.ts'
import type { ReadyAnswers } from '../http/ready-answers.ts'
import type { HealthRegistry } from './health-registry.ts'

export type StatusSources = {
  readonly version: string
  readonly health: HealthRegistry
  readonly marketStatus: () => MarketStatus | undefined
  readonly publicConfig: () => Omit<PublicConfig, 'market_source' | 'version'>
  readonly answers: ReadyAnswers
}

const MARKET_STARTS = { detail: 'The market is starting.', retryAfterSeconds: 1 }

export const statusRoutes =
  (sources: StatusSources) =>
  async (app: FastifyInstance): Promise<void> => {
    const config = { isHot: true }
    const currentMarket = (): MarketStatus => {
      const market = sources.marketStatus()
      if (!market) throw new AppError('unavailable', MARKET_STARTS)
      return market
    }

    app.endpoint(
      getStatus,
      ({ reply }) => {
        const market = currentMarket()
        reply.header('cache-control', 'no-store')
        return { version: sources.version, market, tick_age_ms: tickAge(market), parts: sources.health.parts() }
      },
      { config },
    )
    app.endpoint(getConfig, () => ({ version: sources.version, market_source: currentMarket().source, ...sources.publicConfig() }), {
      answers: sources.answers,
      config,
    })
  }

/** The only routes of a worker, apart from `/metrics`. */
export const probeRoutes =
  (sources: { readonly health: HealthRegistry; readonly isStopping: () => boolean }) =>
  async (app: FastifyInstance): Promise<void> => {
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
