import { cancelDeletion, getDeletion, scheduleDeletion } from '@aerie/wire/account/account-data'
import { changeAccountDetails, getAccountDetails } from '@aerie/wire/account/account-details'
import { changeUserRecord, getUserRecord } from '@aerie/wire/account/account-forms'
import { createToken, listTokens, revokeToken } from '@aerie/wire/account/account-tokens'
import type { FastifyInstance } from 'fastify'
import { deletionService } from '../deletion/deletion-service.ts'
import { userNotifier } from '../mails/security-mails.ts'
import type { ApiTokenService } from '../tokens/api-token-service.ts'
import { logIgnoredClaims } from './client-claims.ts'
import { accountDetails, userRecordService } from './user-record-service.ts'

type Deps = Omit<Parameters<typeof userRecordService>[0], 'notifyUser'> &
  Parameters<typeof accountDetails>[0] &
  Parameters<typeof deletionService>[0] & { readonly apiTokens: ApiTokenService }

const BODY = { bodyLimit: 4_096 }

/** The caller's record, details, API tokens and deletion. */
export const ownRoutes =
  ({ apiTokens, ...deps }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const records = userRecordService({ ...deps, notifyUser: userNotifier(deps.queueMail, deps.clock) })
    app.endpoint(getUserRecord, ({ request, query }) => records.read(request.caller, query.email))
    app.endpoint(changeUserRecord, ({ request, body }) => records.update(request.caller, body), { preValidation: logIgnoredClaims })

    const details = accountDetails(deps)
    app.endpoint(getAccountDetails, ({ userId }) => details.read(userId))
    app.endpoint(changeAccountDetails, ({ userId, body }) => details.update(userId, body), { ...BODY, preValidation: logIgnoredClaims })

    app.endpoint(listTokens, ({ userId }) => apiTokens.list(userId))
    app.endpoint(createToken, ({ userId, body }) => apiTokens.create(userId, body), BODY)
    app.endpoint(revokeToken, async ({ userId, params: { id } }) => {
      await apiTokens.revoke(userId, id)
      return { id }
    })

    const deletions = deletionService(deps)
    app.endpoint(getDeletion, ({ userId }) => deletions.status(userId))
    app.endpoint(scheduleDeletion, ({ request }) => deletions.begin(request.caller))
    app.endpoint(cancelDeletion, ({ userId }) => deletions.takeBack(userId))
  }
