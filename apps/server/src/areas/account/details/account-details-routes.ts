import { accountDetailsUpdate, accountDetails as answer } from '@aerie/wire/account/account-details'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../authentication.ts'
import type { accountDetails } from './account-details.ts'
import { logIgnoredClaims } from './client-claims.ts'

type Deps = { readonly details: ReturnType<typeof accountDetails>; readonly requireUser: Authentication['requireUser'] }

const shared = { tags: ['account'], security: [{ bearer: [] }] }
const BODY_LIMIT_BYTES = 4_096

export const accountDetailsRoutes =
  ({ details, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      '/api/v1/account',
      { onRequest: requireUser, schema: { ...shared, summary: 'The details of the caller', response: { 200: envelope(answer) } } },
      async (request) => ({ data: await details.read(request.caller.user.user_id) }),
    )
    app.patch(
      '/api/v1/account',
      {
        onRequest: requireUser,
        preValidation: logIgnoredClaims,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Changes details of the caller',
          body: accountDetailsUpdate,
          response: { 200: envelope(answer) },
        },
      },
      async (request) => ({ data: await details.update(request.caller.user.user_id, request.body) }),
    )
  }
