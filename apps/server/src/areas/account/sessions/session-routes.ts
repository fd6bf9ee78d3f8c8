import { session } from '@aerie/wire/account/accounts'
import { envelope } from '@aerie/wire/problem'
import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import { bearerToken } from '../authentication.ts'
import { LIMITS, type Limits } from '../entitlement/limits.ts'
import { sendSession, visitorOf } from '../sign-in/auth-routes.ts'
import type { SecretCookie } from './account-cookies.ts'
import type { SessionService } from './session-service.ts'

type Deps = { readonly sessions: SessionService; readonly cookie: SecretCookie; readonly limits: Limits }
const tags = ['auth']
const logoutQuery = z.strictObject({ repeat: z.optional(z.literal('true')) })

/** Authenticated by the cookie (or the token, for logout); no request body. */
export const sessionRoutes =
  ({ sessions, cookie, limits }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    acceptEmptyJson(app)
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.post(
      '/api/v1/auth/refresh',
      {
        schema: {
          tags,
          summary: 'Gives a new token for the cookie, and the cookie its next value',
          security: [{ refreshCookie: [] }],
          response: { 200: envelope(session) },
        },
      },
      async (request, reply) => {
        const refreshToken = cookie.read(request)
        if (refreshToken === undefined) throw new AppError('unauthenticated')
        await limits.demand([LIMITS.refreshAddress, visitorOf(request).address])
        const granted = await sessions.refresh(refreshToken)
        if (granted !== null) return sendSession(reply, cookie, granted)
        cookie.clear(reply)
        throw new AppError('invalid_token', { detail: 'This session has ended. Log in again.' })
      },
    )
    app.post(
      '/api/v1/auth/logout',
      {
        schema: {
          tags,
          summary: 'Ends this session; again, it does nothing',
          description: '401 where neither token nor cookie names one; with `repeat=true`, for who cannot know, `ended` is false then.',
          security: [{ bearer: [] }, { refreshCookie: [] }],
          querystring: logoutQuery,
          response: { 200: envelope(z.object({ ended: z.boolean() })) },
        },
      },
      async (request, reply) => {
        const token = bearerToken(request.headers.authorization)
        const refreshToken = cookie.read(request)
        cookie.clear(reply)
        const ended = await sessions.logout({ token, refreshToken })
        if (!ended && request.query.repeat === undefined) throw new AppError('unauthenticated')
        return { data: { ended } }
      },
    )
  }

function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
