import { endCurrentSession, refreshSession } from '@aerie/wire/account/accounts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import { bearerToken } from '../authentication.ts'
import { LIMITS, type Limits } from '../entitlement/limits.ts'
import { grantSession, visitorOf } from '../sign-in/auth-routes.ts'
import type { SecretCookie } from './account-cookies.ts'
import type { endedSessions } from './ended-sessions.ts'
import type { SessionService } from './session-service.ts'

type Deps = {
  readonly sessions: SessionService
  readonly ended: Pick<ReturnType<typeof endedSessions>, 'textOf'>
  readonly cookie: SecretCookie
  readonly limits: Limits
}

/** Authenticated by the cookie (or the token, for logout); no request body. */
export const sessionRoutes =
  ({ sessions, ended, cookie, limits }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    acceptEmptyJson(app)

    app.endpoint(refreshSession, async ({ request, reply }) => {
      const refreshToken = cookie.read(request)
      if (refreshToken === undefined) throw new AppError('unauthenticated')
      await limits.demand([LIMITS.refreshAddress, visitorOf(request).address])
      const granted = await sessions.refresh(refreshToken)
      if (granted !== null) return grantSession(reply, cookie, granted)
      cookie.clear(reply)
      throw new AppError('invalid_token', { detail: await ended.textOf(refreshToken) })
    })
    app.endpoint(endCurrentSession, async ({ request, reply, query }) => {
      const token = bearerToken(request.headers.authorization)
      const refreshToken = cookie.read(request)
      cookie.clear(reply)
      const ended = await sessions.logout({ token, refreshToken })
      if (!ended && query.repeat === undefined) throw new AppError('unauthenticated')
      return { ended }
    })
  }

function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
