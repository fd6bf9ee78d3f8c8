import { epochMs } from '@aerie/core/time'
import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import {
  exportCoinForecasts,
  exportForecasts,
  type ForecastSeries,
  getForecast,
  getScorecard,
  listForecasts,
  verifyForecasts,
} from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { areaPlugin } from '../../platform/area.ts'
import type { Database } from '../../platform/db/client.ts'
import type { Duties, Term } from '../../platform/duties/duty.ts'
import type { HealthRegistry } from '../../platform/health/health-registry.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { addressGroup } from '../../platform/http/caller.ts'
import { type ReadyAnswers, startedStream } from '../../platform/http/ready-answers.ts'
import { market } from '../market/index.ts'
import { ForecastKeeper, type ForecastMarket, type KeeperReport } from './forecast-keeper.ts'
import { forecastRecords } from './forecast-records.ts'
import { ForecastThread } from './forecast-thread.ts'
import { FromNowKeeper } from './from-now-keeper.ts'
import { FromNowService } from './from-now-service.ts'
import { ForecastService } from './service.ts'
import type { ChainRow, RecordRow } from './store.ts'

export { doubleHex } from './forecast-chain.ts'
export type { FromNowService } from './from-now-service.ts'

/** Hourly forecasts and forecasts from now: issued, chained, scored and published. */
export const forecast = areaPlugin({
  name: 'forecast',
  needs: { market },
  setup({ market, ...platform }) {
    const { service, fromNow, ...module } = forecastingModule({ ...platform, market: market.service })
    return { modules: [module], api: { service, fromNow } }
  },
})

type Deps = {
  readonly db: Database
  readonly duties: Pick<Duties, 'work'>
  readonly market: ForecastMarket
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly metrics: Registry
  readonly answers: ReadyAnswers
}

const PART = 'forecast'
const MODEL = 'ems'

