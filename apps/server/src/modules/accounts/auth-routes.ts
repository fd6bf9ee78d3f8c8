import { acceptedEmail, forgotPassword, login, resetPassword, session, signup, verify } from '@aerie/wire/accounts'
import { envelope } from '@aerie/wire/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { addressGroup } from './address-group.ts'
import { logIgnoredClaims } from './client-claims.ts'
import { evenTime } from './even-time.ts'
import type { loginService } from './login-service.ts'
import type { passwordResetService } from './password-reset-service.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { GrantedSession, Visitor } from './session-service.ts'
import type { signupService } from './signup-service.ts'

export type AuthServices = {
  readonly signup: ReturnType<typeof signupService>
  readonly login: ReturnType<typeof loginService>
  readonly passwordReset: ReturnType<typeof passwordResetService>
  readonly cookie: SessionCookie
}

const tags = ['auth']
const MAX_USER_AGENT = 300

/** The one who asks, by the connection's own address: `request.ip` heeds forwarding headers of TRUSTED_PROXIES only. */
export const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  address: addressGroup(ip),
  userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
})

/** The session for the body; its refresh token goes into the cookie and nowhere else. */
export function sendSession(reply: FastifyReply, cookie: SessionCookie, { token, user, refreshToken }: GrantedSession) {
  cookie.write(reply, refreshToken)
  return { data: { token, user } }
}

/** What makes a session, without a token: sign-up, verification, login and a forgotten password. All public. */
export const authRoutes =
  (services: AuthServices): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.post(
      '/api/v1/auth/signup',
      {
        preValidation: logIgnoredClaims,
        schema: { tags, summary: 'Asks for an account; the code comes by mail', body: signup, response: { 202: envelope(acceptedEmail) } },
      },
      async (request, reply) => {
        await evenTime(() => services.signup.signup(request.body, visitorOf(request)))
        return reply.code(202).send({ data: { email: request.body.email } })
      },
    )
    app.post(
      '/api/v1/auth/verify',
      { schema: { tags, summary: 'Confirms the address with the code and logs in', body: verify, response: { 200: envelope(session) } } },
      async (request, reply) =>
        sendSession(reply, services.cookie, await evenTime(() => services.signup.verify(request.body, visitorOf(request)))),
    )
    app.post(
      '/api/v1/auth/login',
      { schema: { tags, summary: 'Logs in', body: login, response: { 200: envelope(session) } } },
      async (request, reply) => sendSession(reply, services.cookie, await services.login.login(request.body, visitorOf(request))),
    )
    app.post(
      '/api/v1/auth/forgot-password',
      {
        schema: {
          tags,
          summary: 'Asks for a code to set a new password',
          body: forgotPassword,
          response: { 202: envelope(acceptedEmail) },
        },
      },
      async (request, reply) => {
        await evenTime(() => services.passwordReset.forgot(request.body.email, visitorOf(request)))
        return reply.code(202).send({ data: { email: request.body.email } })
      },
    )
    app.post(
      '/api/v1/auth/reset-password',
      {
        schema: {
          tags,
          summary: 'Sets a new password with the code, ends all other sessions and logs in',
          body: resetPassword,
          response: { 200: envelope(session) },
        },
      },
      async (request, reply) =>
        sendSession(reply, services.cookie, await evenTime(() => services.passwordReset.reset(request.body, visitorOf(request)))),
    )
  }
