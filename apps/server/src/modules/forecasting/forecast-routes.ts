import { epochMs } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { chainCheck, forecastAnswer, forecastHistory, scorecard } from '@aerie/wire/market/forecasts'
import { envelope } from '@aerie/wire/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { addressGroup } from '../../plugins/address-group.ts'
import { AppError } from '../../plugins/app-error.ts'
import type { ReadyAnswers } from '../../plugins/ready-answers.ts'
import { startedStream } from '../../plugins/started-stream.ts'
import { symbolParams } from '../market/market-queries.ts'
import { csvExport, jsonExport } from './forecast-export.ts'
import { exportQuery, historyQuery, horizonQuery } from './forecast-queries.ts'
import type { ForecastService } from './forecast-service.ts'

const tags = ['forecasts']
/** Exports of one address: each reads the whole record. */
const EXPORTS = { burst: 10, perSecond: 0.1 }

/** The newest forecasts and how they did. Public, as the whole record is: whoever judges a forecast must be able to see all of them. */
export const forecastRoutes =
  (service: ForecastService, answers: ReadyAnswers): FastifyPluginAsyncZod =>
  async (app) => {
    const hot = { config: { isHot: true } }

    app.get(
      '/api/v1/forecasts/:symbol',
      {
        ...hot,
        schema: {
          tags,
          summary: 'The newest forecast of a coin, `hours` after the close it was issued at',
          description:
            '`quantiles` are `[probability, price]` at the horizon, as they are scored; `path` is the fan up to it, whose bands never narrow. ' +
            'While there is none, `state` is `warming`: `missing` and `detail` say what for, `since` since when by the clock of the market.',
          params: symbolParams,
          querystring: horizonQuery,
          response: { 200: envelope(forecastAnswer) },
        },
      },
      (request, reply) => answers.make(request, reply, () => service.newest(request.params.symbol, request.query.hours)),
    )
    app.get(
      '/api/v1/forecasts/:symbol/history',
      {
        ...hot,
        schema: {
          tags,
          summary: 'Single forecasts of a coin and horizon with what came of them, newest first; all or those in one `state`',
          params: symbolParams,
          querystring: historyQuery,
          response: { 200: envelope(forecastHistory) },
        },
      },
      (request, reply) => answers.make(request, reply, () => service.history({ symbol: request.params.symbol, ...request.query })),
    )
    app.get(
      '/api/v1/scorecard/:symbol',
      {
        ...hot,
        schema: {
          tags,
          summary: 'How the scored forecasts of a coin and horizon did, against the random walk on the same hours',
          description:
            'Only forecasts that were issued in time, on the present source. Coverage carries the 95 % interval of Wilson over `independent` ' +
            'outcomes (span / horizon). A ratio is a claim only where `ratio_is_claimed`. `warming` says why nothing has been scored yet.',
          params: symbolParams,
          querystring: horizonQuery,
          response: { 200: envelope(scorecard) },
        },
      },
      (request, reply) => answers.make(request, reply, () => service.scorecard(request.params.symbol, request.query.hours)),
    )
  }

/** The record as a whole: every forecast that was issued, and whether it is still what it was. */
export const recordRoutes =
  (service: ForecastService, answers: ReadyAnswers): FastifyPluginAsyncZod =>
  async (app) => {
    const exports = keyedTokenBuckets({ clock: { now: () => epochMs(performance.now()) }, ...EXPORTS })
    const sendExport = async (request: FastifyRequest, reply: FastifyReply, asked: ExportRequest): Promise<FastifyReply> => {
      if (!exports.take(addressGroup(request.ip), 1))
        throw new AppError('rate_limited', { detail: 'Too many exports from this address.', retryAfterSeconds: 1 / EXPORTS.perSecond })
      return exportOf(reply, service, asked)
    }
    app.get(
      '/api/v1/forecasts/verify',
      {
        schema: { tags, summary: "Recomputes the hash chain of the present source's forecasts", response: { 200: envelope(chainCheck) } },
      },
      (request, reply) => answers.make(request, reply, () => service.verify()),
    )
    app.get(
      '/api/v1/forecasts/export',
      {
        schema: {
          tags,
          summary: 'The whole chain in its order, with scores',
          description:
            'Everything that a hash covers is there, so that the chain can be verified without this server: docs/math/forecast.md.',
          querystring: exportQuery,
        },
      },
      (request, reply) => sendExport(request, reply, { ...request.query, symbol: undefined }),
    )
    app.get(
      '/api/v1/forecasts/:symbol/export',
      {
        schema: { tags, summary: "A coin's part of the chain, with scores", params: symbolParams, querystring: exportQuery },
      },
      (request, reply) => {
        service.demandPredicted(request.params.symbol)
        return sendExport(request, reply, { ...request.query, symbol: request.params.symbol })
      },
    )
  }

type ExportRequest = { readonly format: 'csv' | 'json'; readonly symbol: string | undefined; readonly hours?: number | undefined }

async function exportOf(reply: FastifyReply, service: ForecastService, { format, symbol, hours }: ExportRequest): Promise<FastifyReply> {
  const pages = service.records(symbol, hours)
  const stream = await startedStream(format === 'csv' ? csvExport(pages) : jsonExport(pages))
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="forecasts-${symbol ?? 'all'}.${format}"`)
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .send(stream)
}
