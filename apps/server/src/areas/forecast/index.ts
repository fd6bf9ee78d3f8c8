import { epochMs } from '@aerie/core/time'
import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import {
  chainCheck,
  FORECAST_SERIES,
  FORECAST_STATES,
  type ForecastSeries,
  forecastAnswer,
  forecastHistory,
  horizonHours,
  scorecard,
} from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { envelope } from '@aerie/wire/problem'
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Counter, Gauge, type Registry } from 'prom-client'
import * as z from 'zod/mini'
import type { Database } from '../../platform/db/client.ts'
import type { HealthRegistry } from '../../platform/health/health-registry.ts'
import { addressGroup } from '../../platform/http/address-group.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { ReadyAnswers } from '../../platform/http/ready-answers.ts'
import { startedStream } from '../../platform/http/started-stream.ts'
import { symbolParams } from '../market/index.ts'
import { ForecastKeeper, type ForecastMarket, type KeeperReport } from './forecast-keeper.ts'
import { forecastRecords } from './forecast-records.ts'
import { ForecastThread } from './forecast-thread.ts'
import { FromNowKeeper } from './from-now-keeper.ts'
import { FromNowService } from './from-now-service.ts'
import { ForecastService } from './service.ts'
import type { ChainRow, RecordRow } from './store.ts'

export { doubleHex } from './forecast-chain.ts'
export type { FromNowService } from './from-now-service.ts'

type Deps = {
  readonly db: Database
  readonly market: ForecastMarket
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly metrics: Registry
  readonly answers: ReadyAnswers
}

const PART = 'forecast'
const MODEL = 'ems'

export function forecastingModule({ db, market, logger, health, metrics, answers }: Deps) {
  const count = forecastMetrics(metrics, HOURLY_METRICS)
  const countNow = forecastMetrics(metrics, NOW_METRICS)
  const symbols: readonly string[] = PREDICTED_SYMBOLS
  let last: number | undefined
  const troubles = { hourly: false, now: false }
  const report = (series: ForecastSeries, isSeriesInTrouble: boolean): void => {
    troubles[series] = isSeriesInTrouble
    const isTrouble = troubles.hourly || troubles.now
    const seen = symbols.filter((symbol) => keeper.isFollowed(symbol)).length
    const made = last === undefined ? 'waiting for the first forecast' : `newest of ${new Date(last).toISOString()}`
    // Never "starting": the terminal serves everything else meanwhile.
    health.set(PART, isTrouble || seen === 0 ? 'degraded' : 'ok', `${seen} of ${symbols.length} coins followed, ${made}`)
  }
  const thread = new ForecastThread()
  const warmth = (symbol: string) => keeper.warmth(symbol)
  const keeper = new ForecastKeeper({
    market,
    records: forecastRecords(db),
    thread,
    symbols,
    logger,
    onReport: (done) => {
      count(done)
      service.recordHasGrown()
      if (done.newest !== undefined) last = done.newest
    },
    onTrouble: (isTrouble) => report('hourly', isTrouble),
  })
  const nowKeeper = new FromNowKeeper({
    market,
    records: forecastRecords(db, 'now'),
    thread,
    warmth,
    symbols,
    logger,
    onReport: (done) => {
      countNow(done)
      fromNow.recordHasGrown()
    },
    onTrouble: (isTrouble) => report('now', isTrouble),
  })
  const service = new ForecastService({ db, market, symbols, warmth, model: MODEL })
  const fromNow = new FromNowService({ db, market, symbols, warmth, hourly: service })
  const services = { hourly: service, now: fromNow }
  report('hourly', false)
  const routes: FastifyPluginAsync = async (app) => {
    await app.register(forecastRoutes(services, answers))
    await app.register(recordRoutes(services, answers))
  }
  return {
    name: PART,
    service,
    fromNow,
    routes,
    start: () => {
      keeper.start()
      nowKeeper.start()
    },
    stop: async () => {
      // The hourly keeper ends the thread that both ask.
      await nowKeeper.stop()
      await keeper.stop()
    },
  }
}

const HOURLY_METRICS = { prefix: 'forecast', of: 'Forecasts' }
const NOW_METRICS = { prefix: 'now_forecast', of: 'Forecasts from now' }

