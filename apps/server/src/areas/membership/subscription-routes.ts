import { envelope } from '@aerie/wire/problem'
import { subscriptionsStatus } from '@aerie/wire/staking'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../account/index.ts'
import type { SubscriptionService } from './subscription-service.ts'

type Deps = {
  readonly subscriptions: SubscriptionService
  readonly requireUser: Authentication['requireUser']
  readonly demandReading: (userId: string) => void
}

export const subscriptionRoutes =
  ({ subscriptions, requireUser, demandReading }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/subscriptions',
      {
        onRequest: requireUser,
        schema: {
          tags: ['subscriptions'],
          security: [{ bearer: [] }],
          summary: 'Plans and prices, and what the caller has: paid for by linked wallets, or granted by the operator',
          response: { 200: envelope(subscriptionsStatus) },
        },
      },
      async (request, reply) => {
        const userId = request.caller.user.user_id
        demandReading(userId)
        reply.header('cache-control', 'no-store')
        return { data: await subscriptions.status(userId) }
      },
    )
  }
