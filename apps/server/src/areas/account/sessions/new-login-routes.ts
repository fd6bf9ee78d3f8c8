import { newLogin, newLoginsRead, newLoginsSeen } from '@aerie/wire/account/account-sessions'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Guards } from '../authentication.ts'
import type { newLoginService } from './new-login-service.ts'

type Deps = Pick<Guards, 'requireUser'> & { readonly logins: ReturnType<typeof newLoginService> }
const about = { tags: ['account'], security: [{ bearer: [] }] }

export const newLoginRoutes =
  ({ logins, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/account/new-logins',
      {
        onRequest: requireUser,
        schema: {
          ...about,
          summary: 'Logins from a new device or network that were not marked as seen, newest first',
          response: { 200: envelope(z.array(newLogin)) },
        },
      },
      async ({ caller }) => ({ data: await logins.list(caller) }),
    )
    app.post(
      '/api/v1/account/new-logins/read',
      {
        onRequest: requireUser,
        schema: {
          ...about,
          summary: 'Marks them as seen, in all sessions',
          body: newLoginsRead,
          response: { 200: envelope(newLoginsSeen) },
        },
      },
      async ({ caller, body }) => ({ data: { seen: await logins.markSeen(caller, body.ids) } }),
    )
  }
