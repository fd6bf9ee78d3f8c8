import { CHART_LIMIT_BYTES, savedChart } from '@aerie/wire/charts'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../plugins/app-error.ts'
import type { Authentication } from '../accounts/authentication.ts'
import { symbolParams } from '../market/market-queries.ts'
import type { ChartService } from './chart-service.ts'

type Deps = {
  readonly charts: ChartService
  readonly requireUser: Authentication['requireUser']
  readonly isCoin: (symbol: string) => boolean
}

const PATH = '/api/v1/charts/:symbol'

/** The caller's own chart of a coin: settings and drawings. */
export const chartRoutes =
  ({ charts, requireUser, isCoin }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const shared = { tags: ['charts'], security: [{ bearer: [] }], params: symbolParams, response: { 200: envelope(savedChart) } }
    const ownerOf = (request: FastifyRequest, symbol: string) => {
      if (!isCoin(symbol)) throw new AppError('not_found', { detail: `Unknown coin: ${symbol}.` })
      return { userId: request.caller.user.user_id, symbol }
    }
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      PATH,
      { onRequest: requireUser, schema: { ...shared, summary: "The caller's chart of a coin; version 0 where nothing was saved" } },
      async (request) => ({ data: await charts.read(ownerOf(request, request.params.symbol)) }),
    )
    app.put(
      PATH,
      {
        onRequest: requireUser,
        bodyLimit: CHART_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Saves the chart that was made from `version`, and gives the next version; 409 where it was saved elsewhere meanwhile',
          body: savedChart,
        },
      },
      async (request) => ({ data: await charts.save(ownerOf(request, request.params.symbol), request.body) }),
    )
  }
