import { newPasskey, passkeyEntry, passkeyLogin, passkeyOptions } from '@aerie/wire/account/account-security'
import { session } from '@aerie/wire/account/accounts'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Guards } from '../authentication.ts'
import { drawToken } from '../secrets.ts'
import type { AccountCookies } from '../sessions/account-cookies.ts'
import { sendSession, visitorOf } from '../sign-in/auth-routes.ts'
import { refusedPasskey } from './passkey-check.ts'
import { passkeyHostOf } from './passkey-host.ts'
import type { PasskeyLoginService } from './passkey-login-service.ts'
import type { passkeyService } from './passkey-service.ts'

type Deps = Guards & {
  readonly passkeys: ReturnType<typeof passkeyService>
  readonly logins: PasskeyLoginService
  readonly cookies: AccountCookies
  readonly publicUrl: string | undefined
}
const about = { tags: ['account'], security: [{ bearer: [] }] }
const byId = z.object({ id: z.uuid() })

export const passkeyRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(ownPasskeyRoutes(deps))
    await app.register(passkeyLoginRoutes(deps))
  }

const ownPasskeyRoutes =
  ({ passkeys, publicUrl, requireUser, requireReauthenticated }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const hostOf = (request: FastifyRequest) => passkeyHostOf(request, publicUrl)
    app.get(
      '/api/v1/account/passkeys',
      {
        onRequest: requireUser,
        schema: { ...about, summary: 'Passkeys of the caller', response: { 200: envelope(z.array(passkeyEntry)) } },
      },
      async ({ caller }) => ({ data: await passkeys.list(caller.user.user_id) }),
    )
    app.post(
      '/api/v1/account/passkeys/options',
      {
        onRequest: requireReauthenticated,
        schema: {
          ...about,
          summary: 'What a browser needs to make a passkey; good once, for five minutes',
          response: { 200: envelope(passkeyOptions) },
        },
      },
      async (request) => ({ data: { ...(await passkeys.beginRegistration(request.caller, hostOf(request))) } }),
    )
    app.post(
      '/api/v1/account/passkeys',
      {
        onRequest: requireReauthenticated,
        schema: {
          ...about,
          summary: 'Keeps a passkey that a browser has made',
          body: newPasskey,
          response: { 201: envelope(passkeyEntry) },
        },
      },
      async (request, reply) => {
        const { name, passkey: answer } = request.body
        return reply.code(201).send({ data: await passkeys.register(request.caller, { name, answer }, hostOf(request)) })
      },
    )
    app.delete(
      '/api/v1/account/passkeys/:id',
      {
        onRequest: requireReauthenticated,
        schema: { ...about, summary: 'Removes a passkey', params: byId, response: { 200: envelope(byId) } },
      },
      async ({ caller, params }) => {
        await passkeys.remove(caller.user.user_id, params.id)
        return { data: { id: params.id } }
      },
    )
  }

const passkeyLoginRoutes =
  ({ logins, cookies, publicUrl }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/v1/auth/passkey/options',
      {
        schema: {
          tags: ['auth'],
          summary: 'What a browser needs to log in with a passkey; good once, in this browser, for five minutes',
          response: { 200: envelope(passkeyOptions) },
        },
      },
      async (request, reply) => {
        const at = passkeyHostOf(request, publicUrl)
        // Reuse an existing nonce: two tabs may be logging in.
        const nonce = cookies.passkey.read(request) ?? drawToken()
        cookies.passkey.write(reply, nonce)
        return { data: { ...(await logins.beginLogin(nonce, visitorOf(request), at)) } }
      },
    )
    app.post(
      '/api/v1/auth/passkey',
      { schema: { tags: ['auth'], summary: 'Logs in with a passkey', body: passkeyLogin, response: { 200: envelope(session) } } },
      async (request, reply) => {
        const nonce = cookies.passkey.read(request)
        if (nonce === undefined) throw refusedPasskey()
        const at = passkeyHostOf(request, publicUrl)
        const granted = await logins.login(request.body.passkey, { nonce, visitor: visitorOf(request), at })
        cookies.passkey.clear(reply)
        return sendSession(reply, cookies.session, granted)
      },
    )
  }
