import {
  addPushDevice,
  changeDeliverySettings,
  deletePushDevice,
  getDeliveryChannels,
  linkTelegram,
  listDeliveries,
  resendDelivery,
  testDeliveryChannel,
  unlinkTelegram,
} from '@aerie/wire/alerts/deliveries'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import { pageOf, rangeOf } from '../../../platform/http/list-page.ts'
import type { ChannelService } from './channel-service.ts'
import { type DeliveryOutbox, deliveryAnswer } from './delivery-outbox.ts'

type Deps = {
  readonly outbox: DeliveryOutbox
  readonly channels: ChannelService
  readonly hint: () => void
  readonly clock: { readonly now: () => number }
}

const BODY = { bodyLimit: 8_192 }

export const deliveryRoutes =
  ({ outbox, channels, hint, clock }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(listDeliveries, async ({ userId, query }) => {
      const rows = await outbox.page({ userId, ...rangeOf(query), state: query.state, firing: query.firing })
      return pageOf(rows, query, { number: (row) => row.delivery.number, answer: deliveryAnswer })
    })
    app.endpoint(
      resendDelivery,
      async ({ userId, params: { id } }) => {
        const sent = await outbox.sendAgain(userId, id, new Date(clock.now()))
        if (sent.kind === 'none') throw new AppError('not_found', { detail: 'This delivery does not exist or has not failed.' })
        if (sent.kind === 'nowhere') throw new AppError('rule_broken', { detail: sent.problem })
        hint()
        const [again] = await outbox.find([id])
        if (again === undefined) throw new AppError('not_found')
        return deliveryAnswer(again)
      },
      BODY,
    )
    app.endpoint(getDeliveryChannels, ({ request }) => channels.all(request.caller.user))
    app.endpoint(changeDeliverySettings, ({ body, request }) => channels.change(request.caller.user, body), BODY)
    app.endpoint(testDeliveryChannel, ({ body, request }) => channels.test(request.caller.user, body.channel), BODY)
    app.endpoint(linkTelegram, ({ userId }) => channels.telegramLink(userId), BODY)
    app.endpoint(unlinkTelegram, ({ userId }) => channels.telegramUnlink(userId), BODY)
    app.endpoint(addPushDevice, ({ body, request }) => channels.addDevice(request.caller.user, body), BODY)
    app.endpoint(deletePushDevice, ({ userId, params }) => channels.removeDevice(userId, params.id), BODY)
  }
