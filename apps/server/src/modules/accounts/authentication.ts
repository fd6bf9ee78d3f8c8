import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../plugins/app-error.ts'
import type { Caller, SessionService } from './session-service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks. Set by `requireUser`; reading it on a route without is a mistake and throws. */
    readonly caller: Caller
    callerOrNull: Caller | null
  }
}

export type Authentication = {
  /** Route option `onRequest: requireUser`: 401 without a good token of a live session, before the body is read. */
  readonly requireUser: (request: FastifyRequest) => Promise<void>
  /** For sockets: who a token belongs to, or null where it is refused. */
  readonly verifySocketToken: (token: unknown) => ReturnType<SessionService['authenticate']>
}

/** What a route asks of its caller: a session, or one that has proved of late who is there. */
export type Guards = Pick<Authentication, 'requireUser'> & { readonly requireReauthenticated: Authentication['requireUser'] }

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i
const MAX_TOKEN_LENGTH = 8_192

/** Gives requests their caller. Called once on the root, before the routes. */
export function authentication(app: FastifyInstance, sessions: Pick<SessionService, 'authenticate'>): Authentication {
  app.decorateRequest('callerOrNull', null)
  app.decorateRequest('caller', {
    getter(this: FastifyRequest) {
      if (this.callerOrNull === null) throw new Error(`${this.routeOptions.url} reads the caller and does not require one`)
      return this.callerOrNull
    },
  })
  return tokenChecks(sessions)
}

/** The checks alone, for routes on a root that has been given `authentication`. */
export function tokenChecks(sessions: Pick<SessionService, 'authenticate'>): Authentication {
  const verify = async (token: unknown) =>
    typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH ? sessions.authenticate(token) : null
  return {
    requireUser: async (request) => {
      const { authorization } = request.headers
      if (authorization === undefined) throw new AppError('unauthenticated')
      const caller = await verify(bearerToken(authorization))
      if (caller === null) throw new AppError('invalid_token')
      request.callerOrNull = caller
    },
    verifySocketToken: verify,
  }
}

/** The token of an Authorization header, if it is one. */
export const bearerToken = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1]
