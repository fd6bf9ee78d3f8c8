import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { type Clock, DAY_MS } from '@aerie/core/time'
import { visibleName } from '@aerie/core/visible-name'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { Webhook } from '@aerie/wire/alerts/deliveries'
import type { Db } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts'
import type { DeliveryChannel, Outcome } from '../deliveries/delivery-channel.ts'
import { addressFault, type RequestLimits } from './safe-request.ts'
import { type StoredWebhook, type WebhookRepository, webhookAnswer, webhookRepository } from './webhook-repository.ts'

type Deps = {
  readonly db: Db
  readonly box: SealedBox
  readonly clock: Clock
  readonly limits: RequestLimits
  readonly channel: DeliveryChannel
  readonly onChanged: (userId: string) => void
}

const MOST_WEBHOOKS = 5
const ROTATION_MS = DAY_MS
const TESTS = { burst: 10, perSecond: 1 / 30 }

export type WebhookService = ReturnType<typeof webhookService>

/** Secrets are returned only on creation and rotation. */
export function webhookService({ db, box, clock, limits, channel, onChanged }: Deps) {
  const webhooks: WebhookRepository = webhookRepository(db, box)
  const tests = keyedTokenBuckets({ clock, ...TESTS })
  const demand = (row: StoredWebhook | undefined): StoredWebhook => {
    if (row === undefined) throw new AppError('not_found', { detail: 'This webhook does not exist.' })
    return row
  }
  const answer = (row: StoredWebhook): Webhook => webhookAnswer(row, clock.now())
  return {
    list: async (userId: string): Promise<Webhook[]> => (await webhooks.list(userId)).map(answer),
    create: async (userId: string, { url, name }: { url: string; name?: string | undefined }) => {
      const fault = addressFault(url, limits)
      if (fault !== undefined) throw new AppError('bad_input', { detail: fault, errors: { url: [fault] } })
      const secret = drawWebhookSecret()
      const row = await lockingUser(db, userId, async (tx) => {
        const mine = webhookRepository(tx, box)
        if ((await mine.count(userId)) >= MOST_WEBHOOKS)
          throw new AppError('rule_broken', { detail: `You can keep ${MOST_WEBHOOKS} webhooks. Delete one first.` })
        return mine.insert(
          { id: randomUUID(), userId, url, name: visibleName(name ?? '') || null, createdAt: new Date(clock.now()) },
          secret,
        )
      })
      onChanged(userId)
      return { ...answer(demand(row)), secret }
    },
    enable: async (userId: string, id: string, isEnabled: boolean): Promise<Webhook> => {
      const row = demand(await webhooks.enable(userId, id, isEnabled))
      onChanged(userId)
      return answer(row)
    },
    remove: async (userId: string, id: string): Promise<void> => {
      if (!(await webhooks.remove(userId, id))) demand(undefined)
      onChanged(userId)
    },
    rotate: async (userId: string, id: string) => {
      const secret = drawWebhookSecret()
      const row = demand(await webhooks.rotate(userId, id, { secret, rotatesUntil: new Date(clock.now() + ROTATION_MS) }))
      onChanged(userId)
      return { ...answer(row), secret }
    },
    test: async (userId: string, id: string) => {
      demand(await webhooks.find(userId, id))
      if (!tests.take(userId, 1))
        throw new AppError('rate_limited', { detail: 'You have sent many test messages. Wait half a minute.', retryAfterSeconds: 30 })
      const message = { id: randomUUID(), userId, receiverId: id, firings: null }
      const outcome = await channel.send(message, AbortSignal.timeout(30_000), async () => undefined)
      const detail = detailOf(outcome)
      const status = /\b([1-5]\d\d)\b/.exec(detail)?.[1]
      return { ok: outcome.kind === 'sent', status: status === undefined ? null : Number(status), detail }
    },
  }
}

function detailOf(outcome: Outcome): string {
  if (outcome.kind === 'sent') return outcome.receipt
  if (outcome.kind === 'postponed') return 'Other messages to this receiver are under way. Try again in a moment.'
  return outcome.kind === 'stored' ? '' : outcome.problem
}

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** `whsec_` and base64 of 32 random bytes. */
export const drawWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

type Message = { readonly id: string; readonly timestamp: number; readonly body: string }

/** One signature per secret, for rotation; `timestamp` in whole seconds. Source: Standard Webhooks, "Signature scheme" */
export const webhookHeaders = ({ id, timestamp, body }: Message, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => signatureOf(`${id}.${timestamp}.${body}`, secret)).join(' '),
})

const signatureOf = (signed: string, secret: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(signed)
    .digest('base64')}`
