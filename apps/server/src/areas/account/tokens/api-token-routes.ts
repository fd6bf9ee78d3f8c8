import { createToken, listTokens, revokeToken } from '@aerie/wire/account/account-tokens'
import type { FastifyInstance } from 'fastify'
import type { ApiTokenService } from './api-token-service.ts'

type Deps = { readonly tokens: ApiTokenService }

const BODY = { bodyLimit: 4_096 }

/** None of these routes accepts an API token. */
export const apiTokenRoutes =
  ({ tokens }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(listTokens, ({ userId }) => tokens.list(userId))
    app.endpoint(createToken, ({ userId, body }) => tokens.create(userId, body), BODY)
    app.endpoint(revokeToken, async ({ userId, params: { id } }) => {
      await tokens.revoke(userId, id)
      return { id }
    })
  }
