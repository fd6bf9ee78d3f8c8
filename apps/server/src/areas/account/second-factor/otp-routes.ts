import { otpConfirmation, otpSetup, otpStatus, recoveryCodes } from '@aerie/wire/account/account-security'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Guards } from '../authentication.ts'
import type { otpService } from './otp-service.ts'

type Deps = Guards & { readonly otp: ReturnType<typeof otpService> }
const about = { tags: ['account'], security: [{ bearer: [] }] }

export const otpRoutes =
  ({ otp, requireUser, requireReauthenticated }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/account/otp',
      { onRequest: requireUser, schema: { ...about, summary: 'Whether logging in needs a code', response: { 200: envelope(otpStatus) } } },
      async ({ caller }) => ({ data: await otp.status(caller.user.user_id) }),
    )
    app.post(
      '/api/v1/account/otp',
      {
        onRequest: requireReauthenticated,
        schema: { ...about, summary: 'Draws the secret of an authenticator app; it is shown once', response: { 200: envelope(otpSetup) } },
      },
      async ({ caller }) => ({ data: await otp.begin(caller.user) }),
    )
    app.post(
      '/api/v1/account/otp/confirm',
      {
        onRequest: requireReauthenticated,
        schema: {
          ...about,
          summary: 'Switches the second factor on by the first code; recovery codes are shown once',
          body: otpConfirmation,
          response: { 200: envelope(recoveryCodes) },
        },
      },
      async ({ caller, body }) => ({ data: { recovery_codes: await otp.confirm(caller.user.user_id, body.code) } }),
    )
    app.post(
      '/api/v1/account/otp/recovery-codes',
      {
        onRequest: requireReauthenticated,
        schema: { ...about, summary: 'Replaces the recovery codes', response: { 200: envelope(recoveryCodes) } },
      },
      async ({ caller }) => ({ data: { recovery_codes: await otp.renewRecoveryCodes(caller.user.user_id) } }),
    )
    app.delete(
      '/api/v1/account/otp',
      {
        onRequest: requireReauthenticated,
        schema: { ...about, summary: 'Switches the second factor off', response: { 200: envelope(z.object({ removed: z.boolean() })) } },
      },
      async ({ caller }) => ({ data: { removed: await otp.remove(caller.user.user_id) } }),
    )
  }
