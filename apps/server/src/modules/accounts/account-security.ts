import type { FastifyInstance } from 'fastify'
import type { Authentication } from './authentication.ts'
import type { AccountDeps } from './deps.ts'
import { reauthenticationGuard, reauthenticationService } from './reauthentication.ts'
import { reauthenticationRoutes } from './reauthentication-routes.ts'

/** The security of the account, wired: what proves who is there, and the guard of what is sensitive. */
export function accountSecurity(deps: AccountDeps, requireUser: Authentication['requireUser']) {
  return {
    requireReauthenticated: reauthenticationGuard({ ...deps, requireUser }),
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(reauthenticationRoutes({ service: reauthenticationService(deps), requireUser }))
    },
  }
}
