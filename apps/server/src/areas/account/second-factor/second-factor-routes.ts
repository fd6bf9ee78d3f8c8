import {
  confirmIdentity,
  createPasskey,
  createPasskeySession,
  deletePasskey,
  listPasskeys,
  startPasskeyConfirmation,
  startPasskeyCreation,
  startPasskeyLogin,
} from '@aerie/wire/account/account-security'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { drawToken } from '../secrets.ts'
import type { AccountCookies } from '../sessions/account-cookies.ts'
import { grantSession, visitorOf } from '../sign-in/auth-routes.ts'
import { passkeyHostOf, refusedPasskey } from './passkey-check.ts'
import type { PasskeyLoginService } from './passkey-login-service.ts'
import type { passkeyService } from './passkey-service.ts'
import type { reauthenticationService } from './reauthentication.ts'

type Deps = {
  readonly passkeys: ReturnType<typeof passkeyService>
  readonly logins: PasskeyLoginService
  readonly cookies: AccountCookies
  readonly publicUrl: string | undefined
}

export const passkeyRoutes =
  ({ passkeys, logins, cookies, publicUrl }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const hostOf = (request: FastifyRequest) => passkeyHostOf(request, publicUrl)

    app.endpoint(listPasskeys, ({ userId }) => passkeys.list(userId))
    app.endpoint(startPasskeyCreation, async ({ request }) => ({
      ...(await passkeys.beginRegistration(request.caller, hostOf(request))),
    }))
    app.endpoint(createPasskey, ({ request, body: { name, passkey: answer } }) =>
      passkeys.register(request.caller, { name, answer }, hostOf(request)),
    )
    app.endpoint(deletePasskey, async ({ userId, params: { id } }) => {
      await passkeys.remove(userId, id)
      return { id }
    })

    app.endpoint(startPasskeyLogin, async ({ request, reply }) => {
      const at = hostOf(request)
      // Reuse an existing nonce: two tabs may be logging in.
      const nonce = cookies.passkey.read(request) ?? drawToken()
      cookies.passkey.write(reply, nonce)
      return { ...(await logins.beginLogin(nonce, visitorOf(request), at)) }
    })
    app.endpoint(createPasskeySession, async ({ request, reply, body }) => {
      const nonce = cookies.passkey.read(request)
      if (nonce === undefined) throw refusedPasskey()
      const at = hostOf(request)
      const granted = await logins.login(body.passkey, { nonce, visitor: visitorOf(request), at })
      cookies.passkey.clear(reply)
      return grantSession(reply, cookies.session, granted)
    })
  }

type ReauthenticationDeps = {
  readonly service: ReturnType<typeof reauthenticationService>
  readonly passkeys: PasskeyLoginService
  readonly publicUrl: string | undefined
}

export const reauthenticationRoutes =
  ({ service, passkeys, publicUrl }: ReauthenticationDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(startPasskeyConfirmation, async ({ request }) => ({
      ...(await passkeys.beginReauthentication(request.caller, passkeyHostOf(request, publicUrl))),
    }))
    app.endpoint(confirmIdentity, async ({ request, body }) => {
      const { address } = visitorOf(request)
      const host = () => passkeyHostOf(request, publicUrl)
      const until = await service.reauthenticate(request.caller, body, { address, host })
      return { until: until.toISOString() }
    })
  }
