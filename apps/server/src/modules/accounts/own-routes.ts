import type { FastifyInstance } from 'fastify'
import { accountDetails } from './account-details.ts'
import { accountDetailsRoutes } from './account-details-routes.ts'
import { apiTokenRoutes } from './api-token-routes.ts'
import type { ApiTokenService } from './api-token-service.ts'
import type { Authentication } from './authentication.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { deletionService } from './deletion-service.ts'
import { userRecordRoutes } from './user-record-routes.ts'
import { userRecordService } from './user-record-service.ts'

type Guard = Authentication['requireUser']
type Deps = Parameters<typeof userRecordService>[0] &
  Parameters<typeof accountDetails>[0] &
  Parameters<typeof deletionService>[0] & {
    readonly apiTokens: ApiTokenService
    readonly requireUser: Guard
    readonly requireReauthenticated: Guard
  }

/** What users see and change of their own account: the record of SPEC.md, details and API tokens. */
export const ownRoutes =
  ({ apiTokens, requireUser, requireReauthenticated, ...deps }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(userRecordRoutes({ records: userRecordService(deps), requireUser }))
    await app.register(accountDetailsRoutes({ details: accountDetails(deps), requireUser }))
    await app.register(apiTokenRoutes({ tokens: apiTokens, requireUser, requireReauthenticated }))
    await app.register(deletionRoutes({ deletions: deletionService(deps), requireUser, requireReauthenticated }))
  }
