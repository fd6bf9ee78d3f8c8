import { userRecord, userRecordQuery, userRecordUpdate } from '@aerie/wire/account/account-forms'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../authentication.ts'
import { logIgnoredClaims } from './client-claims.ts'
import type { userRecordService } from './user-record-service.ts'

type Deps = { readonly records: ReturnType<typeof userRecordService>; readonly requireUser: Authentication['requireUser'] }

const tags = ['account']
const security = [{ bearer: [] }]

export const userRecordRoutes =
  ({ records, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      '/api/v1/getUserByEmail',
      {
        onRequest: requireUser,
        schema: {
          tags,
          security,
          summary: 'The record of the caller',
          querystring: userRecordQuery,
          response: { 200: envelope(userRecord) },
        },
      },
      async (request) => ({ data: await records.read(request.caller, request.query.email) }),
    )
    app.put(
      '/api/v1/updateUserByEmail',
      {
        onRequest: requireUser,
        preValidation: logIgnoredClaims,
        schema: {
          tags,
          security,
          summary: 'Chooses the main wallet among the linked ones, or none',
          body: userRecordUpdate,
          response: { 200: envelope(userRecord) },
        },
      },
      async (request) => ({ data: await records.update(request.caller, request.body) }),
    )
  }
