import { acceptedEmail, forgotPassword, login, resetPassword, signup, verify } from '@aerie/wire/account/account-forms'
import { session } from '@aerie/wire/account/accounts'
import { envelope } from '@aerie/wire/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { addressGroup } from '../../../platform/http/address-group.ts'
import { logIgnoredClaims } from '../details/client-claims.ts'
import type { SecretCookie } from '../sessions/account-cookies.ts'
import type { GrantedSession, Visitor } from '../sessions/session-service.ts'
import type { AuthServices } from './auth-services.ts'
import type { Client } from './confirmation-service.ts'

const tags = ['auth']
const MAX_USER_AGENT = 300
const VERIFY_DESCRIPTION =
  'Signing up sets a cookie. A code brought without it, by a browser, or after several different sign-ups with one address, is answered ' +
  '409 `password_needed`: the address is verified, and `reset-password` with the same code sets the password.'

/** Browsers send Origin with every POST, also same-origin; other clients have no reason to. */
const isBrowser = ({ headers }: FastifyRequest): boolean => headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/** `request.ip` uses forwarding headers of TRUSTED_PROXIES only. */
export const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  address: addressGroup(ip),
  userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
})

export function sendSession(reply: FastifyReply, cookie: SecretCookie, { token, user, refreshToken }: GrantedSession) {
  cookie.write(reply, refreshToken)
  return { data: { token, user } }
}

export const authRoutes =
  (services: AuthServices): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(signupRoutes(services))
    await app.register(passwordRoutes(services))
  }

const signupRoutes =
  (services: AuthServices): FastifyPluginAsyncZod =>
  async (app) => {
    const clientOf = (request: FastifyRequest): Client => ({ nonce: services.cookies.signup.read(request), isBrowser: isBrowser(request) })
    app.post(
      '/api/v1/auth/signup',
      {
        preValidation: logIgnoredClaims,
        schema: { tags, summary: 'Asks for an account; the code comes by mail', body: signup, response: { 202: envelope(acceptedEmail) } },
      },
      async (request, reply) => {
        services.cookies.signup.write(reply, await services.constantTime(() => services.signup.signup(request.body, visitorOf(request))))
        return reply.code(202).send({ data: { email: request.body.email } })
      },
    )
    app.post(
      '/api/v1/auth/verify',
      {
        schema: {
          tags,
          summary: 'Confirms the address with the code and logs in',
          description: VERIFY_DESCRIPTION,
          body: verify,
          response: { 200: envelope(session) },
        },
      },
      async (request, reply) =>
        sendSession(
          reply,
          services.cookies.session,
          await services.constantTime(() => services.confirmation.verify(request.body, visitorOf(request), clientOf(request))),
        ),
    )
  }

const passwordRoutes =
  (services: AuthServices): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/v1/auth/login',
      { schema: { tags, summary: 'Logs in', body: login, response: { 200: envelope(session) } } },
      async (request, reply) => sendSession(reply, services.cookies.session, await services.login.login(request.body, visitorOf(request))),
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
        await services.constantTime(() => services.passwordReset.forgot(request.body.email, visitorOf(request)))
        return reply.code(202).send({ data: { email: request.body.email } })
      },
    )
    app.post(
      '/api/v1/auth/reset-password',
      {
        schema: {
          tags,
          summary: 'Sets a new password with the code, ends all other sessions and all API tokens, and logs in',
          body: resetPassword,
          response: { 200: envelope(session) },
        },
      },
      async (request, reply) =>
        sendSession(
          reply,
          services.cookies.session,
          await services.constantTime(() => services.passwordReset.reset(request.body, visitorOf(request))),
        ),
    )
  }
