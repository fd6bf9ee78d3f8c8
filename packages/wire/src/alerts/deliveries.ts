import * as z from 'zod/mini'
import { byId, endpoint, nothing } from '../endpoint.ts'
import { instant } from '../trading/trading-account.ts'
import { pageFields } from './alert-rows.ts'
import { ALERT_CHANNELS } from './alerts.ts'

/** `waiting`: for its turn or retry. `held`: for the end of quiet hours. `dead`: given up, can be resent. `skipped`: not set up. */
export const DELIVERY_STATES = ['waiting', 'held', 'sent', 'dead', 'skipped'] as const

/** Delivery of a firing on one channel. */
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

/** Changed settings; absent fields stay. */
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
/** The browser's `PushSubscription`, and a name for the list. */
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

/** A webhook, without its secret. */
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

/** Channel settings of a user. */
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
  webhooks: z.array(webhook),
  quiet_hours: z.nullable(quietHours),
})
/** Channel settings of a user. */
export type DeliveryChannels = z.output<typeof deliveryChannels>

const byToken = z.object({ token: z.string().check(z.maxLength(200)) })
/** The only responses that contain the secret. */
const webhookSecret = z.object({ ...webhook.shape, secret: z.string() })
/** Result of the single attempt. */
const testResult = z.object({ ok: z.boolean(), status: z.nullable(z.int()), detail: z.string() })

export const listDeliveries = endpoint('GET /deliveries', {
  auth: 'user',
  scope: 'alerts:read',
  summary: 'Deliveries and their state, newest first',
  query: z.object({ ...pageFields, state: z.optional(z.enum(DELIVERY_STATES)), firing: z.optional(z.uuid()) }),
  lists: delivery,
})

export const resendDelivery = endpoint('POST /deliveries/:id/resend', {
  auth: 'user',
  summary: 'Resends a delivery that was given up',
  params: byId,
  returns: delivery,
  errors: ['rule_broken'],
})

export const getDeliveryChannels = endpoint('GET /deliveries/channels', {
  auth: 'user',
  summary: 'Channel settings',
  returns: deliveryChannels,
})

export const changeDeliverySettings = endpoint('PATCH /deliveries/settings', {
  auth: 'user',
  summary: 'Sets quiet hours, and how mail is sent',
  body: deliverySettingsPatch,
  returns: deliveryChannels,
})

export const testDeliveryChannel = endpoint('POST /deliveries/test', {
  auth: 'user',
  summary: 'Sends a test message on a channel at once',
  body: z.object({ channel: z.enum(['email', 'telegram', 'push']) }),
  returns: testResult,
})

export const linkTelegram = endpoint('POST /deliveries/telegram', {
  auth: 'user',
  summary: 'Creates a link that connects a Telegram chat, once, within ten minutes',
  returns: z.object({ url: z.string(), expires_at: instant }),
})

export const unlinkTelegram = endpoint('DELETE /deliveries/telegram', {
  auth: 'user',
  summary: 'Disconnects the Telegram chat',
  returns: nothing,
})

export const addPushDevice = endpoint('POST /deliveries/push', {
  auth: 'user',
  summary: 'Registers a browser for push messages',
  body: pushSubscriptionBody,
  returns: deliveryChannels,
  errors: ['rule_broken'],
})

export const deletePushDevice = endpoint('DELETE /deliveries/push/:id', {
  auth: 'user',
  summary: 'Removes a browser from push messages',
  params: byId,
  returns: nothing,
})

export const showUnsubscribe = endpoint('GET /deliveries/unsubscribe', {
  auth: 'public',
  summary: 'Page with a button that ends alert mail',
  query: byToken,
  file: 'text/html',
  errors: ['not_found'],
})

export const unsubscribe = endpoint('POST /deliveries/unsubscribe', {
  auth: 'public',
  summary: 'Ends alert mail',
  query: byToken,
  file: 'text/html',
  errors: ['not_found', 'payload_too_large', 'unsupported_media_type'],
})

export const listWebhooks = endpoint('GET /webhooks', {
  auth: 'user',
  tag: 'deliveries',
  summary: 'Webhooks, newest first',
  returns: z.array(webhook),
})

export const createWebhook = endpoint('POST /webhooks', {
  auth: 'user',
  tag: 'deliveries',
  summary: 'Creates a webhook and returns its secret, which is never shown again',
  body: z.object({
    url: z.string().check(z.minLength(1), z.maxLength(2_000)),
    name: z.optional(z.string().check(z.maxLength(60))),
  }),
  status: 201,
  returns: webhookSecret,
  errors: ['rule_broken'],
})

export const changeWebhook = endpoint('PATCH /webhooks/:id', {
  auth: 'user',
  tag: 'deliveries',
  summary: 'Switches a webhook on or off',
  params: byId,
  body: z.object({ enabled: z.boolean() }),
  returns: webhook,
})

export const deleteWebhook = endpoint('DELETE /webhooks/:id', {
  auth: 'user',
  tag: 'deliveries',
  summary: 'Deletes a webhook',
  params: byId,
  returns: nothing,
})

export const rotateWebhook = endpoint('POST /webhooks/:id/rotate', {
  auth: 'user',
  tag: 'deliveries',
  summary: 'Creates a new secret; the previous one also signs for another day',
  params: byId,
  returns: webhookSecret,
})

export const testWebhook = endpoint('POST /webhooks/:id/test', {
  auth: 'user',
  tag: 'deliveries',
  summary: 'Posts a test message, once',
  params: byId,
  returns: testResult,
})
