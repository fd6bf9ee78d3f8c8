import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { Registry } from 'prom-client'
import type { Database } from '../../db/client.ts'
import type { ReadyAnswers } from '../../plugins/ready-answers.ts'
import type { HealthRegistry } from '../status/health-registry.ts'
import { ForecastKeeper, type ForecastMarket } from './forecast-keeper.ts'
import { forecastMetrics } from './forecast-metrics.ts'
import { forecastRecords } from './forecast-records.ts'
import { forecastRoutes, recordRoutes } from './forecast-routes.ts'
import { ForecastService } from './forecast-service.ts'
import { ForecastThread } from './forecast-thread.ts'

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

/** Forecasts of the predicted coins: made in a thread, kept in a chain, scored when they come due. */
export function forecastingModule({ db, market, logger, health, metrics, answers }: Deps) {
  const count = forecastMetrics(metrics)
  const symbols: readonly string[] = PREDICTED_SYMBOLS
  let last: number | undefined
  const report = (isTrouble: boolean): void => {
    const seen = symbols.filter((symbol) => keeper.isFollowed(symbol)).length
    const made = last === undefined ? 'waiting for the first forecast' : `newest of ${new Date(last).toISOString()}`
    // Never "starting": the terminal serves everything else meanwhile.
    health.set(PART, isTrouble || seen === 0 ? 'degraded' : 'ok', `${seen} of ${symbols.length} coins followed, ${made}`)
  }
  const keeper = new ForecastKeeper({
    market,
    records: forecastRecords(db),
    thread: new ForecastThread(),
    symbols,
    logger,
    onReport: (done) => {
      count(done)
      service.recordHasGrown()
      if (done.newest !== undefined) last = done.newest
    },
    onTrouble: report,
  })
  const service = new ForecastService({ db, market, symbols, warmth: (symbol) => keeper.warmth(symbol), model: MODEL })
  report(false)
  const routes: FastifyPluginAsync = async (app) => {
    await app.register(forecastRoutes(service, answers))
    await app.register(recordRoutes(service, answers))
  }
  return { name: PART, service, routes, start: () => keeper.start(), stop: () => keeper.stop() }
}
