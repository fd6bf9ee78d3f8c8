import { getTier } from '@aerie/wire/account/wallets'
import type { FastifyInstance } from 'fastify'
import type { TierService } from './tier-service.ts'

type Deps = { readonly tier: TierService; readonly demandReading: (userId: string) => void }

export const tierRoutes =
  ({ tier, demandReading }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getTier, ({ userId }) => {
      demandReading(userId)
      return tier.status(userId)
    })
  }
