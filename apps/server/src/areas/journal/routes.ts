import { changeTrip, exportPictures, exportTrips, getTrip, getTripTicks, listTrips } from '@aerie/wire/journal/journal'
import { getStatistics, listJournalAccounts } from '@aerie/wire/journal/journal-statistics'
import type { FastifyInstance } from 'fastify'
import { startedStream } from '../../platform/http/ready-answers.ts'
import { PictureSlots } from './pictures/picture-slots.ts'
import type { StatisticsService } from './statistics/statistics-service.ts'
import type { TripFilter } from './trips/trip-filter.ts'
import type { TripService } from './trips/trip-service.ts'

type Deps = {
  readonly trips: TripService
  readonly csv: (userId: string, filter: TripFilter) => AsyncGenerator<string>
  readonly pictures: (userId: string, filter: TripFilter) => AsyncGenerator<string>
  readonly statistics: StatisticsService
}

/** A note of 20,000 characters, four bytes each, with worst-case escaping. */
const PATCH = { bodyLimit: 256 * 1024 }

export const tripRoutes =
  ({ trips, csv, pictures, statistics }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(listTrips, async ({ userId, query, reply }) => {
      if (query.form !== 'columns') return trips.rows(userId, query)
      reply.type('application/json; charset=utf-8')
      // Already JSON; a Buffer is sent unchanged.
      return Buffer.from(await trips.columns(userId, query)) as never
    })
    app.endpoint(getStatistics, async ({ userId, query, reply }) => {
      const left = new AbortController()
      // Cancel remaining work once the response is sent or the client disconnects.
      reply.raw.once('close', () => left.abort())
      return statistics.statistics(userId, query, left.signal)
    })
    app.endpoint(listJournalAccounts, async ({ userId }) => ({ data: await statistics.accounts(userId), next: null }))
    app.endpoint(exportTrips, async ({ userId, query, reply }) => {
      const stream = await startedStream(csv(userId, query))
      return reply.header('content-disposition', 'attachment; filename="journal.csv"').type('text/csv; charset=utf-8').send(stream)
    })
    const slots = new PictureSlots()
    app.endpoint(exportPictures, async ({ userId, query, reply }) => {
      reply.raw.once('close', slots.take(userId))
      const stream = await startedStream(pictures(userId, query))
      return reply
        .header('content-disposition', 'attachment; filename="journal-pictures.ndjson"')
        .type('application/x-ndjson; charset=utf-8')
        .send(stream)
    })
    app.endpoint(getTrip, ({ userId, params }) => trips.detail(userId, params.id))
    app.endpoint(getTripTicks, ({ userId, params }) => trips.ticks(userId, params.id))
    app.endpoint(changeTrip, ({ userId, params, body }) => trips.patch(userId, params.id, body), PATCH)
  }
