import * as z from 'zod/mini'
import { instant, listPage } from '../trading/trading-account.ts'
import { ALERT_CHANNELS } from './alerts.ts'

/**
 * Where a delivery stands. `waiting`: for its turn or its next attempt. `held`: for the end of the quiet hours. `dead`: given up; it can be
 * sent again. `skipped`: the channel was not set up.
 */
export const DELIVERY_STATES = ['waiting', 'held', 'sent', 'dead', 'skipped'] as const

/** One of `GET /api/v1/deliveries`: what became of one firing on one channel. */
export const delivery = z.object({
  id: z.uuid(),
  /** Null for a test message. */
  firing: z.nullable(z.uuid()),
  channel: z.enum(ALERT_CHANNELS),
  /** Where to, in short: an address, the host of a webhook, the name of a browser. Never a secret. */
  target: z.string(),
  /** Of the firing: what it was about. */
  title: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** How often it was tried. */
  attempts: z.int(),
  /** When it is tried next; null where it is not. */
  next_at: z.nullable(instant),
  /** Why the last attempt failed, in one sentence. */
  problem: z.nullable(z.string()),
  /** What the receiver answered, in short. */
  receipt: z.nullable(z.string()),
  /** Whether the receiver may have got it twice: the server was stopped while it sent, and the channel has no means against it. */
  may_repeat: z.boolean(),
  created_at: instant,
  sent_at: z.nullable(instant),
})
/** What became of a firing on a channel. */
export type Delivery = z.output<typeof delivery>
/** Page of `GET /api/v1/deliveries`, newest first. */
export const deliveriesPage = listPage(delivery)

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 22:30'))
/** Between these times nothing is sent but what is urgent (near liquidation); it is held, not dropped. `from` after `to` passes midnight. */
export const quietHours = z.object({
  from: clockTime,
  to: clockTime,
  /** Of the IANA list, such as "Europe/Berlin". */
  timezone: z.string().check(z.minLength(1), z.maxLength(64)),
})
/** Hours in which nothing is sent. */
export type QuietHours = z.output<typeof quietHours>

/** How mail of alerts comes: each at once, or gathered. */
export const MAIL_DIGESTS = ['each', 'hourly', 'daily'] as const

/** Body of `PATCH /api/v1/deliveries/settings`. */
export const deliverySettingsPatch = z.object({
  /** Null: no quiet hours. */
  quiet_hours: z.optional(z.nullable(quietHours)),
  mail_digest: z.optional(z.enum(MAIL_DIGESTS)),
  /** False: no mail of alerts, whatever they say; `List-Unsubscribe` sets it too. */
  mail_wanted: z.optional(z.boolean()),
})

/** A browser that takes push messages. */
export const pushDevice = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: instant,
  sent_at: z.nullable(instant),
})

const base64url = (least: number, most: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+=*$/, 'not base64url'), z.minLength(least), z.maxLength(most))
/** Body of `POST /api/v1/deliveries/push`: a `PushSubscription` as the browser writes it, and a name for the list. */
export const pushSubscriptionBody = z.object({
  endpoint: z.string().check(z.maxLength(2_000), z.regex(/^https?:\/\//, 'not a web address')),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.object({ p256dh: base64url(86, 90), auth: base64url(20, 26) }),
  name: z.optional(z.string().check(z.maxLength(60))),
})

/** What a push message carries, as JSON, to the service worker. */
export const pushMessage = z.object({
  /** Of the firing; null for a test. */
  firing: z.nullable(z.uuid()),
  title: z.string(),
  body: z.string(),
  /** Path to open. */
  url: z.string(),
  /** Two of one tag replace each other. */
  tag: z.string(),
  at: instant,
})
/** What a push message carries. */
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
  /** Why it is not enabled, where the server switched it off. */
  problem: z.nullable(z.string()),
  created_at: instant,
  /** Until when the secret before this one signs as well; null outside of a rotation. */
  rotates_until: z.nullable(instant),
  sent_at: z.nullable(instant),
})
/** Where firings are posted to. */
export type Webhook = z.output<typeof webhook>
/** Data of `POST /api/v1/webhooks` and `…/{id}/rotate`: the only answers that hold the secret. */
export const webhookCreated = z.object({ ...webhook.shape, secret: z.string() })
/** Data of `GET /api/v1/webhooks`. */
export const webhooks = z.array(webhook)

/** Data of `POST /api/v1/webhooks/{id}/test` and `POST /api/v1/deliveries/test`: the one attempt that was made. */
export const deliveryTest = z.object({ ok: z.boolean(), status: z.nullable(z.int()), detail: z.string() })
/** Body of `POST /api/v1/deliveries/test`. */
export const deliveryTestBody = z.object({ channel: z.enum(['email', 'telegram', 'push']) })

/** Data of `POST /api/v1/deliveries/telegram`: opened within ten minutes, once. */
export const telegramLink = z.object({ url: z.string(), expires_at: instant })

/** Data of `GET /api/v1/deliveries/channels` and of whatever changes it: what is set up. */
export const deliveryChannels = z.object({
  email: z.object({ address: z.string(), wanted: z.boolean(), digest: z.enum(MAIL_DIGESTS) }),
  telegram: z.object({
    /** Whether this server has a bot. */
    is_available: z.boolean(),
    bot: z.nullable(z.string()),
    /** Null: not linked. */
    linked_at: z.nullable(instant),
    /** Whom the bot writes to, as Telegram names it. */
    chat: z.nullable(z.string()),
    /** Why it no longer works, such as that the bot was blocked. */
    problem: z.nullable(z.string()),
  }),
  push: z.object({
    /** VAPID key for `applicationServerKey`: base64url of 65 bytes. */
    public_key: z.string(),
    /** Whether push services can reach the operator of this server. Apple's takes no messages without. */
    has_contact: z.boolean(),
    devices: z.array(pushDevice),
  }),
  webhooks,
  quiet_hours: z.nullable(quietHours),
})
/** What the channels of a user are set to. */
export type DeliveryChannels = z.output<typeof deliveryChannels>
