import { deleteDocument, getDocument, listDocuments, saveDocument } from '@aerie/wire/workspace/document'
import { DOCUMENT_CAPS } from '@aerie/wire/workspace/workspace'
import type { FastifyInstance } from 'fastify'
import type { DocumentService } from './service.ts'

/** Largest body of any kind plus the version, doubled for unnecessary JSON escapes. */
const BODY = { bodyLimit: 2 * Math.max(...Object.values(DOCUMENT_CAPS).map(({ bytes }) => bytes)) }

export const workspaceRoutes =
  (documents: DocumentService) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(listDocuments, ({ userId, params }) => documents.list({ userId, ...params }))
    app.endpoint(getDocument, ({ userId, params }) => documents.read({ userId, ...params }))
    app.endpoint(saveDocument, ({ userId, params, body }) => documents.save({ userId, ...params }, body), BODY)
    app.endpoint(deleteDocument, ({ userId, params }) => documents.remove({ userId, ...params }))
  }
