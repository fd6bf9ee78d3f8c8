import { join } from 'node:path'
import { type Clock, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { BYTE_ORDER_MARK, csvLine, textCell } from '@aerie/journal/csv-text'
import { ticker } from '@aerie/runtime/ticker'
import type { TripDetail } from '@aerie/wire/journal/journal'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { areaPlugin } from '../../platform/area.ts'
import type { Database, Db } from '../../platform/db/client.ts'
import type { Duties } from '../../platform/duties/duty.ts'
import type { ServerModule } from '../../platform/lifecycle.ts'
import { account } from '../account/index.ts'
import { type FromNowService, forecast } from '../forecast/index.ts'
import { type MarketService, market } from '../market/index.ts'
import { type TripBook, trading } from '../trading/index.ts'
import { type ConnectionSettings, journalConnectionsPart } from './connections/connections.ts'
import { importRoutes } from './imports/import-routes.ts'
import { importService } from './imports/import-service.ts'
import { importedExcursions } from './imports/imported-excursions.ts'
import { importedFees } from './imports/imported-fees.ts'
import { pictureFile } from './pictures/picture-file.ts'
import { pictureLines } from './pictures/picture-lines.ts'
import { tripRoutes } from './routes.ts'
import { statisticsService } from './statistics/statistics-service.ts'
import { StatisticsThread } from './statistics/statistics-thread.ts'
import { decisions } from './trips/decisions.ts'
import { shownForecasts } from './trips/shown-forecasts.ts'
import type { TripFilter } from './trips/trip-filter.ts'
import { type TripPace, tripKeepers } from './trips/trip-keepers.ts'
import { type NotedTrip, type TripCursor, tripRepository } from './trips/trip-repository.ts'
import { tripService } from './trips/trip-service.ts'

export { CONNECTIONS_PURPOSE, connectionOwner } from './connections/connection-service.ts'
export type { ConnectionSettings } from './connections/connections.ts'
export { rebuildJournal } from './rebuild-journal.ts'
export type { CoinSums, TripSums } from './statistics/statistics-service.ts'

/** Round trips of paper and imported trades, notes and statistics. */
export const journal = areaPlugin({
  name: 'journal',
  needs: { account, market, forecast, trading },
  setup({ account, market, forecast, trading, ...platform }) {
    const journal = journalModule({ ...platform, market: market.service, forecasts: forecast.fromNow })
    trading.keepTrips(journal.tripBook)
    account.addExportFile(pictureFile)
    return { modules: [journal], api: journal }
  },
})

type Deps = {
  readonly config: Pick<Config, 'PAPER_FEES' | 'DATA_DIR'> & ConnectionSettings
  readonly secretKey: Uint8Array
  readonly db: Database
  readonly duties: Duties
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly market: Pick<MarketService, 'candles' | 'hub'>
  readonly forecasts: Pick<FromNowService, 'newestIssued'>
  readonly pace?: TripPace
}

/** Interval for batches of imported trips: 100,000 take a day, which is acceptable. */
const WATCH_IMPORTS_MS = 15 * SECOND_MS
/** Below DATA_DIR. */
const UPLOADS_FOLDER = 'uploads'
/** Long reports are rare, so their thread, and its memory, is released after this time. */
const LONG_REPORTS_REST_MS = 30 * SECOND_MS

export function journalModule({ config, secretKey, db, duties, clock, logger, market, forecasts, pace }: Deps) {
  const shown = shownForecasts(forecasts)
  const threads = { few: new StatisticsThread(), many: new StatisticsThread({ restMs: LONG_REPORTS_REST_MS }) }
  const trips = tripService(db)
  const statistics = statisticsService(db, threads)
  const imports = importService({ db, clock, folder: join(config.DATA_DIR, UPLOADS_FOLDER) })
  const connections = journalConnectionsPart({ config, secretKey, db, duties, clock, logger, imports })
  const watching = ticker(WATCH_IMPORTS_MS, duties.upkeep(importedExcursions({ db, logger, market })))
  const valuing = ticker(WATCH_IMPORTS_MS, duties.upkeep(importedFees({ db, logger })))
  const sweeping = ticker(HOUR_MS, duties.upkeep(imports.sweep), { atOnce: true })
  const module: ServerModule = {
    name: 'journal',
    routes: async (app: FastifyInstance) => {
      await app.register(
        tripRoutes({
          trips,
          statistics,
          csv: (userId, filter) => tripsCsv(db, userId, filter),
          pictures: (userId, filter) => pictureLines(db, userId, filter),
        }),
      )
      await app.register(importRoutes({ imports }))
      await app.register(connections.routes)
    },
    start: () => {
      shown.start()
      watching.start((error) => logger.warn({ err: error }, 'imported trips could not be looked through for missing candles'))
      valuing.start((error) => logger.warn({ err: error }, 'imported trips could not be looked through for unknown fees'))
      sweeping.start((error) => logger.warn({ err: error }, 'imports that were not confirmed could not be deleted; trying again'))
      connections.start()
    },
    stop: async () => {
      shown.stop()
      watching.stop()
      valuing.stop()
      sweeping.stop()
      await Promise.all([watching.idle(), valuing.idle(), sweeping.idle(), connections.stop()])
      await Promise.all([threads.few.stop(), threads.many.stop()])
    },
  }
  const tripBook: TripBook = {
    open: tripKeepers({ db, logger, market, forecastOf: shown.of, schedule: config.PAPER_FEES, ...(pace && { pace }) }),
    decisionOf: decisions(db),
    refresh: shown.read,
  }
  const own = {
    statistics: statistics.statistics,
    sums: statistics.sums,
    coinSums: statistics.coinSums,
    imported: statistics.imported,
    trips: trips.ranked,
    openTrips: trips.open,
  }
  return {
    ...module,
    connections,
    own,
    habits: statistics.habits,
    ratedNoteLengths: tripRepository(db).ratedNoteLengths,
    tripBook,
  }
}

const PAGE = 1_000
const iso = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

const COLUMNS: readonly (readonly [name: string, cell: (noted: NotedTrip) => string | number | null])[] = [
  ['trip', ({ trip }) => trip.id],
  ['origin', ({ trip }) => trip.origin],
  ['source', ({ trip }) => trip.sourceKind],
  ['symbol', ({ trip }) => trip.symbol],
  ['side', ({ trip }) => trip.side],
  ['opened_at', ({ trip }) => iso(trip.openedAt)],
  ['closed_at', ({ trip }) => iso(trip.closedAt)],
  ['size', ({ trip }) => trip.size],
  ['entry', ({ trip }) => trip.entry],
  ['exit', ({ trip }) => trip.exit],
  ['currency', ({ trip }) => trip.currency],
  ['gross', ({ trip }) => trip.gross],
  ['fees', ({ trip }) => trip.fees],
  ['funding', ({ trip }) => trip.funding],
  ['net', ({ trip }) => trip.net],
  ['risk', ({ trip }) => trip.risk],
  ['r', ({ trip }) => trip.r],
  ['mae', ({ trip }) => trip.mae],
  ['mfe', ({ trip }) => trip.mfe],
  ['mae_part', ({ trip }) => trip.maePart],
  ['mfe_part', ({ trip }) => trip.mfePart],
  ['resolution', ({ trip }) => trip.resolution],
  ['slippage', ({ trip }) => trip.slippage],
  ['arrival_slippage', ({ trip }) => trip.arrivalSlippage],
  ['trigger_slippage', ({ trip }) => trip.triggerSlippage],
  ['tags', ({ note }) => textCell((note?.tags ?? []).join(','))],
  ['rating', ({ note }) => note?.rating ?? null],
  ['note', ({ note }) => textCell(note?.note ?? '')],
  ['money_reason', ({ trip }) => trip.moneyReason],
  [
    'fees_in_coins',
    ({ trip }) =>
      textCell(
        coinsOf(trip)
          .map(({ coin, amount }) => `${amount} ${coin}`)
          .join(';'),
      ),
  ],
  ['fees_estimated', (noted) => (isFeeEstimated(noted) ? 'yes' : null)],
  ['mae_far', ({ trip }) => trip.maeFar],
  ['mfe_far', ({ trip }) => trip.mfeFar],
  ['mae_part_far', ({ trip }) => trip.maePartFar],
  ['mfe_part_far', ({ trip }) => trip.mfePartFar],
]

/** Stored by import-job.ts; paper accounts pay none. */
const coinsOf = ({ body }: NotedTrip['trip']): TripDetail['fees_in_coins'] =>
  (body as { readonly coins?: TripDetail['fees_in_coins'] }).coins ?? [] // written by import-job.ts or live-trip.ts alone

const isFeeEstimated = ({ trip }: NotedTrip): boolean => (trip.body as { readonly estimated?: true }).estimated === true

const TEXTS = new Set(['origin', 'symbol', 'currency'])
const lineOf = (noted: NotedTrip): string =>
  csvLine(COLUMNS.map(([name, cell]) => (TEXTS.has(name) ? textCell(String(cell(noted) ?? '')) : String(cell(noted) ?? ''))))

async function* tripsCsv(db: Db, userId: string, filter: TripFilter): AsyncGenerator<string> {
  let header = BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name))
  for (let after: TripCursor | undefined; ; ) {
    const page = await tripRepository(db).page({ userId, filter, after, limit: PAGE })
    yield header + page.map(lineOf).join('')
    header = ''
    const last = page.at(-1)?.trip
    if (page.length < PAGE || last === undefined) return
    after = { sortAt: last.sortAt, id: last.id }
  }
}
