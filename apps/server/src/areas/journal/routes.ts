import { tripColumns, tripDetail, tripFilterFields, tripPatch, tripsPage, tripsQuery, tripTicks } from '@aerie/wire/journal/journal'
import { journalStatistics, statisticsQuery } from '@aerie/wire/journal/journal-statistics'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { startedStream } from '../../platform/http/started-stream.ts'
import type { Authentication } from '../account/index.ts'
import { PictureSlots } from './pictures/picture-slots.ts'
import type { StatisticsService } from './statistics/statistics-service.ts'
import type { TripFilter } from './trips/trip-filter.ts'
import type { TripService } from './trips/trip-service.ts'

type Deps = {
  readonly trips: TripService
  readonly csv: (userId: string, filter: TripFilter) => AsyncGenerator<string>
  readonly pictures: (userId: string, filter: TripFilter) => AsyncGenerator<string>
  readonly statistics: StatisticsService
  readonly requireUser: Authentication['requireUser']
}

/** A note of 20,000 characters, four bytes each, with worst-case escaping. */
const PATCH_LIMIT_BYTES = 256 * 1024
const exportQuery = z.object(tripFilterFields)
const idParams = z.object({ id: z.uuid() })
const userOf = (request: FastifyRequest): string => request.caller.user.user_id
const shared = { tags: ['journal'], security: [{ bearer: [] }] }

type App = Parameters<FastifyPluginAsyncZod>[0]

export const tripRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    listRoute(app, deps)
    statisticsRoute(app, deps)
    exportRoutes(app, deps)
    detailRoutes(app, deps)
  }

function listRoute(app: App, { trips, requireUser: onRequest }: Deps): void {
  app.get(
    '/api/v1/journal/trips',
    {
      onRequest,
      config: { scope: 'journal:read' },
      schema: {
        ...shared,
        summary: 'Round trips of paper accounts and imports, newest first',
        description:
          'A page of at most 200 rows; with `form=columns` at most 20,000, one array a field, for a table that filters and sorts by itself. ' +
          '`next` goes into `cursor`. `from` and `to` are about the closing, so they leave open trips out.',
        querystring: tripsQuery,
        response: { 200: z.union([tripsPage, tripColumns]) },
      },
    },
    async (request, reply) => {
      if (request.query.form !== 'columns') return trips.rows(userOf(request), request.query)
      const text = await trips.columns(userOf(request), request.query)
      // Already JSON; a Buffer is sent unchanged.
      return reply.type('application/json; charset=utf-8').send(Buffer.from(text) as never)
    },
  )
}

function statisticsRoute(app: App, { statistics, requireUser: onRequest }: Deps): void {
  app.get(
    '/api/v1/journal/statistics',
    {
      onRequest,
      config: { scope: 'journal:read' },
      schema: {
        ...shared,
        summary: 'Statistics of closed round trips, each with its formula, inputs, number and interval',
        description:
          'Counted are trips in dollars whose net is known; `left_out` says which are not. `zone` is that of hours, weekdays and the calendar. ' +
          'Returns need the capital at the start: the deposit of one account, or `capital` for imports.',
        querystring: statisticsQuery,
        response: { 200: envelope(journalStatistics) },
      },
    },
    async (request, reply) => {
      const left = new AbortController()
      // Cancel remaining work once the response is sent or the client disconnects.
      reply.raw.once('close', () => left.abort())
      return { data: await statistics.statistics(userOf(request), request.query, left.signal) }
    },
  )
}

function exportRoutes(app: App, { csv, pictures, requireUser: onRequest }: Deps): void {
  app.get(
    '/api/v1/journal/export',
    {
      onRequest,
      config: { scope: 'journal:read' },
      schema: {
        ...shared,
        summary: 'Round trips as CSV, filtered as the list; cells that a spreadsheet would take for a formula are neutralised',
        querystring: exportQuery,
      },
    },
    async (request, reply) => {
      const stream = await startedStream(csv(userOf(request), request.query))
      return reply.header('content-disposition', 'attachment; filename="journal.csv"').type('text/csv; charset=utf-8').send(stream)
    },
  )
  const slots = new PictureSlots()
  app.get(
    '/api/v1/journal/export/pictures',
    {
      onRequest,
      config: { scope: 'journal:read' },
      schema: {
        ...shared,
        summary:
          'The chart at entry and exit of round trips, filtered as the list: what each picture is drawn from, its SHA-256, and the picture',
        description:
          'One JSON object a line: `data` (hours, lines, forecast on show), `sha256` of the text of `data` as it stands in the line, and `picture`, SVG; ' +
          'null where no hour of that time is stored. One of a user at a time: 409 `pictures_running`, and few of all: 503.',
        querystring: exportQuery,
      },
    },
    async (request, reply) => {
      reply.raw.once('close', slots.take(userOf(request)))
      const stream = await startedStream(pictures(userOf(request), request.query))
      return reply
        .header('content-disposition', 'attachment; filename="journal-pictures.ndjson"')
        .type('application/x-ndjson; charset=utf-8')
        .send(stream)
    },
  )
}

function detailRoutes(app: App, { trips, requireUser: onRequest }: Deps): void {
  app.get(
    '/api/v1/journal/trips/:id',
    {
      onRequest,
      config: { scope: 'journal:read' },
      schema: {
        ...shared,
        summary: 'A round trip with its fills and frozen entry facts',
        params: idParams,
        response: { 200: envelope(tripDetail) },
      },
    },
    async (request) => ({ data: await trips.detail(userOf(request), request.params.id) }),
  )
  app.get(
    '/api/v1/journal/trips/:id/ticks',
    {
      onRequest,
      config: { scope: 'journal:read' },
      schema: {
        ...shared,
        summary: 'Stored prices from the first fill of a round trip to its last, for a replay',
        description: 'The newest price of each `every_ms`, kept for some days. None where there are more than 6,000: `reason` says so.',
        params: idParams,
        response: { 200: envelope(tripTicks) },
      },
    },
    async (request) => ({ data: await trips.ticks(userOf(request), request.params.id) }),
  )
  app.patch(
    '/api/v1/journal/trips/:id',
    {
      onRequest,
      config: { scope: 'journal:write' },
      bodyLimit: PATCH_LIMIT_BYTES,
      schema: {
        ...shared,
        summary: 'Tags, note and rating of a round trip; nothing else of it can be changed',
        params: idParams,
        body: tripPatch,
        response: { 200: envelope(tripDetail) },
      },
    },
    async (request) => ({ data: await trips.patch(userOf(request), request.params.id, request.body) }),
  )
}
