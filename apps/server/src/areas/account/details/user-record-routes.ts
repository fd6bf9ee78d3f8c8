import { changeUserRecord, getUserRecord } from '@aerie/wire/account/account-forms'
import type { FastifyInstance } from 'fastify'
import { logIgnoredClaims } from './client-claims.ts'
import type { userRecordService } from './user-record-service.ts'

type Deps = { readonly records: ReturnType<typeof userRecordService> }

export const userRecordRoutes =
  ({ records }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getUserRecord, ({ request, query }) => records.read(request.caller, query.email))
    app.endpoint(changeUserRecord, ({ request, body }) => records.update(request.caller, body), { preValidation: logIgnoredClaims })
  }
