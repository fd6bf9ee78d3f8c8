import { cancelApexOrder, cancelApexOrders, deleteApexKeys, getApexKeys, getApexOverview, saveApexKeys } from '@aerie/wire/apex'
import { cancelLiveOrder, getApexLive, getApexSigner, listLiveOrders, prepareLiveOrder, sendLiveOrder } from '@aerie/wire/apex-orders'
import type { FastifyInstance } from 'fastify'
import type { apexService } from './service.ts'
import type { SignerFile } from './signer-file.ts'

type Deps = { readonly service: ReturnType<typeof apexService> }

const BODY = { bodyLimit: 4_096 }

export const apexRoutes =
  ({ service }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getApexKeys, ({ userId }) => service.status(userId))
    app.endpoint(saveApexKeys, ({ userId, body }) => service.save(userId, body), BODY)
    app.endpoint(deleteApexKeys, ({ userId }) => service.remove(userId))
    app.endpoint(getApexOverview, ({ userId }) => service.overview(userId))
    app.endpoint(cancelApexOrder, ({ userId, params }) => service.cancel(userId, params.id))
    app.endpoint(cancelApexOrders, ({ userId, query }) => service.cancelAll(userId, query.symbol))
  }

type LiveOrderDeps = { readonly service: ReturnType<typeof apexService>; readonly signer: SignerFile }

/** Sending requires re-authentication, as it spends money. Cancelling does not: it must be immediate and spends nothing. */
export const liveOrderRoutes =
  ({ service, signer }: LiveOrderDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getApexLive, ({ userId }) => service.live(userId))
    app.endpoint(getApexSigner, ({ reply }) => {
      service.requireLive()
      return reply.type('application/wasm').send(signer.isOn ? signer.bytes : undefined)
    })
    app.endpoint(listLiveOrders, async ({ userId }) => ({ orders: await service.liveOrders(userId) }))
    app.endpoint(cancelLiveOrder, ({ userId, params }) => service.cancelLive(userId, params.client_id))
    app.endpoint(
      prepareLiveOrder,
      async ({ userId, body, reply }) => {
        const { order, isRepeated } = await service.prepareLive(userId, body)
        if (isRepeated) reply.code(200)
        return order
      },
      BODY,
    )
    app.endpoint(sendLiveOrder, ({ userId, params, body }) => service.sendLive(userId, params.client_id, body.signature), BODY)
  }
