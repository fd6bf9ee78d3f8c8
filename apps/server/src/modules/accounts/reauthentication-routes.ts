import { reauthenticate, reauthenticated } from '@aerie/wire/account-security'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { visitorOf } from './auth-routes.ts'
import type { Authentication } from './authentication.ts'
import type { reauthenticationService } from './reauthentication.ts'

type Deps = { readonly service: ReturnType<typeof reauthenticationService>; readonly requireUser: Authentication['requireUser'] }

/** What opens the sensitive routes of a session for ten minutes. */
export const reauthenticationRoutes =
  ({ service, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.post(
      '/api/v1/auth/reauthenticate',
      {
        onRequest: requireUser,
        schema: {
          tags: ['auth'],
          security: [{ bearer: [] }],
          summary: 'Proves anew who is there; sensitive calls of this session are open for ten minutes',
          body: reauthenticate,
          response: { 200: envelope(reauthenticated) },
        },
      },
      async (request) => {
        const until = await service.reauthenticate(request.caller, request.body, visitorOf(request).address)
        return { data: { until: until.toISOString() } }
      },
    )
  }
