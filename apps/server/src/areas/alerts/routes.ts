import {
  changeAlert,
  createAlert,
  deleteAlert,
  exportAlerts,
  getAlert,
  getAlertSummary,
  importAlerts,
  listAlerts,
  listFirings,
  pauseAlerts,
  previewAlert,
  readFirings,
} from '@aerie/wire/alerts/alert-rows'
import type { FastifyInstance } from 'fastify'
import { pageOf, rangeOf } from '../../platform/http/list-page.ts'
import type { alertPreviews } from './alert-preview.ts'
import type { FiringList } from './firings/firing-list.ts'
import type { AlertService } from './service.ts'

type Deps = {
  readonly alerts: AlertService
  readonly preview: ReturnType<typeof alertPreviews>
  readonly firings: FiringList
}

const BODY = { bodyLimit: 8_192 }
const IMPORT_LIMIT_BYTES = 1_048_576

export const alertRoutes =
  ({ alerts, preview, firings }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(listAlerts, async ({ userId, query }) => {
      const rows = await alerts.page(userId, { ...rangeOf(query), state: query.state, symbol: query.symbol })
      return pageOf(rows, query, { number: (row) => row.number, answer: alerts.answer })
    })
    app.endpoint(getAlertSummary, ({ request }) => alerts.summary(request.caller))
    app.endpoint(getAlert, ({ userId, params }) => alerts.find(userId, params.id))
    app.endpoint(previewAlert, ({ userId, body }) => preview(userId, body), BODY)
    app.endpoint(
      createAlert,
      async ({ body, headers, request, reply }) => {
        const { alert, isRepeated } = await alerts.create(request.caller, { body, key: headers['idempotency-key'] })
        if (isRepeated) reply.code(200)
        return alert
      },
      BODY,
    )
    app.endpoint(changeAlert, ({ params, body, request }) => alerts.change(request.caller, params.id, body), BODY)
    app.endpoint(deleteAlert, ({ userId, params }) => alerts.remove(userId, params.id), BODY)
    app.endpoint(pauseAlerts, ({ body, request }) => alerts.pauseAll(request.caller, body.paused), BODY)
    app.endpoint(exportAlerts, async ({ userId }) => ({ format: 'aerie-alerts-1' as const, alerts: await alerts.exportAll(userId) }))
    app.endpoint(importAlerts, ({ body, request }) => alerts.importAll(request.caller, body.alerts), {
      // Before the body is parsed: a megabyte is expensive to read.
      onRequest: [async (request) => alerts.admitImport(request.caller.user.user_id)],
      bodyLimit: IMPORT_LIMIT_BYTES,
    })
    app.endpoint(listFirings, ({ userId, query }) => firings.page(userId, query))
    app.endpoint(readFirings, ({ body, request }) => alerts.read(request.caller, body), BODY)
  }
