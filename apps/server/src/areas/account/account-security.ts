import {
  changePassword,
  confirmOtpSetup,
  getOtpStatus,
  removeOtp,
  renewRecoveryCodes,
  startOtpSetup,
} from '@aerie/wire/account/account-security'
import { endOtherSessions, endSession, listNewLogins, listSessions, markNewLoginsSeen } from '@aerie/wire/account/account-sessions'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Authentication } from './authentication.ts'
import type { AccountDeps } from './deps.ts'
import { passwordChangeService } from './password/password-change-service.ts'
import { otpService } from './second-factor/otp-service.ts'
import { passkeyLoginService } from './second-factor/passkey-login-service.ts'
import { passkeyService } from './second-factor/passkey-service.ts'
import { reauthenticationGuard, reauthenticationService } from './second-factor/reauthentication.ts'
import { passkeyRoutes, reauthenticationRoutes } from './second-factor/second-factor-routes.ts'
import type { AccountCookies } from './sessions/account-cookies.ts'
import { type NewLoginWatch, newLoginService } from './sessions/new-logins.ts'
import { ownSessionService } from './sessions/own-session-service.ts'
import { visitorOf } from './sign-in/auth-routes.ts'

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
      await app.register(passkeyRoutes({ passkeys, logins, cookies, publicUrl }))
      await app.register(securityRoutes(deps))
    },
  }
}

const securityRoutes =
  (deps: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const passwords = passwordChangeService(deps)
    app.endpoint(changePassword, async ({ request, body }) => ({
      ended: await passwords.change(request.caller, body, visitorOf(request).address),
    }))

    const sessions = ownSessionService(deps)
    app.endpoint(listSessions, ({ request }) => sessions.list(request.caller))
    app.endpoint(endSession, async ({ request, params }) => {
      await sessions.end(request.caller, params.id)
      return { ended: 1 }
    })
    app.endpoint(endOtherSessions, async ({ request }) => ({ ended: await sessions.endOthers(request.caller) }))

    const newLogins = newLoginService(deps)
    app.endpoint(listNewLogins, ({ request }) => newLogins.list(request.caller))
    app.endpoint(markNewLoginsSeen, async ({ request, body }) => ({ seen: await newLogins.markSeen(request.caller, body.ids) }))

    const otp = otpService(deps)
    app.endpoint(getOtpStatus, ({ userId }) => otp.status(userId))
    app.endpoint(startOtpSetup, ({ request }) => otp.begin(request.caller.user))
    app.endpoint(confirmOtpSetup, async ({ userId, body }) => ({ recovery_codes: await otp.confirm(userId, body.code) }))
    app.endpoint(renewRecoveryCodes, async ({ userId }) => ({ recovery_codes: await otp.renewRecoveryCodes(userId) }))
    app.endpoint(removeOtp, async ({ userId }) => ({ removed: await otp.remove(userId) }))
  }
