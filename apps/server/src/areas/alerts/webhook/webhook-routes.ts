import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, rotateWebhook, testWebhook } from '@aerie/wire/alerts/deliveries'
import type { FastifyInstance } from 'fastify'
import type { WebhookService } from './webhook-service.ts'

type Deps = { readonly service: WebhookService }

const BODY = { bodyLimit: 4_096 }

export const webhookRoutes =
  ({ service }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(listWebhooks, ({ userId }) => service.list(userId))
    app.endpoint(createWebhook, ({ userId, body }) => service.create(userId, body), BODY)
    app.endpoint(changeWebhook, ({ userId, params, body }) => service.enable(userId, params.id, body.enabled), BODY)
    app.endpoint(deleteWebhook, ({ userId, params }) => service.remove(userId, params.id), BODY)
    app.endpoint(rotateWebhook, ({ userId, params }) => service.rotate(userId, params.id), BODY)
    app.endpoint(testWebhook, ({ userId, params }) => service.test(userId, params.id), BODY)
  }
