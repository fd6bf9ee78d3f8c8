import { type Clock, HOUR_MS } from '@aerie/core/time'
import { ticker } from '@aerie/runtime/ticker'
import type { DeliveryNotice } from '@aerie/wire/alerts/alert-notices'
import type { Notify } from '@aerie/wire/notices'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'
import type { Database, Db } from '../../../platform/db/client.ts'
import type { Duties } from '../../../platform/duties/duty.ts'
import { sealedBox } from '../../../platform/secrets/sealed-box.ts'
import { emailChannel, type QueuedMail } from '../email/email-channel.ts'
import { unsubscribeLinks, unsubscribeRoutes } from '../email/unsubscribe.ts'
import { pushChannel } from '../push/push-channel.ts'
import { pushRepository } from '../push/push-repository.ts'
import { vapidKeys } from '../push/vapid-keys.ts'
import { pushContact, vapidPublicKey } from '../push/web-push.ts'
import { telegramBot } from '../telegram/telegram-bot.ts'
import { telegramRepository } from '../telegram/telegram-repository.ts'
import type { RequestLimits } from '../webhook/safe-request.ts'
import { webhookChannel } from '../webhook/webhook-channel.ts'
import { webhookRepository } from '../webhook/webhook-repository.ts'
import { webhookRoutes } from '../webhook/webhook-routes.ts'
import { webhookService } from '../webhook/webhook-service.ts'
import { type Bot, channelService } from './channel-service.ts'
import { deliveriesOf, deliveryOutbox, enqueue } from './delivery-outbox.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { deliveryWorker } from './delivery-worker.ts'
import { DELIVERIES_PURPOSE } from './sealed-values.ts'
import { settingsRepository } from './settings-repository.ts'

type Deps = {
  readonly config: Pick<
    Config,
    'PUBLIC_URL' | 'HOST' | 'PORT' | 'MAIL_FROM' | 'TELEGRAM_BOT_TOKEN' | 'TELEGRAM_API_URL' | 'WEBHOOK_ALLOW_PRIVATE' | 'WEBPUSH_URL'
  >
  readonly db: Database
  readonly duties: Duties
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly secretKey: Uint8Array
  readonly notify: Notify
  readonly mail: {
    readonly queue: (tx: Parameters<typeof enqueue>[0], mail: QueuedMail) => Promise<void>
    readonly onGivenUp: (listener: (reference: string, problem: string) => Promise<void>) => void
  }
}

