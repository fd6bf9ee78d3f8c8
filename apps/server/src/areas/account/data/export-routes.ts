import { downloadExport, getExport, getNewestExport, startExport } from '@aerie/wire/account/account-data'
import { REAUTHENTICATION_REQUIRED } from '@aerie/wire/account/account-security'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Authentication } from '../authentication.ts'
import type { ExportService } from './export-service.ts'

type Guard = Authentication['requireUser']
type Deps = {
  readonly exports: Pick<ExportService, 'begin' | 'newest' | 'status' | 'open'>
  /** An export waits to be written. */
  readonly onBegun: () => void
  readonly requireReauthenticated: Guard
}

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
  ({ exports, onBegun, requireReauthenticated }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(startExport, async ({ userId }) => {
      const id = await exports.begin(userId)
      onBegun()
      return { id }
    })
    app.endpoint(getNewestExport, async ({ userId }) => {
      const id = await exports.newest(userId)
      return id === undefined ? null : { id }
    })
    app.endpoint(getExport, async ({ userId, params, request }) =>
      exports.status(userId, params.id, await isProven(request, requireReauthenticated)),
    )
    app.endpoint(
      downloadExport,
      async ({ params, query, reply }) => {
        const { stream, bytes } = await exports.open(params.id, query.key)
        return reply
          .header('cache-control', 'no-store')
          .type('application/zip')
          .header('content-length', bytes)
          .header('content-disposition', 'attachment; filename="aerie-export.zip"')
          .send(stream)
      },
      // HEAD requests, e.g. by link previews of mail clients, must not consume the one-time link.
      { exposeHeadRoute: false },
    )
  }
