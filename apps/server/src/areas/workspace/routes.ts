import { envelope } from '@aerie/wire/problem'
import { documentKind, documentList, documentName, documentSave, documentSaved, savedDocument } from '@aerie/wire/workspace/document'
import { DOCUMENT_CAPS } from '@aerie/wire/workspace/workspace'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../account/index.ts'
import type { DocumentService } from './service.ts'

type Deps = { readonly documents: DocumentService; readonly requireUser: Authentication['requireUser'] }

const COLLECTION = '/api/v1/workspace/:kind'
const DOCUMENT = `${COLLECTION}/:name`
/** Largest body of any kind plus the version, doubled for unnecessary JSON escapes. */
const BODY_LIMIT_BYTES = 2 * Math.max(...Object.values(DOCUMENT_CAPS).map(({ bytes }) => bytes))

const shared = { tags: ['workspace'], security: [{ bearer: [] }] }
const ofCollection = { ...shared, params: z.object({ kind: documentKind }) }
const ofDocument = { ...shared, params: z.object({ kind: documentKind, name: documentName }) }
const userOf = (request: FastifyRequest): string => request.caller.user.user_id

export const workspaceRoutes =
  ({ documents, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      COLLECTION,
      {
        onRequest: requireUser,
        schema: {
          ...ofCollection,
          summary: "Names of the caller's documents of a kind",
          response: { 200: envelope(documentList) },
        },
      },
      async (request) => ({ data: await documents.list({ userId: userOf(request), ...request.params }) }),
    )
    app.get(
      DOCUMENT,
      {
        onRequest: requireUser,
        schema: {
          ...ofDocument,
          summary: 'A document; version 0 where there is none',
          response: { 200: envelope(savedDocument) },
        },
      },
      async (request) => ({ data: await documents.read({ userId: userOf(request), ...request.params }) }),
    )
    app.put(
      DOCUMENT,
      {
        onRequest: requireUser,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...ofDocument,
          summary: 'Saves what was made of `version`; 409 with the `present` document where it was saved elsewhere meanwhile',
          body: documentSave,
          response: { 200: envelope(documentSaved) },
        },
      },
      async (request) => ({ data: await documents.save({ userId: userOf(request), ...request.params }, request.body) }),
    )
    app.delete(
      DOCUMENT,
      {
        onRequest: requireUser,
        schema: {
          ...ofDocument,
          summary: 'Deletes a document, if there is one',
          response: { 200: envelope(z.null()) },
        },
      },
      async (request) => {
        await documents.remove({ userId: userOf(request), ...request.params })
        return { data: null }
      },
    )
  }
