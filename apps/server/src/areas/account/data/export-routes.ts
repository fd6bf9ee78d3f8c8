import { exportBegun, exportStatus } from '@aerie/wire/account/account-exports'
import { REAUTHENTICATION_REQUIRED } from '@aerie/wire/account/account-security'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Authentication } from '../authentication.ts'
import type { ExportService } from './export-service.ts'

type Guard = Authentication['requireUser']
type Deps = {
  readonly exports: Pick<ExportService, 'begin' | 'newest' | 'status' | 'open'>
  readonly requireUser: Guard
  readonly requireReauthenticated: Guard
}

const shared = { tags: ['account'], security: [{ bearer: [] }] }
const params = z.object({ id: z.uuid() })
const fileQuery = z.object({ key: z.string().check(z.regex(/^[\w-]{43}$/, 'is not a key')) })

async function isProven(request: FastifyRequest, requireReauthenticated: Guard): Promise<boolean> {
  try {
    await requireReauthenticated(request)
    return true
  } catch (error) {
    if (error instanceof AppError && error.reason === REAUTHENTICATION_REQUIRED) return false
    throw error
  }
}

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
      '/api/v1/account/export',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'The newest export that is being made or can be fetched; null without one',
          response: { 200: envelope(z.nullable(exportBegun)) },
        },
      },
      async (request) => {
        const id = await exports.newest(request.caller.user.user_id)
        return { data: id === undefined ? null : { id } }
      },
    )
    app.get(
      '/api/v1/account/exports/:id',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'How far an export is; once it is whole, a link that gives the ZIP once, within 24 hours',
          description: 'The link is null without a proof of who is there within ten minutes.',
          params,
          response: { 200: envelope(exportStatus) },
        },
      },
      async (request) => ({
        data: await exports.status(request.caller.user.user_id, request.params.id, await isProven(request, requireReauthenticated)),
      }),
    )
    await app.register(fileRoute(exports))
  }

const fileRoute =
  (exports: Pick<ExportService, 'open'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/account/exports/:id/file',
      {
        // HEAD requests, e.g. by link previews of mail clients, must not consume the one-time link.
        exposeHeadRoute: false,
        schema: { tags: ['account'], summary: 'The ZIP, by its link: once', params, querystring: fileQuery },
      },
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
