import type { JsonWebKey } from 'node:crypto'
import { type Clock, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { type PushMessage, pushSubscriptionBody } from '@aerie/wire/alerts/deliveries'
import * as z from 'zod/mini'
import { type DeliveryChannel, MESSAGE_SCHEDULE, type Message, type Outcome } from '../deliveries/delivery-channel.ts'
import { messageOf, shortened } from '../deliveries/message-text.ts'
import { receiverGate } from '../webhook/receiver-gate.ts'
import { postSafely, type RequestLimits, retryAfterMs, type SafeAnswer } from '../webhook/safe-request.ts'
import type { PushRepository } from './push-repository.ts'
import { encryptPush, isPushKey, MOST_PAYLOAD_BYTES, pushTopic, vapidAuthorization } from './web-push.ts'

type Deps = {
  readonly devices: PushRepository
  readonly key: () => Promise<JsonWebKey>
  readonly clock: Clock
  readonly limits: RequestLimits
  /** Operator contact for push services: `mailto:` or an origin. */
  readonly subject: string
  readonly pushUrl: string | undefined
}

const TTL_S = 86_400
const TOKEN_MS = 12 * HOUR_MS
const LONGEST_BODY = 1_500

/** Encrypted end to end (RFC 8291); a repeated message replaces the first by its topic. */
export function pushChannel({ devices, key, clock, limits, subject, pushUrl }: Deps): DeliveryChannel {
  // Most browsers use one of three push hosts; a user has ten browsers.
  const gate = receiverGate(clock, { perUser: 10, perHost: Number.POSITIVE_INFINITY, slow: 8 })
  return {
    schedule: MESSAGE_SCHEDULE,
    takesDigests: true,
    knowsRepetition: true,
    send: async (message, signal) => {
      const subscription = await devices.subscription(message.receiverId)
      if (subscription === undefined) return { kind: 'refused', problem: 'The browser was removed.' }
      const { endpoint, keys } = z.parse(pushSubscriptionBody, JSON.parse(subscription))
      // Stored before keys were validated: encryption is impossible.
      if (!isPushKey(keys)) {
        await devices.forget(message.receiverId)
        return { kind: 'refused', problem: 'The keys of this browser are not valid. It was removed.' }
      }
      const url = pushUrl === undefined ? endpoint : rebased(endpoint, pushUrl)
      const expiresAtS = Math.floor((clock.now() + TOKEN_MS) / SECOND_MS)
      const headers = {
        authorization: vapidAuthorization(await key(), { audience: new URL(url).origin, subject, expiresAtS }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_S),
        urgency: 'high',
        topic: pushTopic(message.id),
      }
      const body = encryptPush(payloadOf(message, clock.now()), keys)
      const outcome = await gate({ userId: message.userId, url }, async () =>
        outcomeOf(await postSafely({ url, headers, body, signal }, limits), clock.now()),
      )
      if (outcome === GONE) await devices.forget(message.receiverId)
      if (outcome.kind === 'sent') await devices.sent(message.receiverId, new Date(clock.now()))
      return outcome
    },
  }
}

const rebased = (endpoint: string, base: string): string => {
  const { pathname, search } = new URL(endpoint)
  return `${base.replace(/\/$/, '')}${pathname}${search}`
}

function payloadOf({ firings }: Message, now: number): Buffer {
  const { subject, body } = messageOf(firings, LONGEST_BODY)
  const [first] = firings ?? []
  const message: PushMessage = {
    firing: first?.id ?? null,
    title: shortened(subject, 200),
    body,
    url: '/tradealerts',
    tag: first?.id ?? 'test',
    at: first?.at ?? new Date(now).toISOString(),
  }
  const whole = Buffer.from(JSON.stringify(message))
  return whole.length <= MOST_PAYLOAD_BYTES ? whole : Buffer.from(JSON.stringify({ ...message, body: shortened(body, 300) }))
}

const GONE: Outcome = { kind: 'refused', problem: 'The browser no longer accepts messages. It was removed.' }

function outcomeOf({ status, headers }: SafeAnswer, now: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent', receipt: `The push service answered ${status}.` }
  if (status === 404 || status === 410) return GONE
  // Permanent: the signature, its key or its contact is rejected.
  if (status === 401 || status === 403)
    return { kind: 'refused', problem: `The push service does not accept this server’s signature (${status}).` }
  if (status === 400 || status === 413) return { kind: 'refused', problem: `The push service refused the message (${status}).` }
  return { kind: 'failed', problem: `The push service answered ${status}.`, retryAfterMs: retryAfterMs(headers, now) }
}
