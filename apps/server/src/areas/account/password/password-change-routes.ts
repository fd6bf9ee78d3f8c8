import { changePassword } from '@aerie/wire/account/account-security'
import type { FastifyInstance } from 'fastify'
import { visitorOf } from '../sign-in/auth-routes.ts'
import type { passwordChangeService } from './password-change-service.ts'

type Deps = { readonly passwordChanges: ReturnType<typeof passwordChangeService> }

export const passwordChangeRoutes =
  ({ passwordChanges }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(changePassword, async ({ request, body }) => ({
      ended: await passwordChanges.change(request.caller, body, visitorOf(request).address),
    }))
  }
