import type { FastifyInstance } from 'fastify'
import { deletionRoutes } from '../deletion/deletion-routes.ts'
import { deletionService } from '../deletion/deletion-service.ts'
import { userTeller } from '../mails/security-mails.ts'
import { apiTokenRoutes } from '../tokens/api-token-routes.ts'
import type { ApiTokenService } from '../tokens/api-token-service.ts'
import { accountDetails } from './account-details.ts'
import { accountDetailsRoutes } from './account-details-routes.ts'
import { userRecordRoutes } from './user-record-routes.ts'
import { userRecordService } from './user-record-service.ts'

type Deps = Omit<Parameters<typeof userRecordService>[0], 'notifyUser'> &
  Parameters<typeof accountDetails>[0] &
  Parameters<typeof deletionService>[0] & { readonly apiTokens: ApiTokenService }

export const ownRoutes =
  ({ apiTokens, ...deps }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const notifyUser = userTeller(deps.queueMail, deps.clock)
    await app.register(userRecordRoutes({ records: userRecordService({ ...deps, notifyUser }) }))
    await app.register(accountDetailsRoutes({ details: accountDetails(deps) }))
    await app.register(apiTokenRoutes({ tokens: apiTokens }))
    await app.register(deletionRoutes({ deletions: deletionService(deps) }))
  }
