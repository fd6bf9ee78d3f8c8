import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Authentication } from './authentication.ts'
import type { AccountDeps } from './deps.ts'
import { passwordChangeRoutes } from './password/password-change-routes.ts'
import { passwordChangeService } from './password/password-change-service.ts'
import { otpRoutes } from './second-factor/otp-routes.ts'
import { otpService } from './second-factor/otp-service.ts'
import { passkeyLoginService } from './second-factor/passkey-login-service.ts'
import { passkeyRoutes } from './second-factor/passkey-routes.ts'
import { passkeyService } from './second-factor/passkey-service.ts'
import { reauthenticationGuard, reauthenticationService } from './second-factor/reauthentication.ts'
import { reauthenticationRoutes } from './second-factor/reauthentication-routes.ts'
import type { AccountCookies } from './sessions/account-cookies.ts'
import { newLoginRoutes } from './sessions/new-login-routes.ts'
import { newLoginService } from './sessions/new-login-service.ts'
import type { NewLoginWatch } from './sessions/new-login-watch.ts'
import { ownSessionRoutes } from './sessions/own-session-routes.ts'
import { ownSessionService } from './sessions/own-session-service.ts'

type Deps = AccountDeps & {
  readonly logger: FastifyBaseLogger
  readonly cookies: AccountCookies
  readonly publicUrl: string | undefined
  readonly newLogins: NewLoginWatch
}

export function accountSecurity(deps: Deps, requireUser: Authentication['requireUser']) {
  const passkeys = passkeyService(deps)
  const logins = passkeyLoginService(deps)
  const requireReauthenticated = reauthenticationGuard({ ...deps, requireUser })
  const { cookies, publicUrl } = deps
  return {
    requireReauthenticated,
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(
        reauthenticationRoutes({ service: reauthenticationService({ ...deps, passkeys: logins }), passkeys: logins, publicUrl }),
      )
      await app.register(passwordChangeRoutes({ passwordChanges: passwordChangeService(deps) }))
      await app.register(passkeyRoutes({ passkeys, logins, cookies, publicUrl }))
      await app.register(ownSessionRoutes({ ownSessions: ownSessionService(deps) }))
      await app.register(newLoginRoutes({ logins: newLoginService(deps) }))
      await app.register(otpRoutes({ otp: otpService(deps) }))
    },
  }
}
