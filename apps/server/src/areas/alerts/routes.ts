import {
  alertPatch,
  alertPreview,
  alertRow,
  alertSummary,
  alertsExport,
  alertsImport,
  alertsImported,
  alertsPage,
  alertsPause,
  alertsQuery,
  firingsPage,
  firingsQuery,
  firingsRead,
} from '@aerie/wire/alerts/alert-rows'
import { alertBody } from '@aerie/wire/alerts/alerts'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { pageOf, rangeOf } from '../../platform/http/list-page.ts'
import type { Authentication } from '../account/index.ts'
import type { alertPreviews } from './alert-preview.ts'
import type { FiringList } from './firings/firing-list.ts'
import type { AlertService } from './service.ts'

type Deps = {
  readonly alerts: AlertService
  readonly preview: ReturnType<typeof alertPreviews>
  readonly firings: FiringList
  readonly requireUser: Authentication['requireUser']
}

const BODY_LIMIT_BYTES = 8_192
const IMPORT_LIMIT_BYTES = 1_048_576

const idParams = z.object({ id: z.uuid() })
const keyHeader = z.object({
  'idempotency-key': z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/, '8 to 100 characters without spaces'))),
})
const userOf = (request: FastifyRequest): string => request.caller.user.user_id
const shared = { tags: ['alerts'], security: [{ bearer: [] }] }

export const alertRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(listRoutes(deps))
    await app.register(changeRoutes(deps))
    await app.register(bulkRoutes(deps))
    await app.register(firingRoutes(deps))
  }

const listRoutes =
  ({ alerts, preview, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.get(
      '/api/v1/alerts',
      {
        onRequest,
        config: { scope: 'alerts:read' },
        schema: { ...shared, summary: 'Alerts, newest first', querystring: alertsQuery, response: { 200: alertsPage } },
      },
      async (request) => {
        const { query } = request
        const rows = await alerts.page(userOf(request), { ...rangeOf(query), state: query.state, symbol: query.symbol })
        return pageOf(rows, query, { number: (row) => row.number, answer: alerts.answer })
      },
    )
    app.get(
      '/api/v1/alerts/summary',
      {
        onRequest,
        config: { scope: 'alerts:read' },
        schema: { ...shared, summary: 'How many there are and may be, and what was not read', response: { 200: envelope(alertSummary) } },
      },
      async (request) => ({ data: await alerts.summary(request.caller) }),
    )
    app.get(
      '/api/v1/alerts/:id',
      {
        onRequest,
        config: { scope: 'alerts:read' },
        schema: { ...shared, summary: 'An alert', params: idParams, response: { 200: envelope(alertRow) } },
      },
      async (request) => ({ data: await alerts.find(userOf(request), request.params.id) }),
    )
    app.post(
      '/api/v1/alerts/preview',
      {
        onRequest,
        config: { scope: 'alerts:read' },
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'How often an alert would have fired on stored candles; saves nothing',
          description: 'Kinds `price`, `change` and `volume`; the others: 422 `not_previewable`.',
          body: alertBody,
          response: { 200: envelope(alertPreview) },
        },
      },
      async (request) => ({ data: await preview(userOf(request), request.body) }),
    )
  }

const changeRoutes =
  ({ alerts, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    app.post(
      '/api/v1/alerts',
      {
        ...common,
        config: { scope: 'alerts:write' },
        schema: {
          ...shared,
          summary: 'Creates an alert',
          description:
            'The same `Idempotency-Key` and body again: 200 with the same alert; another body: 409. More than the plan allows: 422 `alert_limit`. ' +
            'A kind that this server cannot watch: 422 `kind_unavailable` with the reason.',
          headers: keyHeader,
          body: alertBody,
          response: { 200: envelope(alertRow), 201: envelope(alertRow) },
        },
      },
      async (request, reply) => {
        const { alert, isRepeated } = await alerts.create(request.caller, { body: request.body, key: request.headers['idempotency-key'] })
        return reply.code(isRepeated ? 200 : 201).send({ data: alert })
      },
    )
    app.patch(
      '/api/v1/alerts/:id',
      {
        ...common,
        config: { scope: 'alerts:write' },
        schema: {
          ...shared,
          summary: 'Changes or pauses an alert',
          params: idParams,
          body: alertPatch,
          response: { 200: envelope(alertRow) },
        },
      },
      async (request) => ({ data: await alerts.change(request.caller, request.params.id, request.body) }),
    )
    app.delete(
      '/api/v1/alerts/:id',
      {
        ...common,
        config: { scope: 'alerts:write' },
        schema: { ...shared, summary: 'Deletes an alert; what it fired stays', params: idParams, response: { 200: envelope(z.null()) } },
      },
      async (request) => {
        await alerts.remove(userOf(request), request.params.id)
        return { data: null }
      },
    )
  }

const bulkRoutes =
  ({ alerts, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.post(
      '/api/v1/alerts/pause',
      {
        onRequest,
        config: { scope: 'alerts:write' },
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'All alerts rest, or are watched again',
          body: alertsPause,
          response: { 200: envelope(alertSummary) },
        },
      },
      async (request) => ({ data: await alerts.pauseAll(request.caller, request.body.paused) }),
    )
    app.get(
      '/api/v1/alerts/export',
      {
        onRequest,
        config: { scope: 'alerts:read' },
        schema: { ...shared, summary: 'All alerts, as `import` takes them', response: { 200: envelope(alertsExport) } },
      },
      async (request) => ({ data: { format: 'aerie-alerts-1' as const, alerts: await alerts.exportAll(userOf(request)) } }),
    )
    app.post(
      '/api/v1/alerts/import',
      {
        // Before the body is parsed: a megabyte is expensive to read.
        onRequest: [requireUser, async (request) => alerts.admitImport(userOf(request))],
        config: { scope: 'alerts:write' },
        bodyLimit: IMPORT_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Creates what an export holds; says what was refused and why',
          body: alertsImport,
          response: { 200: envelope(alertsImported) },
        },
      },
      async (request) => ({ data: await alerts.importAll(request.caller, request.body.alerts) }),
    )
  }

const firingRoutes =
  ({ alerts, firings, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.get(
      '/api/v1/alerts/firings',
      {
        onRequest,
        config: { scope: 'alerts:read' },
        schema: { ...shared, summary: 'What fired, newest first', querystring: firingsQuery, response: { 200: firingsPage } },
      },
      async (request) => firings.page(userOf(request), request.query),
    )
    app.post(
      '/api/v1/alerts/firings/read',
      {
        onRequest,
        config: { scope: 'alerts:write' },
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Marks firings as read, in all sessions',
          body: firingsRead,
          response: { 200: envelope(alertSummary) },
        },
      },
      async (request) => ({ data: await alerts.read(request.caller, request.body) }),
    )
  }