export function deliveriesModule(deps: Deps) {
  const { config, db, duties, clock, logger, secretKey, notify, mail } = deps
  const box = sealedBox(secretKey, DELIVERIES_PURPOSE)
  const limits: RequestLimits = { allowPrivate: config.WEBHOOK_ALLOW_PRIVATE === 'on' }
  const origin = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`
  const unsubscribe = unsubscribeLinks(secretKey, origin)
  const key = vapidKeys(db, box, () => logger.warn('the key of push messages cannot be opened with this SECRET_KEY; a new one is drawn'))
  const chats = telegramRepository(db)
  const onChanged = (userId: string): void => {
    worker.hint()
    notify(userId, { kind: 'delivery', data: { delivery: null } satisfies DeliveryNotice })
  }
  const telegram = telegramBot({ config, duties, clock, logger, chats, onLinked: onChanged })

  const webhooks = webhookRepository(db, box)
  const webhook = webhookChannel({ webhooks, clock, limits })
  const pushLimits = { allowPrivate: limits.allowPrivate || config.WEBPUSH_URL !== undefined }
  const contact = pushContact({ mailFrom: config.MAIL_FROM, publicUrl: config.PUBLIC_URL })
  const push = pushChannel({
    devices: pushRepository(db, box),
    key,
    clock,
    limits: pushLimits,
    subject: contact ?? 'mailto:aerie@localhost',
    pushUrl: config.WEBPUSH_URL,
  })
  const email = emailChannel({ db, clock, queueMail: mail.queue, unsubscribe, origin })
  const channels = { email, push, webhook, ...(telegram && { telegram: telegram.channel }) }
  const outbox = deliveryOutbox(db)
  const worker = deliveryWorker({ outbox, channels, settingsOf: settingsRepository(db).ofAll, clock, notify, logger })
  const hooks = webhookService({ db, box, clock, limits, channel: webhook, onChanged })
  const bot: Bot | undefined = telegram && { name: telegram.poller.bot }
  const publicKey = async (): Promise<string> => vapidPublicKey(await key())
  const service = channelService({
    db,
    box,
    clock,
    limits: pushLimits,
    chats,
    webhooks: hooks,
    bot,
    publicKey,
    hasContact: contact !== undefined,
    channels,
    onChanged,
  })
  const sweeping = ticker(
    HOUR_MS,
    duties.upkeep(() => chats.dropExpired(new Date(clock.now()))),
    { atOnce: true },
  )
  mail.onGivenUp((reference, problem) => outbox.settle([reference], { state: 'dead', nextAt: null, problem, receipt: null, sentAt: null }))
  return {
    name: 'deliveries',
    enqueue,
    deliveriesOf: (ids: readonly string[]) => deliveriesOf(db, ids),
    deliveryStatesOf: (alertIds: readonly string[]) => deliveryStatesOf(db, alertIds),
    hint: worker.hint,
    worker,
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(deliveryRoutes({ outbox, channels: service, hint: worker.hint, clock }))
      await app.register(webhookRoutes({ service: hooks }))
      await app.register(unsubscribeRoutes({ links: unsubscribe, channels: service }))
    },
    start: (): void => {
      if (contact === undefined)
        logger.info('Safari cannot get push messages: set MAIL_FROM to a real address, or PUBLIC_URL to the https address of this server')
      worker.start()
      telegram?.poller.start()
      sweeping.start((error) => logger.error({ err: error }, 'expired Telegram links could not be deleted; trying again'))
    },
    stop: async (): Promise<void> => {
      sweeping.stop()
      await telegram?.poller.stop()
      await worker.stop()
      await sweeping.idle()
    },
  }
}

/** Delivery state of an alert's newest firing. Epoch ms, server clock. */
type AlertDeliveryState = {
  readonly seenAt: number
  readonly sentAt: number | undefined
  /** Pending, and not postponed by the user's settings. */
  readonly isUnderWay: boolean
  /** Waiting for the end of quiet hours or for a digest. */
  readonly isHeld: boolean
}

export async function deliveryStatesOf(db: Db, alertIds: readonly string[]): Promise<ReadonlyMap<string, AlertDeliveryState>> {
  if (alertIds.length === 0) return new Map()
  type Row = { alert: string; seen: number; sent: number | null; is_under_way: boolean; is_held: boolean }
  const { rows } = await db.execute<Row>(sql`
    select a.id as alert, extract(epoch from f.seen_at)::float8 * 1000 as seen, d.sent, d.is_under_way, d.is_held
    from (select jsonb_array_elements_text(${JSON.stringify(alertIds)}::jsonb)::uuid as id) a
    cross join lateral (select id, seen_at from alert_firings where alert_id = a.id order by seq desc limit 1) f
    cross join lateral (
      select extract(epoch from min(sent_at) filter (where state = 'sent'))::float8 * 1000 as sent,
        coalesce(bool_or(state = 'waiting'), false) as is_under_way, coalesce(bool_or(state = 'held'), false) as is_held
      from deliveries where firing_id = f.id) d`)
  return new Map(
    rows.map(({ alert, seen, sent, is_under_way, is_held }) => [
      alert,
      { seenAt: Math.round(seen), sentAt: sent === null ? undefined : Math.round(sent), isUnderWay: is_under_way, isHeld: is_held },
    ]),
  )
}
