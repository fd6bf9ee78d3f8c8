import { listNewLogins, markNewLoginsSeen } from '@aerie/wire/account/account-sessions'
import type { FastifyInstance } from 'fastify'
import type { newLoginService } from './new-login-service.ts'

type Deps = { readonly logins: ReturnType<typeof newLoginService> }

export const newLoginRoutes =
  ({ logins }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(listNewLogins, ({ request }) => logins.list(request.caller))
    app.endpoint(markNewLoginsSeen, async ({ request, body }) => ({ seen: await logins.markSeen(request.caller, body.ids) }))
  }
