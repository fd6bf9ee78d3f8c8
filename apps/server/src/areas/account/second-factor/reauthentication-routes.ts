import { passkeyOptions, reauthenticate, reauthenticated } from '@aerie/wire/account/account-security'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../authentication.ts'
import { visitorOf } from '../sign-in/auth-routes.ts'
import { passkeyHostOf } from './passkey-host.ts'
import type { PasskeyLoginService } from './passkey-login-service.ts'
import type { reauthenticationService } from './reauthentication.ts'

type Deps = Pick<Authentication, 'requireUser'> & {
  readonly service: ReturnType<typeof reauthenticationService>
  readonly passkeys: PasskeyLoginService
  readonly publicUrl: string | undefined
}

export const reauthenticationRoutes =
  ({ service, passkeys, publicUrl, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/v1/auth/reauthenticate/options',
      {
        onRequest: requireUser,
        schema: {
          tags: ['auth'],
          security: [{ bearer: [] }],
          summary: 'What a browser needs to prove with a passkey who is there; good once, for five minutes',
          response: { 200: envelope(passkeyOptions) },
        },
      },
      async (request) => ({ data: { ...(await passkeys.beginReauthentication(request.caller, passkeyHostOf(request, publicUrl))) } }),
    )
    app.post(
      '/api/v1/auth/reauthenticate',
      {
        onRequest: requireUser,
        schema: {
          tags: ['auth'],
          security: [{ bearer: [] }],
          summary: 'Confirms who is there again; sensitive calls of this session are open for ten minutes',
          body: reauthenticate,
          response: { 200: envelope(reauthenticated) },
        },
      },
      async (request) => {
        const { address } = visitorOf(request)
        const host = () => passkeyHostOf(request, publicUrl)
        const until = await service.reauthenticate(request.caller, request.body, { address, host })
        return { data: { until: until.toISOString() } }
      },
    )
  }
