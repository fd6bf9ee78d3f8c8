import { TOKEN_PREFIX } from '@aerie/wire/account/account-tokens'
import type { TokenScope } from '@aerie/wire/endpoint'
import type { ProblemCode } from '@aerie/wire/problem-codes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/http/app-error.ts'
import { addEndpoints } from '../../platform/http/endpoints.ts'
import type { Caller, SessionService } from './sessions/session-service.ts'
import type { ApiTokenService, TokenCaller } from './tokens/api-token-service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    readonly caller: Caller
    callerOrNull: Caller | null
    /** Scopes of the API token that the caller sent; null for a login, which needs none. */
    tokenScopes: readonly TokenScope[] | null
  }
  interface FastifyContextConfig {
    /** Scope an API token needs for this route. Routes without one reject all API tokens. `any`: the handler checks `tokenScopes` itself. */
    scope?: TokenScope | 'any'
    /** Errors of the route beyond those that follow from its kind. */
    errors?: readonly ProblemCode[]
    /** Set on routes that open or change something that would outlast the account's deletion; not on closing and canceling. */
    isRefusedWhileLeaving?: true
  }
}

export type Authentication = {
  readonly requireUser: (request: FastifyRequest) => Promise<void>
  readonly verifySocketToken: (token: unknown) => ReturnType<SessionService['authenticate']>
}

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i
const API_TOKEN = new RegExp(`^Bearer +(${TOKEN_PREFIX}[\\w-]{43}) *$`, 'i')
const MAX_TOKEN_LENGTH = 8_192

type ApiTokens = Pick<ApiTokenService, 'authenticate'>
type Sessions = Pick<SessionService, 'authenticate'>

type Identity = {
  readonly sessions: Sessions
  readonly apiTokens?: ApiTokens
  /** Guard of what needs a recent confirmation; `requireUser` by default. */
  readonly requireReauthenticated?: Authentication['requireUser']
}

/** Adds `caller` to requests, and `app.endpoint`. Call once on the root, before the routes. */
export function authentication(app: FastifyInstance, { sessions, apiTokens, requireReauthenticated }: Identity): Authentication {
  nameScopes(app)
  app.decorateRequest('callerOrNull', null)
  app.decorateRequest('tokenScopes', null)
  app.decorateRequest('caller', {
    getter(this: FastifyRequest) {
      if (this.callerOrNull === null) throw new Error(`${this.routeOptions.url} reads the caller and does not require one`)
      return this.callerOrNull
    },
  })
  const checks = tokenChecks(sessions, apiTokens)
  addEndpoints(app, { user: checks.requireUser, recent: requireReauthenticated ?? checks.requireUser })
  return checks
}

/** Checks only, for routes on a root where `authentication` was already called. */
export function tokenChecks(sessions: Sessions, apiTokens?: ApiTokens): Authentication {
  const verify = async (token: unknown) =>
    typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH ? sessions.authenticate(token) : null
  return {
    requireUser: async (request) => {
      const { authorization } = request.headers
      if (authorization === undefined) throw new AppError('unauthenticated')
      const apiToken = API_TOKEN.exec(authorization)?.[1]
      const found = apiToken === undefined ? null : await tokenCallerOf(apiTokens, apiToken, request.routeOptions.config.scope)
      const caller = apiToken === undefined ? await verify(bearerToken(authorization)) : (found?.caller ?? null)
      if (caller === null) throw new AppError('invalid_token')
      if (caller.isLeaving && request.routeOptions.config.isRefusedWhileLeaving === true)
        throw new AppError('rule_broken', {
          reason: 'account_leaving',
          detail: 'Your account is being deleted. You can close positions and cancel orders. To do more, keep your account first.',
        })
      request.callerOrNull = caller
      request.tokenScopes = found?.scopes ?? null
    },
    verifySocketToken: verify,
  }
}

export const bearerToken = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1]

async function tokenCallerOf(
  apiTokens: ApiTokens | undefined,
  token: string,
  scope: TokenScope | 'any' | undefined,
): Promise<TokenCaller | null> {
  const found = (await apiTokens?.authenticate(token)) ?? null
  if (found === null) return null
  if (scope === undefined) throw new AppError('forbidden', { detail: 'API tokens cannot be used for this.' })
  if (scope !== 'any' && !found.scopes.includes(scope))
    throw new AppError('forbidden', { detail: `This API token lacks the scope ${scope}.`, facts: { scope } })
  return found
}

function nameScopes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { scope } = route.config ?? {}
    if (scope !== undefined && route.schema !== undefined)
      route.schema = { ...route.schema, security: [{ bearer: [] }, { apiToken: scope === 'any' ? [] : [scope] }] }
  })
}
