import { getSubscriptions } from '@aerie/wire/staking'
import type { FastifyInstance } from 'fastify'
import type { SubscriptionService } from './subscription-service.ts'

type Deps = { readonly subscriptions: SubscriptionService; readonly demandReading: (userId: string) => void }

export const subscriptionRoutes =
  ({ subscriptions, demandReading }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getSubscriptions, ({ userId }) => {
      demandReading(userId)
      return subscriptions.status(userId)
    })
  }
