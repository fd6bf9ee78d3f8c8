import { deliveriesQuery } from '@aerie/wire/alerts/alert-rows'
import {
  deliveriesPage,
  delivery,
  deliveryChannels,
  deliverySettingsPatch,
  deliveryTest,
  deliveryTestBody,
  pushSubscriptionBody,
  telegramLink,
} from '@aerie/wire/alerts/deliveries'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import { pageOf, rangeOf } from '../../../platform/http/list-page.ts'
import type { Authentication } from '../../account/index.ts'
import type { ChannelService } from './channel-service.ts'
import { type DeliveryOutbox, deliveryAnswer } from './delivery-outbox.ts'

type Deps = {
  readonly outbox: DeliveryOutbox
  readonly channels: ChannelService
  readonly hint: () => void
  readonly clock: { readonly now: () => number }
  readonly requireUser: Authentication['requireUser']
}

const BODY_LIMIT_BYTES = 8_192
const idParams = z.object({ id: z.uuid() })
const shared = { tags: ['deliveries'], security: [{ bearer: [] }] }
const userOf = (request: FastifyRequest): string => request.caller.user.user_id

export const deliveryRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(listRoutes(deps))
    await app.register(settingRoutes(deps))
    await app.register(receiverRoutes(deps))
  }

const listRoutes =
  ({ outbox, hint, clock, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.get(
      '/api/v1/deliveries',
      {
        onRequest,
        config: { scope: 'alerts:read' },
        schema: {
          ...shared,
          summary: 'What became of each delivery, newest first',
          querystring: deliveriesQuery,
          response: { 200: deliveriesPage },
        },
      },
      async (request) => {
        const { query } = request
        const rows = await outbox.page({ userId: userOf(request), ...rangeOf(query), state: query.state, firing: query.firing })
        return pageOf(rows, query, { number: (row) => row.delivery.number, answer: deliveryAnswer })
      },
    )
    app.post(
      '/api/v1/deliveries/:id/resend',
      {
        onRequest,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: { ...shared, summary: 'Sends one that was given up again', params: idParams, response: { 200: envelope(delivery) } },
      },
      async (request) => {
        const { id } = request.params
        const sent = await outbox.sendAgain(userOf(request), id, new Date(clock.now()))
        if (sent.kind === 'none') throw new AppError('not_found', { detail: 'This delivery does not exist or has not failed.' })
        if (sent.kind === 'nowhere') throw new AppError('rule_broken', { detail: sent.problem })
        hint()
        const [again] = await outbox.find([id])
        if (again === undefined) throw new AppError('not_found')
        return { data: deliveryAnswer(again) }
      },
    )
  }

const settingRoutes =
  ({ channels, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    app.get(
      '/api/v1/deliveries/channels',
      { ...common, schema: { ...shared, summary: 'What is set up', response: { 200: envelope(deliveryChannels) } } },
      async (request) => ({ data: await channels.all(request.caller.user) }),
    )
    app.patch(
      '/api/v1/deliveries/settings',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Quiet hours, and how mail comes',
          body: deliverySettingsPatch,
          response: { 200: envelope(deliveryChannels) },
        },
      },
      async (request) => ({ data: await channels.change(request.caller.user, request.body) }),
    )
    app.post(
      '/api/v1/deliveries/test',
      {
        ...common,
        schema: { ...shared, summary: 'One message by a channel, now', body: deliveryTestBody, response: { 200: envelope(deliveryTest) } },
      },
      async (request) => ({ data: await channels.test(request.caller.user, request.body.channel) }),
    )
  }

const receiverRoutes =
  ({ channels, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    app.post(
      '/api/v1/deliveries/telegram',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'A link that joins a chat with the account, once, within ten minutes',
          response: { 200: envelope(telegramLink) },
        },
      },
      async (request) => ({ data: await channels.telegramLink(userOf(request)) }),
    )
    app.delete(
      '/api/v1/deliveries/telegram',
      { ...common, schema: { ...shared, summary: 'Takes the chat off', response: { 200: envelope(z.null()) } } },
      async (request) => {
        await channels.telegramUnlink(userOf(request))
        return { data: null }
      },
    )
    app.post(
      '/api/v1/deliveries/push',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'A browser that takes push messages',
          body: pushSubscriptionBody,
          response: { 200: envelope(deliveryChannels) },
        },
      },
      async (request) => ({ data: await channels.addDevice(request.caller.user, request.body) }),
    )
    app.delete(
      '/api/v1/deliveries/push/:id',
      { ...common, schema: { ...shared, summary: 'Takes a browser off', params: idParams, response: { 200: envelope(z.null()) } } },
      async (request) => {
        await channels.removeDevice(userOf(request), request.params.id)
        return { data: null }
      },
    )
  }
