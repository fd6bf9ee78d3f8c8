import * as z from 'zod/mini'
import { instant, listPage } from '../trading/trading-account.ts'
import { ALERT_CHANNELS } from './alerts.ts'

/** `waiting`: for its turn or retry. `held`: for the end of quiet hours. `dead`: given up, can be resent. `skipped`: not set up. */
export const DELIVERY_STATES = ['waiting', 'held', 'sent', 'dead', 'skipped'] as const

/** One of `GET /api/v1/deliveries`: delivery of a firing on one channel. */
export const delivery = z.object({
  id: z.uuid(),
  firing: z.nullable(z.uuid()),
  channel: z.enum(ALERT_CHANNELS),
  /** Address, webhook host or browser name; never a secret. */
  target: z.string(),
  title: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  next_at: z.nullable(instant),
  problem: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  /** Whether it may have been delivered twice: the server stopped while sending, and the channel cannot deduplicate. */
  may_repeat: z.boolean(),
  created_at: instant,
  sent_at: z.nullable(instant),
})
/** Delivery of a firing on one channel. */
export type Delivery = z.output<typeof delivery>
/** Page of `GET /api/v1/deliveries`, newest first. */
export const deliveriesPage = listPage(delivery)

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 22:30'))
/** Hours in which only urgent messages (near liquidation) are sent; others are held, not dropped. `from` after `to` spans midnight. */
export const quietHours = z.object({
  from: clockTime,
  to: clockTime,
  timezone: z.string().check(z.minLength(1), z.maxLength(64)),
})
/** Hours in which nothing is sent. */
export type QuietHours = z.output<typeof quietHours>

/** Alert mail: immediately, or batched. */
export const MAIL_DIGESTS = ['each', 'hourly', 'daily'] as const

/** Body of `PATCH /api/v1/deliveries/settings`. */
export const deliverySettingsPatch = z.object({
  quiet_hours: z.optional(z.nullable(quietHours)),
  mail_digest: z.optional(z.enum(MAIL_DIGESTS)),
  /** False disables all alert mail; `List-Unsubscribe` also sets it. */
  mail_wanted: z.optional(z.boolean()),
})

/** A browser subscribed to push messages. */
export const pushDevice = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: instant,
  sent_at: z.nullable(instant),
})

const base64url = (least: number, most: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+=*$/, 'not base64url'), z.minLength(least), z.maxLength(most))
/** Body of `POST /api/v1/deliveries/push`: the browser's `PushSubscription`, and a name for the list. */
export const pushSubscriptionBody = z.object({
  endpoint: z.string().check(z.maxLength(2_000), z.regex(/^https?:\/\//, 'not a web address')),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.object({ p256dh: base64url(86, 90), auth: base64url(20, 26) }),
  name: z.optional(z.string().check(z.maxLength(60))),
})

/** JSON payload of a push message for the service worker. */
export const pushMessage = z.object({
  firing: z.nullable(z.uuid()),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  tag: z.string(),
  at: instant,
})
/** Payload of a push message. */
export type PushMessage = z.output<typeof pushMessage>

/** Body of `POST /api/v1/webhooks`. */
export const webhookBody = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(2_000)),
  name: z.optional(z.string().check(z.maxLength(60))),
})
/** Body of `PATCH /api/v1/webhooks/{id}`. */
export const webhookPatch = z.object({ enabled: z.boolean() })
/** A webhook, without its secret: one of `GET /api/v1/webhooks`. */
export const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  name: z.nullable(z.string()),
  enabled: z.boolean(),
  problem: z.nullable(z.string()),
  created_at: instant,
  /** When the previous secret stops signing; null outside a rotation. */
  rotates_until: z.nullable(instant),
  sent_at: z.nullable(instant),
})
/** Target of firings. */
export type Webhook = z.output<typeof webhook>
/** Data of `POST /api/v1/webhooks` and `…/{id}/rotate`: the only responses that contain the secret. */
export const webhookCreated = z.object({ ...webhook.shape, secret: z.string() })
/** Data of `GET /api/v1/webhooks`. */
export const webhooks = z.array(webhook)

/** Data of `POST /api/v1/webhooks/{id}/test` and `POST /api/v1/deliveries/test`: result of the single attempt. */
export const deliveryTest = z.object({ ok: z.boolean(), status: z.nullable(z.int()), detail: z.string() })
/** Body of `POST /api/v1/deliveries/test`. */
export const deliveryTestBody = z.object({ channel: z.enum(['email', 'telegram', 'push']) })

/** Data of `POST /api/v1/deliveries/telegram`: single use within ten minutes. */
export const telegramLink = z.object({ url: z.string(), expires_at: instant })

/** Data of `GET /api/v1/deliveries/channels` and of calls that change it. */
export const deliveryChannels = z.object({
  email: z.object({ address: z.string(), wanted: z.boolean(), digest: z.enum(MAIL_DIGESTS) }),
  telegram: z.object({
    is_available: z.boolean(),
    bot: z.nullable(z.string()),
    linked_at: z.nullable(instant),
    chat: z.nullable(z.string()),
    problem: z.nullable(z.string()),
  }),
  push: z.object({
    public_key: z.string(),
    /** Whether push services can contact the operator; Apple's rejects messages otherwise. */
    has_contact: z.boolean(),
    devices: z.array(pushDevice),
  }),
  webhooks,
  quiet_hours: z.nullable(quietHours),
})
/** Channel settings of a user. */
export type DeliveryChannels = z.output<typeof deliveryChannels>
