import { cancelApexOrder, cancelApexOrders, deleteApexKeys, getApexKeys, getApexOverview, saveApexKeys } from '@aerie/wire/apex'
import type { FastifyInstance } from 'fastify'
import type { apexService } from './service.ts'

type Deps = { readonly service: ReturnType<typeof apexService> }

const BODY = { bodyLimit: 4_096 }

export const apexRoutes =
  ({ service }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getApexKeys, ({ userId }) => service.status(userId))
    app.endpoint(saveApexKeys, ({ userId, body }) => service.save(userId, body), BODY)
    app.endpoint(deleteApexKeys, async ({ userId }) => {
      await service.remove(userId)
      return null
    })
    app.endpoint(getApexOverview, ({ userId }) => service.overview(userId))
    app.endpoint(cancelApexOrder, async ({ userId, params }) => {
      await service.cancel(userId, params.id)
      return null
    })
    app.endpoint(cancelApexOrders, async ({ userId, query }) => {
      await service.cancelAll(userId, query.symbol)
      return null
    })
  }
