import { Readable } from 'node:stream'
import {
  changeImport,
  confirmImport,
  createImport,
  getImport,
  getImportProgress,
  listImports,
  MOST_IMPORT_BYTES,
  undoImport,
} from '@aerie/wire/journal/journal-imports'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import type { ImportService } from './import-service.ts'

type Deps = { readonly imports: ImportService }

export const importRoutes =
  ({ imports }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(uploadRoute({ imports }))
    app.endpoint(listImports, async ({ userId }) => ({ data: await imports.list(userId), next: null }))
    app.endpoint(getImportProgress, ({ userId }) => imports.progress(userId))
    app.endpoint(getImport, ({ userId, params }) => imports.get(userId, params.id))
    app.endpoint(changeImport, ({ userId, params, body }) => imports.choose(userId, params.id, body))
    app.endpoint(confirmImport, ({ userId, params }) => imports.confirm(userId, params.id))
    app.endpoint(undoImport, ({ userId, params }) => imports.undo(userId, params.id))
  }

const uploadRoute =
  ({ imports }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    // Do not read the rest of a rejected upload.
    app.addHook('onSend', async (request, reply) => void (request.raw.complete || reply.header('connection', 'close')))
    app.addContentTypeParser([...createImport.consumes], (_request, body, done) => done(null, body))
    app.endpoint(
      createImport,
      async ({ userId, query, request }) => {
        const file: unknown = request.body
        if (!(file instanceof Readable)) throw new AppError('bad_input', { detail: 'Send the file as the body, as text/csv.' })
        const { name = '', ...choices } = query
        return imports.create(userId, file, { name, choices })
      },
      {
        config: { isStreamed: true },
        bodyLimit: MOST_IMPORT_BYTES,
        // Reject before reading the body.
        onRequest: [async (request) => refuseLarge(request), async ({ caller }) => imports.refuseBusy(caller.user.user_id)],
      },
    )
  }

function refuseLarge({ headers }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) > MOST_IMPORT_BYTES) throw new AppError('payload_too_large')
}
