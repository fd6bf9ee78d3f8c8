import { apexLive, apexLiveOrder, apexLiveOrders, apexLiveParams, apexOrderBody, apexSignatureBody } from '@aerie/wire/apex-orders'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../account/index.ts'
import type { apexService } from './service.ts'
import type { SignerFile } from './signer-file.ts'

type Guard = Authentication['requireUser']
type Deps = {
  readonly service: ReturnType<typeof apexService>
  readonly signer: SignerFile
  readonly requireUser: Guard
  readonly requireReauthenticated: Guard
}

const BODY_LIMIT_BYTES = 4_096
const shared = { tags: ['account'], security: [{ bearer: [] }] }
const userOf = (request: FastifyRequest): string => request.caller.user.user_id

/** Sending requires re-authentication, as it spends money. */
export const liveOrderRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(readingRoutes(deps))
    await app.register(cancelingRoutes(deps))
    await app.register(placingRoutes(deps))
  }

const readingRoutes =
  ({ service, signer, requireUser: onRequest }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/account/apex/live',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Whether live orders can be placed, in what, and the SHA-256 of what signs them',
          response: { 200: envelope(apexLive) },
        },
      },
      async (request) => ({ data: await service.live(userOf(request)) }),
    )
    app.get(
      '/api/v1/account/apex/signer',
      { onRequest, schema: { ...shared, summary: 'The operator’s signer, a WebAssembly file; 422 `apex_live_off` without' } },
      async (_request, reply) => {
        service.requireLive()
        return reply.type('application/wasm').send(signer.isOn ? signer.bytes : undefined)
      },
    )
    app.get(
      '/api/v1/account/apex/live-orders',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'The newest twenty live orders and all that may be on the book, each with its twin on paper',
          response: { 200: envelope(apexLiveOrders) },
        },
      },
      async (request) => ({ data: { orders: await service.liveOrders(userOf(request)) } }),
    )
  }

/** No re-authentication: cancelling must be immediate and spends nothing. */
const cancelingRoutes =
  ({ service, requireUser: onRequest }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.delete(
      '/api/v1/account/apex/live-orders/:client_id',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Cancels a live order, however far it has come, and tells how it stands',
          description: 'One that has ended: 200 with how it ended. 409 `apex_not_known_yet` where ApeX does not know it yet.',
          params: apexLiveParams,
          response: { 200: envelope(apexLiveOrder) },
        },
      },
      async (request) => ({ data: await service.cancelLive(userOf(request), request.params.client_id) }),
    )
  }

const placingRoutes =
  ({ service, requireReauthenticated: onRequest }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest, config: { isRefusedWhileLeaving: true }, bodyLimit: BODY_LIMIT_BYTES } as const
    app.post(
      '/api/v1/account/apex/live-orders',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Checks and stores a live order, and tells what is to be signed; sends nothing',
          description: 'The same `client_id` and body again: 200 with the same order; another body: 409 `client_id_used`.',
          body: apexOrderBody,
          response: { 200: envelope(apexLiveOrder), 201: envelope(apexLiveOrder) },
        },
      },
      async (request, reply) => {
        const { order, isRepeated } = await service.prepareLive(userOf(request), request.body)
        return reply.code(isRepeated ? 200 : 201).send({ data: order })
      },
    )
    app.post(
      '/api/v1/account/apex/live-orders/:client_id/send',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Sends a prepared order with its signature, once; asked again, tells how it stands',
          params: apexLiveParams,
          body: apexSignatureBody,
          response: { 200: envelope(apexLiveOrder) },
        },
      },
      async (request) => ({ data: await service.sendLive(userOf(request), request.params.client_id, request.body.signature) }),
    )
  }
