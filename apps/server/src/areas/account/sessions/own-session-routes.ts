import { sessionEntry, sessionsEnded } from '@aerie/wire/account/account-sessions'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Guards } from '../authentication.ts'
import type { ownSessionService } from './own-session-service.ts'

type Deps = Guards & { readonly ownSessions: ReturnType<typeof ownSessionService> }
const about = { tags: ['account'], security: [{ bearer: [] }] }
const byId = z.object({ id: z.uuid() })

export const ownSessionRoutes =
  ({ ownSessions, requireUser, requireReauthenticated }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/account/sessions',
      {
        onRequest: requireUser,
        schema: { ...about, summary: 'Sessions of the caller, this one first', response: { 200: envelope(z.array(sessionEntry)) } },
      },
      async ({ caller }) => ({ data: await ownSessions.list(caller) }),
    )
    app.delete(
      '/api/v1/account/sessions/:id',
      {
        onRequest: requireReauthenticated,
        schema: { ...about, summary: 'Ends a session and its sockets', params: byId, response: { 200: envelope(sessionsEnded) } },
      },
      async ({ caller, params }) => {
        await ownSessions.end(caller, params.id)
        return { data: { ended: 1 } }
      },
    )
    app.delete(
      '/api/v1/account/sessions',
      {
        onRequest: requireReauthenticated,
        schema: { ...about, summary: 'Ends all sessions but this one', response: { 200: envelope(sessionsEnded) } },
      },
      async ({ caller }) => ({ data: { ended: await ownSessions.endOthers(caller) } }),
    )
  }
