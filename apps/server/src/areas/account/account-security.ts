import {
  changePassword,
  confirmOtpSetup,
  getOtpStatus,
  type passwordChange,
  removeOtp,
  renewRecoveryCodes,
  startOtpSetup,
} from '@aerie/wire/account/account-security'
import { endOtherSessions, endSession, listNewLogins, listSessions, markNewLoginsSeen } from '@aerie/wire/account/account-sessions'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { AppError } from '../../platform/http/app-error.ts'
import type { Authentication } from './authentication.ts'
import type { AccountDeps } from './deps.ts'
import { lockingOwnUser, userRepository } from './details/user-repository.ts'
import { notifyOfChange } from './mails/security-mails.ts'
import { refuseEasyPassword } from './password/password-rules.ts'
import { provePassword } from './password/password-tries.ts'
import { otpService } from './second-factor/otp-service.ts'
import { passkeyLoginService } from './second-factor/passkey-login-service.ts'
import { passkeyService } from './second-factor/passkey-service.ts'
import { reauthenticationGuard, reauthenticationService } from './second-factor/reauthentication.ts'
import { passkeyRoutes, reauthenticationRoutes } from './second-factor/second-factor-routes.ts'
import type { AccountCookies } from './sessions/account-cookies.ts'
import { type NewLoginWatch, newLoginService } from './sessions/new-logins.ts'
import { ownSessionService } from './sessions/own-session-service.ts'
import { ownSessionRepository, sessionRepository } from './sessions/session-repository.ts'
import type { Caller } from './sessions/session-service.ts'
import { visitorOf } from './sign-in/auth-routes.ts'
import { codeRepository } from './sign-in/code-repository.ts'
import { apiTokenRepository } from './tokens/api-token-repository.ts'

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

/** Requires the current password. Ends all other sessions and all API tokens. */
const passwordChangeService = (deps: AccountDeps) => ({
  change: async ({ user, sessionId }: Caller, { current, next }: z.output<typeof passwordChange>, address: string): Promise<number> => {
    const { db, clock, keys, passwords, queueMail, sessions } = deps
    refuseEasyPassword(next, { email: user.email, firstName: user.first_name, lastName: user.last_name }, 'next')
    const checkedHash = await provePassword(deps, { userId: user.user_id, address, password: current, field: 'current' })
    if (next.normalize('NFC') === current.normalize('NFC')) throw samePassword()
    const passwordHash = await passwords.hash(next)
    const ended = await lockingOwnUser(db, user.user_id, async (tx, row) => {
      // The password changed in the meantime, so the verified one is outdated.
      if (row.passwordHash !== checkedHash) throw new AppError('conflict')
      const at = new Date(clock.now())
      await userRepository(tx).update(row.id, { passwordHash }, at)
      await codeRepository(tx, keys.codes).deleteAll(row.id)
      await apiTokenRepository(tx).deleteAllOf(row.id)
      await ownSessionRepository(tx).reauthenticate(sessionId, at)
      await notifyOfChange(queueMail, tx, { user: row, change: 'passwordChanged', at })
      return sessionRepository(tx).revoke({ userId: row.id, except: sessionId }, 'password-change', at)
    })
    sessions.announce(ended)
    return ended.length
  },
})

const samePassword = (): AppError =>
  new AppError('rule_broken', {
    reason: 'password_unchanged',
    detail: 'This is your current password. Choose another.',
    errors: { next: ['This is your current password. Choose another.'] },
  })
