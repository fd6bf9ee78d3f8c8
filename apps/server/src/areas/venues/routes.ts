import { apexCancelQuery, apexKeys, apexKeysBody, apexOrderParams, apexOverview } from '@aerie/wire/apex'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../account/index.ts'
import type { apexService } from './service.ts'

type Guard = Authentication['requireUser']
type Deps = { readonly service: ReturnType<typeof apexService>; readonly requireUser: Guard; readonly requireReauthenticated: Guard }

const BODY_LIMIT_BYTES = 4_096
const shared = { tags: ['account'], security: [{ bearer: [] }] }
const userOf = (request: FastifyRequest): string => request.caller.user.user_id

export const apexRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(keyRoutes(deps))
    await app.register(accountRoutes(deps))
  }

const keyRoutes =
  ({ service, requireUser, requireReauthenticated }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/account/apex',
      {
        onRequest: requireUser,
        schema: { ...shared, summary: 'Whether a key of ApeX Omni is saved; never the key', response: { 200: envelope(apexKeys) } },
      },
      async (request) => ({ data: await service.status(userOf(request)) }),
    )
    app.put(
      '/api/v1/account/apex',
      {
        onRequest: requireReauthenticated,
        config: { isRefusedWhileLeaving: true },
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Saves a key of ApeX Omni, after ApeX has accepted it',
          description:
            '422 `apex_refused` where ApeX does not know it, `apex_key_may_withdraw` where it may withdraw or transfer, `apex_rights_unknown` where ApeX does not say what it may do and `confirmation` is missing.',
          body: apexKeysBody,
          response: { 200: envelope(apexKeys) },
        },
      },
      async (request) => ({ data: await service.save(userOf(request), request.body) }),
    )
    app.delete(
      '/api/v1/account/apex',
      { onRequest: requireReauthenticated, schema: { ...shared, summary: 'Deletes the key', response: { 200: envelope(z.null()) } } },
      async (request) => {
        await service.remove(userOf(request))
        return { data: null }
      },
    )
  }

const accountRoutes =
  ({ service, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser }
    app.get(
      '/api/v1/account/apex/overview',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Margin, positions, open orders and the newest fills at ApeX Omni',
          response: { 200: envelope(apexOverview) },
        },
      },
      async (request) => ({ data: await service.overview(userOf(request)) }),
    )
    app.delete(
      '/api/v1/account/apex/orders/:id',
      {
        ...common,
        schema: { ...shared, summary: 'Cancels an order at ApeX Omni', params: apexOrderParams, response: { 200: envelope(z.null()) } },
      },
      async (request) => {
        await service.cancel(userOf(request), request.params.id)
        return { data: null }
      },
    )
    app.delete(
      '/api/v1/account/apex/orders',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Cancels all open orders at ApeX Omni, stops too',
          querystring: apexCancelQuery,
          response: { 200: envelope(z.null()) },
        },
      },
      async (request) => {
        await service.cancelAll(userOf(request), request.query.symbol)
        return { data: null }
      },
    )
  }
