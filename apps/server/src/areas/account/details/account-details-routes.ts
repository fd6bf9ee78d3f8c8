import { changeAccountDetails, getAccountDetails } from '@aerie/wire/account/account-details'
import type { FastifyInstance } from 'fastify'
import type { accountDetails } from './account-details.ts'
import { logIgnoredClaims } from './client-claims.ts'

type Deps = { readonly details: ReturnType<typeof accountDetails> }

const BODY_LIMIT_BYTES = 4_096

export const accountDetailsRoutes =
  ({ details }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getAccountDetails, ({ userId }) => details.read(userId))
    app.endpoint(changeAccountDetails, ({ userId, body }) => details.update(userId, body), {
      preValidation: logIgnoredClaims,
      bodyLimit: BODY_LIMIT_BYTES,
    })
  }