export function forecastingModule({ db, duties, market, logger, health, metrics, answers }: Deps) {
  const count = forecastMetrics(metrics, HOURLY_METRICS)
  const countNow = forecastMetrics(metrics, NOW_METRICS)
  const symbols: readonly string[] = PREDICTED_SYMBOLS
  let last: number | undefined
  const troubles = { hourly: false, now: false }
  const report = (series: ForecastSeries, isSeriesInTrouble: boolean): void => {
    troubles[series] = isSeriesInTrouble
    if (!holding.isHeld()) {
      health.set(PART, 'ok', 'waiting, or another process makes the forecasts')
      return
    }
    const isTrouble = troubles.hourly || troubles.now
    const seen = symbols.filter((symbol) => keeper.isFollowed(symbol)).length
    const made = last === undefined ? 'waiting for the first forecast' : `newest of ${new Date(last).toISOString()}`
    // Never "starting": the terminal serves everything else meanwhile.
    health.set(PART, isTrouble || seen === 0 ? 'degraded' : 'ok', `${seen} of ${symbols.length} coins followed, ${made}`)
  }
  let held: Term | undefined
  const fence = (): Term | undefined => held
  const holding = duties.work({
    name: PART,
    // Forecasts and scores are kept for ever, so they are made where missing candles are known.
    isAllowed: () => !market.isReader(),
    begin: (term) => {
      held = { name: PART, term }
      keeper.look()
      nowKeeper.look()
      return () => undefined
    },
    onError: (error) => logger.warn({ err: error }, 'the duty of forecasts could not be taken; trying again'),
  })
  const thread = new ForecastThread()
  const warmth = (symbol: string) => keeper.warmth(symbol)
  const keeper = new ForecastKeeper({
    market,
    records: forecastRecords(db, 'hourly', fence),
    thread,
    symbols,
    logger,
    isHolder: holding.isHeld,
    onReport: (done) => {
      count(done)
      service.recordHasGrown()
      if (done.newest !== undefined) last = done.newest
    },
    onTrouble: (isTrouble) => report('hourly', isTrouble),
  })
  const nowKeeper = new FromNowKeeper({
    market,
    records: forecastRecords(db, 'now', fence),
    thread,
    warmth,
    symbols,
    logger,
    isHolder: holding.isHeld,
    onReport: (done) => {
      countNow(done)
      fromNow.recordHasGrown()
    },
    onTrouble: (isTrouble) => report('now', isTrouble),
  })
  const service = new ForecastService({ db, market, symbols, warmth, model: MODEL })
  const fromNow = new FromNowService({ db, market, symbols, warmth, hourly: service })
  report('hourly', false)
  return {
    name: PART,
    service,
    fromNow,
    routes: forecastRoutes({ hourly: service, now: fromNow }, answers),
    start: () => {
      keeper.start()
      nowKeeper.start()
      holding.start()
    },
    stop: async () => {
      // The hourly keeper ends the thread that both ask.
      await nowKeeper.stop()
      await keeper.stop()
      await holding.stop()
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

/** Per address: each export reads the whole record. */
const EXPORTS = { burst: 10, perSecond: 0.1 }

type Services = { readonly hourly: ForecastService; readonly now: FromNowService }

/** Public, like the whole record: judging a forecast requires seeing all of them. */
const forecastRoutes =
  (services: Services, answers: ReadyAnswers) =>
  async (app: FastifyInstance): Promise<void> => {
    const exports = keyedTokenBuckets({ clock: { now: () => epochMs(performance.now()) }, ...EXPORTS })
    const recordOf = (series: ForecastSeries): ForecastService => (series === 'now' ? services.now.record : services.hourly)
    const sendExport = async (request: FastifyRequest, reply: FastifyReply, asked: ExportRequest): Promise<FastifyReply> => {
      if (!exports.take(addressGroup(request.ip), 1))
        throw new AppError('rate_limited', { detail: 'Too many exports from this address.', retryAfterSeconds: 1 / EXPORTS.perSecond })
      return exportOf(reply, recordOf(asked.series), asked)
    }
    const hot = { answers, config: { isHot: true } } as const
    app.endpoint(getForecast, ({ params, query }) => services[query.series].newest(params.symbol, query.hours), hot)
    app.endpoint(
      listForecasts,
      ({ params, query: { series, ...query } }) => recordOf(series).history({ symbol: params.symbol, ...query }),
      hot,
    )
    app.endpoint(getScorecard, ({ params, query }) => recordOf(query.series).scorecard(params.symbol, query.hours), hot)
    app.endpoint(verifyForecasts, ({ query }) => recordOf(query.series).verify(), { answers })
    app.endpoint(exportForecasts, ({ query, request, reply }) => sendExport(request, reply, { ...query, symbol: undefined }))
    app.endpoint(exportCoinForecasts, ({ params, query, request, reply }) => {
      services.hourly.demandPredicted(params.symbol)
      return sendExport(request, reply, { ...query, symbol: params.symbol })
    })
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

type ExportedRow = { readonly chain: ChainRow } & RecordRow

/** Exported fields of a forecast, in the order of the columns. */
const FIELDS = {
  seq: ({ forecast }) => forecast.seq,
  source_id: ({ chain }) => chain.sourceId,
  source_kind: ({ chain }) => chain.sourceKind,
  symbol: ({ forecast }) => forecast.symbol,
  hours: ({ forecast }) => forecast.hours,
  issued_at: ({ forecast }) => forecast.issuedAt,
  due_at: ({ forecast }) => forecast.dueAt,
  made_at: ({ forecast }) => forecast.madeAt,
  model: ({ forecast }) => forecast.model,
  candles: ({ forecast }) => forecast.candles,
  quote: ({ forecast }) => forecast.quote,
  anchor: ({ forecast }) => forecast.anchor,
  quantiles: ({ forecast }) => forecast.quantiles,
  baseline: ({ forecast }) => forecast.baseline,
  prev_hash: ({ forecast }) => forecast.prevHash.toString('hex'),
  hash: ({ forecast }) => forecast.hash.toString('hex'),
  state: ({ score }) => score?.state ?? 'open',
  outcome: ({ score }) => score?.outcome ?? null,
  crps: ({ score }) => score?.crps ?? null,
  random_walk_crps: ({ score }) => score?.baselineCrps ?? null,
  tail_pinball: ({ score }) => score?.tailPinball ?? null,
  random_walk_tail_pinball: ({ score }) => score?.baselineTailPinball ?? null,
  median_error: ({ score }) => score?.medianError ?? null,
  random_walk_median_error: ({ score }) => score?.baselineMedianError ?? null,
  width_80: ({ score }) => score?.width80 ?? null,
  random_walk_width_80: ({ score }) => score?.baselineWidth80 ?? null,
  pit: ({ score }) => score?.pit ?? null,
} satisfies Readonly<Record<string, (row: ExportedRow) => unknown>>

type Pages = AsyncIterable<{ readonly chain: ChainRow; readonly rows: readonly RecordRow[] }>

const HEADER = Object.keys(FIELDS)
  .flatMap((column) => {
    if (column === 'quantiles') return QUANTILE_LEVELS.map((level) => `q${level}`)
    return column === 'baseline' ? QUANTILE_LEVELS.map((level) => `random_walk_q${level}`) : [column]
  })
  .join(',')

/** No quoting needed: values are ASCII without commas, quotes or line breaks. */
const csvLine = (row: ExportedRow): string =>
  `${Object.values(FIELDS)
    .map((read) => read(row) ?? '')
    .join(',')}\r\n`

const jsonLine = (row: ExportedRow): string =>
  JSON.stringify(Object.fromEntries(Object.entries(FIELDS).map(([name, read]) => [name, read(row)])))

async function* csvExport(pages: Pages): AsyncGenerator<string> {
  let header = `${HEADER}\r\n`
  for await (const { chain, rows } of pages) {
    yield header + rows.map((row) => csvLine({ chain, ...row })).join('')
    header = ''
  }
  if (header !== '') yield header
}

async function* jsonExport(pages: Pages): AsyncGenerator<string> {
  let separator = '{"data":[\n'
  for await (const { chain, rows } of pages) {
    yield separator + rows.map((row) => jsonLine({ chain, ...row })).join(',\n')
    separator = ',\n'
  }
  yield separator === ',\n' ? '\n]}\n' : '{"data":[]}\n'
}
