import { join } from 'node:path'
import { type Clock, SECOND_MS } from '@aerie/core/time'
import { ticker } from '@aerie/runtime/ticker'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/client.ts'
import type { ServerModule } from '../../lifecycle.ts'
import type { Authentication } from '../accounts/authentication.ts'
import type { ForecastService } from '../forecasting/forecast-service.ts'
import type { MarketService } from '../market/market-service.ts'
import { tripsCsv } from './export-csv.ts'
import { importRoutes } from './imports/import-routes.ts'
import { importService } from './imports/import-service.ts'
import { importedExcursions } from './imports/imported-excursions.ts'
import { tripRoutes } from './journal-routes.ts'
import { pictureLines } from './pictures/picture-lines.ts'
import { statisticsService } from './statistics/statistics-service.ts'
import { StatisticsThread } from './statistics/statistics-thread.ts'
import { decisions } from './trips/decisions.ts'
import { shownForecasts } from './trips/shown-forecasts.ts'
import { type TripPace, tripKeepers } from './trips/trip-keepers.ts'
import { tripService } from './trips/trip-service.ts'

type Deps = {
  readonly config: Pick<Config, 'PAPER_FEES' | 'DATA_DIR'>
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly market: Pick<MarketService, 'candles' | 'hub'>
  readonly forecasts: Pick<ForecastService, 'newestIssued'>
  readonly requireUser: Authentication['requireUser']
  readonly pace?: TripPace
}

/** A few imported trips so often: 100,000 take a day, and nobody waits for them. */
const WATCH_IMPORTS_MS = 15 * SECOND_MS
/** Below DATA_DIR. */
const UPLOADS_FOLDER = 'uploads'
/** Long reports are rare: their thread ends after this, and its memory with it. */
const LONG_REPORTS_REST_MS = 30 * SECOND_MS

/** The journal: round trips of paper accounts and imports. Trading writes them, through `openTrips`. */
export function journalModule({ config, db, clock, logger, market, forecasts, requireUser, pace }: Deps) {
  const shown = shownForecasts(forecasts)
  const threads = { few: new StatisticsThread(), many: new StatisticsThread({ restMs: LONG_REPORTS_REST_MS }) }
  const trips = tripService(db)
  const statistics = statisticsService(db, threads)
  const watching = ticker(WATCH_IMPORTS_MS, importedExcursions({ db, logger, market }))
  const module: ServerModule = {
    name: 'journal',
    routes: async (app: FastifyInstance) => {
      await app.register(
        tripRoutes({
          trips,
          statistics,
          csv: (userId, filter) => tripsCsv(db, userId, filter),
          pictures: (userId, filter) => pictureLines(db, userId, filter),
          requireUser,
        }),
      )
      await app.register(
        importRoutes({ imports: importService({ db, clock, folder: join(config.DATA_DIR, UPLOADS_FOLDER) }), requireUser }),
      )
    },
    start: async () => {
      await shown.start()
      watching.start((error) => logger.warn({ err: error }, 'imported trips could not be looked through for missing candles'))
    },
    stop: async () => {
      shown.stop()
      watching.stop()
      await watching.idle()
      await Promise.all([threads.few.stop(), threads.many.stop()])
    },
  }
  /** What the agent tells a user of his own journal. */
  const own = { statistics: statistics.statistics, imported: statistics.imported, trips: trips.ranked }
  return {
    ...module,
    own,
    /** What a user's newest trips show of him. */
    habits: statistics.habits,
    openTrips: tripKeepers({ db, logger, market, forecastOf: shown.of, schedule: config.PAPER_FEES, ...(pace && { pace }) }),
    decisionOf: decisions(db),
  }
}
