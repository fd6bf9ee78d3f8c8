import type { Clock } from '@aerie/core/time'
import { type DeliveryChannel, type Message, type Outcome, WEBHOOK_SCHEDULE } from '../deliveries/delivery-channel.ts'
import { receiverGate } from './receiver-gate.ts'
import { postSafely, type RequestLimits, retryAfterMs, type SafeAnswer } from './safe-request.ts'
import type { WebhookRepository } from './webhook-repository.ts'
import { webhookHeaders } from './webhook-service.ts'

type Deps = { readonly webhooks: WebhookRepository; readonly clock: Clock; readonly limits: RequestLimits }

const SECOND_MS = 1_000

const bodyOf = ({ firings }: Message, now: number): string => {
  const [firing] = firings ?? []
  const timestamp = new Date(now).toISOString()
  if (firing === undefined) return JSON.stringify({ type: 'test', timestamp, data: {} })
  const { terms, ...rest } = firing
  return JSON.stringify({
    type: 'alert.fired',
    timestamp,
    data: { ...rest, kind: terms.kind, symbol: terms.symbol ?? null, note: terms.note ?? null, terms },
  })
}

/** Standard Webhooks; `webhook-id` is the same for all attempts of a delivery, for deduplication. */
export function webhookChannel({ webhooks, clock, limits }: Deps): DeliveryChannel {
  const gate = receiverGate(clock)
  return {
    schedule: WEBHOOK_SCHEDULE,
    takesDigests: false,
    knowsRepetition: true,
    send: async (message, signal) => {
      const webhook = await webhooks.withSecrets(message.receiverId, new Date(clock.now()))
      if (webhook === undefined) return { kind: 'refused', problem: 'The webhook was deleted.' }
      if (!webhook.isEnabled && message.firings !== null) return { kind: 'refused', problem: 'The webhook is switched off.' }
      const body = bodyOf(message, clock.now())
      const timestamp = Math.floor(clock.now() / SECOND_MS)
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Aerie-Webhooks/1',
        ...webhookHeaders({ id: `msg_${message.id}`, timestamp, body }, webhook.secrets),
      }
      const outcome = await gate({ userId: message.userId, url: webhook.url }, async () =>
        outcomeOf(await postSafely({ url: webhook.url, headers, body, signal }, limits), clock.now()),
      )
      if (outcome.kind === 'sent') await webhooks.sent(webhook.id, new Date(clock.now()))
      if (outcome.kind === 'refused') await webhooks.disable(webhook.id, outcome.problem)
      return outcome
    },
  }
}

function outcomeOf({ status, headers }: SafeAnswer, now: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent', receipt: `Answered ${status}.` }
  if (status === 410) return { kind: 'refused', problem: 'The receiver answered 410 (gone). The webhook was switched off.' }
  if (status >= 300 && status < 400) return { kind: 'failed', problem: `The receiver answered ${status}; redirects are not followed.` }
  return { kind: 'failed', problem: `The receiver answered ${status}.`, retryAfterMs: retryAfterMs(headers, now) }
}
