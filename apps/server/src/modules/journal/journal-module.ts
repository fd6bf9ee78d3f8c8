import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/client.ts'
import type { ServerModule } from '../../lifecycle.ts'
import type { Authentication } from '../accounts/authentication.ts'
import type { ForecastService } from '../forecasting/forecast-service.ts'
import type { MarketService } from '../market/market-service.ts'
import { decisions } from './decisions.ts'
import { tripsCsv } from './export-csv.ts'
import { importRoutes } from './import-routes.ts'
import { importService } from './import-service.ts'
import { tripRoutes } from './journal-routes.ts'
import { shownForecasts } from './shown-forecasts.ts'
import { statisticsService } from './statistics-service.ts'
import { StatisticsThread } from './statistics-thread.ts'
import { tripKeepers } from './trip-keepers.ts'
import { tripService } from './trip-service.ts'

type Deps = {
  readonly config: Pick<Config, 'PAPER_FEES'>
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly market: Pick<MarketService, 'candles'>
  readonly forecasts: Pick<ForecastService, 'newestIssued'>
  readonly requireUser: Authentication['requireUser']
}

/** The journal: round trips of paper accounts and imports. Trading writes them, through `openTrips`. */
export function journalModule({ config, db, clock, logger, market, forecasts, requireUser }: Deps) {
  const shown = shownForecasts(forecasts)
  const thread = new StatisticsThread()
  const trips = tripService(db)
  const statistics = statisticsService(db, thread)
  const module: ServerModule = {
    name: 'journal',
    routes: async (app: FastifyInstance) => {
      await app.register(
        tripRoutes({
          trips,
          statistics,
          csv: (userId, filter) => tripsCsv(db, userId, filter),
          requireUser,
        }),
      )
      await app.register(importRoutes({ imports: importService({ db, clock }), requireUser }))
    },
    start: () => shown.start(),
    stop: async () => {
      shown.stop()
      await thread.stop()
    },
  }
  /** What the agent tells a user of his own journal. */
  const own = { statistics: statistics.statistics, imported: statistics.imported, trips: trips.ranked }
  return {
    ...module,
    own,
    openTrips: tripKeepers({ db, logger, market, forecastOf: shown.of, schedule: config.PAPER_FEES }),
    decisionOf: decisions(db),
  }
}
