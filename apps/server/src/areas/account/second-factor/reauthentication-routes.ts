import { confirmIdentity, startPasskeyConfirmation } from '@aerie/wire/account/account-security'
import type { FastifyInstance } from 'fastify'
import { visitorOf } from '../sign-in/auth-routes.ts'
import { passkeyHostOf } from './passkey-host.ts'
import type { PasskeyLoginService } from './passkey-login-service.ts'
import type { reauthenticationService } from './reauthentication.ts'

type Deps = {
  readonly service: ReturnType<typeof reauthenticationService>
  readonly passkeys: PasskeyLoginService
  readonly publicUrl: string | undefined
}

export const reauthenticationRoutes =
  ({ service, passkeys, publicUrl }: Deps) =>
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
