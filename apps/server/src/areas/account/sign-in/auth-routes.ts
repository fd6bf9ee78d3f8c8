import { confirmEmail, createSession, registerUser, requestPasswordReset, resetForgottenPassword } from '@aerie/wire/account/account-forms'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressGroup } from '../../../platform/http/caller.ts'
import { logIgnoredClaims } from '../details/client-claims.ts'
import type { SecretCookie } from '../sessions/account-cookies.ts'
import type { GrantedSession, Visitor } from '../sessions/session-service.ts'
import type { AuthServices } from './auth-services.ts'
import type { Client } from './confirmation-service.ts'

const MAX_USER_AGENT = 300

/** Browsers send Origin with every POST, also same-origin; other clients have no reason to. */
const isBrowser = ({ headers }: FastifyRequest): boolean => headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/** `request.ip` uses forwarding headers of TRUSTED_PROXIES only. */
export const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  address: addressGroup(ip),
  userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
})

/** Sets the refresh cookie. @returns the data of the response */
export function grantSession(reply: FastifyReply, cookie: SecretCookie, { token, user, refreshToken }: GrantedSession) {
  cookie.write(reply, refreshToken)
  return { token, user }
}

export const authRoutes =
  ({ cookies, constantTime, ...services }: AuthServices) =>
  async (app: FastifyInstance): Promise<void> => {
    const clientOf = (request: FastifyRequest): Client => ({ nonce: cookies.signup.read(request), isBrowser: isBrowser(request) })

    app.endpoint(
      registerUser,
      async ({ request, reply, body }) => {
        cookies.signup.write(reply, await constantTime(() => services.signup.signup(body, visitorOf(request))))
        return { email: body.email }
      },
      { preValidation: logIgnoredClaims },
    )
    app.endpoint(confirmEmail, async ({ request, reply, body }) =>
      grantSession(
        reply,
        cookies.session,
        await constantTime(() => services.confirmation.verify(body, visitorOf(request), clientOf(request))),
      ),
    )
    app.endpoint(createSession, async ({ request, reply, body }) =>
      grantSession(reply, cookies.session, await services.login.login(body, visitorOf(request))),
    )
    app.endpoint(requestPasswordReset, async ({ request, body: { email } }) => {
      await constantTime(() => services.passwordReset.forgot(email, visitorOf(request)))
      return { email }
    })
    app.endpoint(resetForgottenPassword, async ({ request, reply, body }) =>
      grantSession(reply, cookies.session, await constantTime(() => services.passwordReset.reset(body, visitorOf(request)))),
    )
  }
