import { tierStatus } from '@aerie/wire/account/wallets'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../account/index.ts'
import type { TierService } from './tier-service.ts'

type Deps = {
  readonly tier: TierService
  readonly requireUser: Authentication['requireUser']
  readonly demandReading: (userId: string) => void
}

export const tierRoutes =
  ({ tier, requireUser, demandReading }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/tier',
      {
        onRequest: requireUser,
        schema: {
          tags: ['wallets'],
          security: [{ bearer: [] }],
          summary: "The tier of the caller's main wallet: what it holds, what gold needs, and where and when that was read",
          response: { 200: envelope(tierStatus) },
        },
      },
      async (request, reply) => {
        const userId = request.caller.user.user_id
        demandReading(userId)
        reply.header('cache-control', 'no-store')
        return { data: await tier.status(userId) }
      },
    )
  }