function forecastMetrics(registry: Registry, { prefix, of }: typeof HOURLY_METRICS): (report: KeeperReport) => void {
  const issued = new Counter({ name: `${prefix}s_issued_total`, help: `${of} stored`, registers: [registry] })
  const settled = new Counter({
    name: `${prefix}s_settled_total`,
    help: `${of} that came due: scored, or without a candle to score them by`,
    labelNames: ['state'],
    registers: [registry],
  })
  const lag = new Gauge({
    name: `${prefix}_lag_seconds`,
    help: `${of}: market time from the newest close to their being stored`,
    registers: [registry],
  })
  return (report) => {
    issued.inc(report.issued)
    settled.inc({ state: 'scored' }, report.scored)
    settled.inc({ state: 'missing' }, report.missing)
    if (report.lagMs !== undefined) lag.set(report.lagMs / 1000)
  }
}

const tags = ['forecasts']
/** Per address: each export reads the whole record. */
const EXPORTS = { burst: 10, perSecond: 0.1 }

type Services = { readonly hourly: ForecastService; readonly now: FromNowService }
const recordOf = ({ hourly, now }: Services, series: ForecastSeries): ForecastService => (series === 'now' ? now.record : hourly)

/** Public, like the whole record: judging a forecast requires seeing all of them. */
const forecastRoutes =
  (services: Services, answers: ReadyAnswers): FastifyPluginAsyncZod =>
  async (app) => {
    const hot = { config: { isHot: true } }

    app.get(
      '/api/v1/forecasts/:symbol',
      {
        ...hot,
        schema: {
          tags,
          summary: 'The distribution of the price of a coin `hours` from now, issued at most five minutes ago',
          description:
            '`quantiles` are `[probability, price]` at the horizon, as they are scored; `path` is the fan up to it, whose bands never narrow. ' +
            '`series=hourly` is the newest forecast of the hourly record, which starts from the close of the last full hour. ' +
            'While there is none, as when the present price is stale or unknown, `state` is `warming`: `missing` and `detail` say what for, `since` since when by the clock of the market.',
          params: symbolParams,
          querystring: newestQuery,
          response: { 200: envelope(forecastAnswer) },
        },
      },
      (request, reply) =>
        answers.send(request, reply, async () => ({
          data: await services[request.query.series].newest(request.params.symbol, request.query.hours),
        })),
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
      (request, reply) => {
        const { series, ...query } = request.query
        const history = () => recordOf(services, series).history({ symbol: request.params.symbol, ...query })
        return answers.send(request, reply, async () => ({ data: await history() }))
      },
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
      (request, reply) =>
        answers.send(request, reply, async () => ({
          data: await recordOf(services, request.query.series).scorecard(request.params.symbol, request.query.hours),
        })),
    )
  }

const recordRoutes =
  (services: Services, answers: ReadyAnswers): FastifyPluginAsyncZod =>
  async (app) => {
    const exports = keyedTokenBuckets({ clock: { now: () => epochMs(performance.now()) }, ...EXPORTS })
    const sendExport = async (request: FastifyRequest, reply: FastifyReply, asked: ExportRequest): Promise<FastifyReply> => {
      if (!exports.take(addressGroup(request.ip), 1))
        throw new AppError('rate_limited', { detail: 'Too many exports from this address.', retryAfterSeconds: 1 / EXPORTS.perSecond })
      return exportOf(reply, recordOf(services, asked.series), asked)
    }
    app.get(
      '/api/v1/forecasts/verify',
      {
        schema: {
          tags,
          summary: "Recomputes the hash chain of the present source's forecasts",
          querystring: z.object({ series }),
          response: { 200: envelope(chainCheck) },
        },
      },
      (request, reply) => answers.send(request, reply, async () => ({ data: await recordOf(services, request.query.series).verify() })),
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
        services.hourly.demandPredicted(request.params.symbol)
        return sendExport(request, reply, { ...request.query, symbol: request.params.symbol })
      },
    )
  }

type ExportRequest = {
  readonly format: 'csv' | 'json'
  readonly symbol: string | undefined
  readonly hours?: number | undefined
  readonly series: ForecastSeries
}

async function exportOf(
  reply: FastifyReply,
  service: ForecastService,
  { format, symbol, hours, series }: ExportRequest,
): Promise<FastifyReply> {
  const pages = service.records(symbol, hours)
  const stream = await startedStream(format === 'csv' ? csvExport(pages) : jsonExport(pages))
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-disposition',
      `attachment; filename="${series === 'now' ? 'forecasts-from-now' : 'forecasts'}-${symbol ?? 'all'}.${format}"`,
    )
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .send(stream)
}

