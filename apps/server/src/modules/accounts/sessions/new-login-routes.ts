import { newLogin, newLoginsRead, newLoginsSeen } from '@aerie/wire/account/account-security'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Guards } from '../authentication.ts'
import type { AccountDeps } from '../deps.ts'
import { newLoginRepository } from './new-login-repository.ts'
import type { NewLoginWatch } from './new-login-watch.ts'
import { shownSession } from './own-session-service.ts'

type Deps = Pick<Guards, 'requireUser'> & Pick<AccountDeps, 'db' | 'clock'> & { readonly newLogins: Pick<NewLoginWatch, 'seen'> }
const about = { tags: ['account'], security: [{ bearer: [] }] }

/** Logins from a new device or network, for the other sessions of their user. */
export const newLoginRoutes =
  ({ db, clock, newLogins, requireUser }: Deps): FastifyPluginAsyncZod =>
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
      async ({ caller }) => {
        const rows = await newLoginRepository(db).list({ userId: caller.user.user_id, sessionId: caller.sessionId })
        return { data: rows.map((row) => ({ ...shownSession(row), is_ended: row.revokedAt !== null })) }
      },
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
      async ({ caller, body }) => {
        const viewer = { userId: caller.user.user_id, sessionId: caller.sessionId }
        const seen = await newLoginRepository(db).notice(viewer, body.ids, new Date(clock.now()))
        const [first] = body.ids
        if (seen > 0 && first !== undefined) newLogins.seen(viewer.userId, first)
        return { data: { seen } }
      },
    )
  }
