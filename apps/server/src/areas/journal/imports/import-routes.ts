import { Readable } from 'node:stream'
import {
  importChoices,
  importProgress,
  importQuery,
  importsPage,
  journalImport,
  MOST_IMPORT_BYTES,
} from '@aerie/wire/journal/journal-imports'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Authentication } from '../../account/index.ts'
import type { ImportService } from './import-service.ts'

type Deps = { readonly imports: ImportService; readonly requireUser: Authentication['requireUser'] }

/** MIME types that browsers send for CSV; some depend on the installed spreadsheet. */
const FILE_TYPES = [
  'text/csv',
  'text/plain',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
  'application/zip',
  'application/x-zip-compressed',
]
const idParams = z.object({ id: z.uuid() })
const userOf = (request: FastifyRequest): string => request.caller.user.user_id
const shared = { tags: ['journal'], security: [{ bearer: [] }] }
const answer = envelope(journalImport)

export const importRoutes =
  ({ imports, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(uploadRoute({ imports, requireUser }))
    await app.register(importReads({ imports, requireUser }))
    await app.register(importChanges({ imports, requireUser }))
  }

const uploadRoute =
  ({ imports, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.removeAllContentTypeParsers()
    // Do not read the rest of a rejected upload.
    app.addHook('onSend', async (request, reply) => void (request.raw.complete || reply.header('connection', 'close')))
    app.addContentTypeParser(FILE_TYPES, (_request, body, done) => done(null, body))
    app.post(
      '/api/v1/journal/imports',
      {
        // Reject before reading the body.
        onRequest: [requireUser, async (request) => refuseLarge(request), async (request) => imports.refuseBusy(userOf(request))],
        config: { scope: 'journal:write', isStreamed: true },
        bodyLimit: MOST_IMPORT_BYTES,
        schema: {
          ...shared,
          summary: 'Reads a file of an exchange: what it is, what it would add, what is wrong with it; stores no trade',
          description:
            'The body is the file, at most 50 MB, as `text/csv`, or a ZIP archive with CSV files, which are read together. A file that was read before and not confirmed is dropped. ' +
            '`mapping_needed`, `date_order_needed`, `zone_needed` and `hedge_needed` are answered with PATCH. One import of a user at a time: 409 `import_running`.',
          querystring: importQuery,
          consumes: FILE_TYPES,
          response: { 201: answer },
        },
      },
      async (request, reply) => {
        const file: unknown = request.body
        if (!(file instanceof Readable)) throw new AppError('bad_input', { detail: 'Send the file as the body, as text/csv.' })
        const { name = '', ...choices } = request.query
        return reply.code(201).send({ data: await imports.create(userOf(request), file, { name, choices }) })
      },
    )
  }

function refuseLarge({ headers }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) > MOST_IMPORT_BYTES) throw new AppError('payload_too_large')
}

const importReads =
  ({ imports, requireUser: onRequest }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/journal/imports',
      {
        onRequest,
        config: { scope: 'journal:read' },
        schema: { ...shared, summary: 'Imports, newest first', response: { 200: importsPage } },
      },
      async (request) => ({ data: await imports.list(userOf(request)), next: null }),
    )
    app.get(
      '/api/v1/journal/imports/progress',
      {
        onRequest,
        config: { scope: 'journal:read' },
        schema: { ...shared, summary: 'How far the running import is; null while none runs', response: { 200: envelope(importProgress) } },
      },
      async (request) => ({ data: imports.progress(userOf(request)) }),
    )
    app.get(
      '/api/v1/journal/imports/:id',
      {
        onRequest,
        config: { scope: 'journal:read' },
        schema: { ...shared, summary: 'An import with its preview', params: idParams, response: { 200: answer } },
      },
      async (request) => ({ data: await imports.get(userOf(request), request.params.id) }),
    )
  }

const importChanges =
  ({ imports, requireUser: onRequest }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.patch(
      '/api/v1/journal/imports/:id',
      {
        onRequest,
        config: { scope: 'journal:write' },
        schema: {
          ...shared,
          summary:
            'Reads the file again with what the user chose: columns, order of day and month, zone, source, contract size, hedge mode',
          params: idParams,
          body: importChoices,
          response: { 200: answer },
        },
      },
      async (request) => ({ data: await imports.choose(userOf(request), request.params.id, request.body) }),
    )
    app.post(
      '/api/v1/journal/imports/:id/confirm',
      {
        onRequest,
        config: { scope: 'journal:write' },
        schema: {
          ...shared,
          summary: 'Adds what the preview shows, all of it or nothing; again: the same answer',
          params: idParams,
          response: { 200: answer },
        },
      },
      async (request) => ({ data: await imports.confirm(userOf(request), request.params.id) }),
    )
    app.delete(
      '/api/v1/journal/imports/:id',
      {
        onRequest,
        config: { scope: 'journal:write' },
        schema: {
          ...shared,
          summary: 'Takes an import back as a whole, or drops one that was not confirmed',
          params: idParams,
          response: { 200: answer },
        },
      },
      async (request) => ({ data: await imports.undo(userOf(request), request.params.id) }),
    )
  }
