import { exportBegun, exportStatus } from '@aerie/wire/account/account-exports'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../accounts/authentication.ts'
import type { ExportService } from './export-service.ts'

type Guard = Authentication['requireUser']
type Deps = {
  readonly exports: Pick<ExportService, 'begin' | 'status' | 'open'>
  readonly requireUser: Guard
  readonly requireReauthenticated: Guard
}

const shared = { tags: ['account'], security: [{ bearer: [] }] }
const params = z.object({ id: z.uuid() })
const fileQuery = z.object({ key: z.string().check(z.regex(/^[\w-]{43}$/, 'is not a key')) })

/** Export of all data of the caller. */
export const exportRoutes =
  ({ exports, requireUser, requireReauthenticated }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.post(
      '/api/v1/account/export',
      {
        onRequest: requireReauthenticated,
        schema: {
          ...shared,
          summary: 'Begins an export of all data of the caller; one at a time, five a day',
          response: { 202: envelope(exportBegun) },
        },
      },
      async (request, reply) => reply.code(202).send({ data: { id: await exports.begin(request.caller.user.user_id) } }),
    )
    app.get(
      '/api/v1/account/exports/:id',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'How far an export is; once it is whole, a link that gives the ZIP once, within 24 hours',
          params,
          response: { 200: envelope(exportStatus) },
        },
      },
      async (request) => ({ data: await exports.status(request.caller.user.user_id, request.params.id) }),
    )
    app.get(
      '/api/v1/account/exports/:id/file',
      { schema: { tags: ['account'], summary: 'The ZIP, by its link: once', params, querystring: fileQuery } },
      async (request, reply) => {
        const { stream, bytes } = await exports.open(request.params.id, request.query.key)
        return reply
          .type('application/zip')
          .header('content-length', bytes)
          .header('content-disposition', 'attachment; filename="aerie-export.zip"')
          .send(stream)
      },
    )
  }
