import { deliveryTest, webhook, webhookBody, webhookCreated, webhookPatch, webhooks } from '@aerie/wire/alerts/deliveries'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../../account/index.ts'
import type { WebhookService } from './webhook-service.ts'

type Deps = { readonly service: WebhookService; readonly requireUser: Authentication['requireUser'] }

const BODY_LIMIT_BYTES = 4_096
const idParams = z.object({ id: z.uuid() })
const shared = { tags: ['deliveries'], security: [{ bearer: [] }] }
const userOf = (request: FastifyRequest): string => request.caller.user.user_id

export const webhookRoutes =
  ({ service, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    const one = { ...shared, params: idParams }
    app.get(
      '/api/v1/webhooks',
      { ...common, schema: { ...shared, summary: 'Webhooks, newest first', response: { 200: envelope(webhooks) } } },
      async (request) => ({ data: await service.list(userOf(request)) }),
    )
    app.post(
      '/api/v1/webhooks',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'A webhook; its secret is shown here alone',
          body: webhookBody,
          response: { 201: envelope(webhookCreated) },
        },
      },
      async (request, reply) => reply.code(201).send({ data: await service.create(userOf(request), request.body) }),
    )
    app.patch(
      '/api/v1/webhooks/:id',
      { ...common, schema: { ...one, summary: 'Switches a webhook on or off', body: webhookPatch, response: { 200: envelope(webhook) } } },
      async (request) => ({ data: await service.enable(userOf(request), request.params.id, request.body.enabled) }),
    )
    app.delete(
      '/api/v1/webhooks/:id',
      { ...common, schema: { ...one, summary: 'Deletes a webhook', response: { 200: envelope(z.null()) } } },
      async (request) => {
        await service.remove(userOf(request), request.params.id)
        return { data: null }
      },
    )
    app.post(
      '/api/v1/webhooks/:id/rotate',
      {
        ...common,
        schema: { ...one, summary: 'A new secret; the one before it signs for a day as well', response: { 200: envelope(webhookCreated) } },
      },
      async (request) => ({ data: await service.rotate(userOf(request), request.params.id) }),
    )
    app.post(
      '/api/v1/webhooks/:id/test',
      { ...common, schema: { ...one, summary: 'Posts a test message, once', response: { 200: envelope(deliveryTest) } } },
      async (request) => ({ data: await service.test(userOf(request), request.params.id) }),
    )
  }
