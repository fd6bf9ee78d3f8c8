import { passwordChange, passwordChanged } from '@aerie/wire/account/account-security'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../authentication.ts'
import { visitorOf } from '../sign-in/auth-routes.ts'
import type { passwordChangeService } from './password-change-service.ts'

type Deps = { readonly passwordChanges: ReturnType<typeof passwordChangeService>; readonly requireUser: Authentication['requireUser'] }

export const passwordChangeRoutes =
  ({ passwordChanges, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/v1/account/password',
      {
        onRequest: requireUser,
        schema: {
          tags: ['account'],
          security: [{ bearer: [] }],
          summary: 'Changes the password by the current one and ends all other sessions and all API tokens',
          body: passwordChange,
          response: { 200: envelope(passwordChanged) },
        },
      },
      async (request) => ({
        data: { ended: await passwordChanges.change(request.caller, request.body, visitorOf(request).address) },
      }),
    )
  }