const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'a whole number')), z.transform(Number))
const hours = z.pipe(wholeNumber, horizonHours)

const DEFAULT_HOURS = 24
const MAX_ENTRIES = 200

/** Of a record: `hourly`, or that of the forecasts from now. */
const series = z._default(z.enum(FORECAST_SERIES), 'hourly')

const newestQuery = z.object({ hours: z._default(hours, DEFAULT_HOURS), series: z._default(z.enum(FORECAST_SERIES), 'now') })
const horizonQuery = z.object({ hours: z._default(hours, DEFAULT_HOURS), series })

const historyQuery = z
  .object({
    hours: z._default(hours, DEFAULT_HOURS),
    state: z.optional(z.enum(FORECAST_STATES)),
    before: z.optional(wholeNumber),
    after: z.optional(wholeNumber),
    limit: z._default(z.pipe(wholeNumber, z.int().check(z.gte(1), z.lte(MAX_ENTRIES))), 50),
    series,
  })
  .check(
    z.refine(({ before, after }) => before === undefined || after === undefined, { path: ['after'], error: 'not together with before' }),
  )

const exportQuery = z.object({ format: z._default(z.enum(['csv', 'json']), 'csv'), hours: z.optional(hours), series })

function exportedRecord({ sourceId, sourceKind }: ChainRow, { forecast, score }: RecordRow) {
  return {
    seq: forecast.seq,
    source_id: sourceId,
    source_kind: sourceKind,
    symbol: forecast.symbol,
    hours: forecast.hours,
    issued_at: forecast.issuedAt,
    due_at: forecast.dueAt,
    made_at: forecast.madeAt,
    model: forecast.model,
    candles: forecast.candles,
    quote: forecast.quote,
    anchor: forecast.anchor,
    quantiles: forecast.quantiles,
    baseline: forecast.baseline,
    prev_hash: forecast.prevHash.toString('hex'),
    hash: forecast.hash.toString('hex'),
    state: score?.state ?? 'open',
    outcome: score?.outcome ?? null,
    crps: score?.crps ?? null,
    random_walk_crps: score?.baselineCrps ?? null,
    tail_pinball: score?.tailPinball ?? null,
    random_walk_tail_pinball: score?.baselineTailPinball ?? null,
    median_error: score?.medianError ?? null,
    random_walk_median_error: score?.baselineMedianError ?? null,
    width_80: score?.width80 ?? null,
    random_walk_width_80: score?.baselineWidth80 ?? null,
    pit: score?.pit ?? null,
  }
}

type Pages = AsyncIterable<{ readonly chain: ChainRow; readonly rows: readonly RecordRow[] }>
type Exported = ReturnType<typeof exportedRecord>

const COLUMNS = [
  'seq',
  'source_id',
  'source_kind',
  'symbol',
  'hours',
  'issued_at',
  'due_at',
  'made_at',
  'model',
  'candles',
  'quote',
  'anchor',
  'quantiles',
  'baseline',
  'prev_hash',
  'hash',
  'state',
  'outcome',
  'crps',
  'random_walk_crps',
  'tail_pinball',
  'random_walk_tail_pinball',
  'median_error',
  'random_walk_median_error',
  'width_80',
  'random_walk_width_80',
  'pit',
] as const satisfies readonly (keyof Exported)[]

const HEADER = COLUMNS.flatMap((column) => {
  if (column === 'quantiles') return QUANTILE_LEVELS.map((level) => `q${level}`)
  return column === 'baseline' ? QUANTILE_LEVELS.map((level) => `random_walk_q${level}`) : [column]
}).join(',')

/** No quoting needed: values are ASCII without commas, quotes or line breaks. */
const csvLine = (record: Exported): string => `${COLUMNS.map((column) => record[column] ?? '').join(',')}\r\n`

async function* csvExport(pages: Pages): AsyncGenerator<string> {
  let header = `${HEADER}\r\n`
  for await (const { chain, rows } of pages) {
    yield header + rows.map((row) => csvLine(exportedRecord(chain, row))).join('')
    header = ''
  }
  if (header !== '') yield header
}

async function* jsonExport(pages: Pages): AsyncGenerator<string> {
  let separator = '{"data":[\n'
  for await (const { chain, rows } of pages) {
    yield separator + rows.map((row) => JSON.stringify(exportedRecord(chain, row))).join(',\n')
    separator = ',\n'
  }
  yield separator === ',\n' ? '\n]}\n' : '{"data":[]}\n'
}
