import { endOtherSessions, endSession, listSessions } from '@aerie/wire/account/account-sessions'
import type { FastifyInstance } from 'fastify'
import type { ownSessionService } from './own-session-service.ts'

type Deps = { readonly ownSessions: ReturnType<typeof ownSessionService> }

export const ownSessionRoutes =
  ({ ownSessions }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(listSessions, ({ request }) => ownSessions.list(request.caller))
    app.endpoint(endSession, async ({ request, params }) => {
      await ownSessions.end(request.caller, params.id)
      return { ended: 1 }
    })
    app.endpoint(endOtherSessions, async ({ request }) => ({ ended: await ownSessions.endOthers(request.caller) }))
  }
