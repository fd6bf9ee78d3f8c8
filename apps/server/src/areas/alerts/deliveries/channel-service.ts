import { randomBytes, randomUUID } from 'node:crypto'
import { type Clock, MINUTE_MS } from '@aerie/core/time'
import { visibleName } from '@aerie/core/visible-name'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { DeliveryChannels, deliverySettingsPatch, pushSubscriptionBody } from '@aerie/wire/alerts/deliveries'
import type * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts'
import { pushRepository } from '../push/push-repository.ts'
import { isApplePush, isPushKey } from '../push/web-push.ts'
import type { TelegramRepository } from '../telegram/telegram-repository.ts'
import { addressFault, type RequestLimits } from '../webhook/safe-request.ts'
import type { WebhookService } from '../webhook/webhook-service.ts'
import type { DeliveryChannel } from './delivery-channel.ts'
import { deliveryOutbox } from './delivery-outbox.ts'
import { DEFAULT_SETTINGS, settingsRepository, timezoneNamed } from './settings-repository.ts'

export type Bot = { readonly name: () => string | undefined }

type Deps = {
  readonly db: Db
  readonly box: SealedBox
  readonly clock: Clock
  readonly limits: RequestLimits
  readonly chats: TelegramRepository
  readonly webhooks: Pick<WebhookService, 'list'>
  readonly bot: Bot | undefined
  readonly publicKey: () => Promise<string>
  readonly hasContact: boolean
  readonly channels: Partial<Record<'email' | 'telegram' | 'push', DeliveryChannel>>
  readonly onChanged: (userId: string) => void
}
type Owner = { readonly user_id: string; readonly email: string }

const LINK_MS = 10 * MINUTE_MS
const MOST_DEVICES = 10
const CODE_BYTES = 24
const TEST_MS = 30_000
const TESTS = { burst: 5, perSecond: 1 / 60 }

export type ChannelService = ReturnType<typeof channelService>

export const channelService = (deps: Deps) => ({
  all: (owner: Owner): Promise<DeliveryChannels> => allOf(deps, owner),
  ...settingChanges(deps),
  ...telegramLinks(deps),
  ...pushDevices(deps),
  ...channelTests(deps),
})

function settingChanges(deps: Deps) {
  const { db, clock, onChanged } = deps
  const settings = settingsRepository(db)
  return {
    change: async (owner: Owner, patch: z.output<typeof deliverySettingsPatch>): Promise<DeliveryChannels> => {
      const { quiet_hours, mail_digest, mail_wanted } = patch
      const timezone = quiet_hours == null ? null : timezoneNamed(quiet_hours.timezone)
      if (timezone === undefined)
        throw new AppError('bad_input', { detail: 'This time zone is not known.', errors: { 'quiet_hours.timezone': ['not known'] } })
      await settings.change(owner.user_id, {
        ...(quiet_hours !== undefined && {
          quietFrom: quiet_hours?.from ?? null,
          quietTo: quiet_hours?.to ?? null,
          timezone,
        }),
        ...(mail_digest && { mailDigest: mail_digest }),
        ...(mail_wanted !== undefined && { isMailWanted: mail_wanted }),
      })
      await deliveryOutbox(db).release(owner.user_id, new Date(clock.now()))
      onChanged(owner.user_id)
      return allOf(deps, owner)
    },
    unsubscribe: async (userId: string): Promise<void> => {
      await settings.change(userId, { isMailWanted: false })
      onChanged(userId)
    },
  }
}

const telegramLinks = ({ chats, clock, bot, onChanged }: Deps) => ({
  /** @throws AppError unavailable if the server has no bot, or its name is unknown yet */
  telegramLink: async (userId: string): Promise<{ url: string; expires_at: string }> => {
    const name = bot?.name()
    if (name === undefined)
      throw new AppError('unavailable', {
        detail: bot === undefined ? 'This server has no Telegram bot.' : 'Telegram does not answer right now.',
        retryAfterSeconds: 30,
      })
    const code = randomBytes(CODE_BYTES).toString('base64url')
    const expiresAt = new Date(clock.now() + LINK_MS)
    await chats.addLink(userId, code, expiresAt)
    return { url: `https://t.me/${name}?start=${code}`, expires_at: expiresAt.toISOString() }
  },
  telegramUnlink: async (userId: string): Promise<void> => {
    await chats.unlink(userId)
    onChanged(userId)
  },
})

function pushDevices(deps: Deps) {
  const { db, box, clock, limits, hasContact, onChanged } = deps
  const devices = pushRepository(db, box)
  return {
    addDevice: async (owner: Owner, body: z.output<typeof pushSubscriptionBody>): Promise<DeliveryChannels> => {
      const userId = owner.user_id
      const fault = addressFault(body.endpoint, limits)
      if (fault !== undefined) throw new AppError('bad_input', { detail: fault, errors: { endpoint: [fault] } })
      const { endpoint, keys } = body
      if (!hasContact && isApplePush(endpoint))
        throw new AppError('rule_broken', {
          detail: 'Apple’s push service needs a contact of this server. Its operator has to set MAIL_FROM or an https PUBLIC_URL.',
        })
      if (!isPushKey(keys))
        throw new AppError('bad_input', {
          detail: 'The keys of this browser are not valid.',
          errors: { keys: ['a point of P-256, and 16 bytes'] },
        })
      const name = visibleName(body.name ?? '') || 'Browser'
      await lockingUser(db, userId, async (tx) => {
        const mine = pushRepository(tx, box)
        if ((await mine.count(userId)) >= MOST_DEVICES)
          throw new AppError('rule_broken', { detail: `At most ${MOST_DEVICES} browsers can get alerts. Remove one first.` })
        await mine.save({ userId, endpoint, subscription: JSON.stringify({ endpoint, keys }), name, at: new Date(clock.now()) })
      })
      onChanged(userId)
      return allOf(deps, owner)
    },
    removeDevice: async (userId: string, id: string): Promise<void> => {
      if (!(await devices.remove(userId, id))) throw new AppError('not_found', { detail: 'This browser is not registered.' })
      onChanged(userId)
    },
  }
}

function channelTests({ db, box, clock, channels }: Deps) {
  const devices = pushRepository(db, box)
  const tests = keyedTokenBuckets({ clock, ...TESTS })
  return {
    test: async ({ user_id: userId }: Owner, name: 'email' | 'telegram' | 'push') => {
      if (!tests.take(userId, 1))
        throw new AppError('rate_limited', { detail: 'You have sent many test messages. Wait a minute.', retryAfterSeconds: 60 })
      const channel = channels[name]
      if (channel === undefined) return { ok: false, status: null, detail: 'This channel is not available on this server.' }
      const receivers = name === 'push' ? (await devices.list(userId)).map(({ id }) => id) : [userId]
      if (receivers.length === 0) return { ok: false, status: null, detail: 'No browser is set up for push.' }
      const problems = (await Promise.all(receivers.map((receiverId) => problemsOf(channel, { userId, receiverId })))).flat()
      return { ok: problems.length === 0, status: null, detail: problems[0] ?? 'Sent.' }
    },
  }
}

async function problemsOf(channel: DeliveryChannel, to: { readonly userId: string; readonly receiverId: string }): Promise<string[]> {
  const message = { id: randomUUID(), ...to, firings: null }
  const outcome = await channel.send(message, AbortSignal.timeout(TEST_MS), async () => undefined)
  if (outcome.kind === 'postponed') return ['Other messages are under way. Try again in a moment.']
  return outcome.kind === 'failed' || outcome.kind === 'refused' ? [outcome.problem] : []
}

async function allOf(
  { db, box, chats, webhooks, bot, publicKey, hasContact }: Deps,
  { user_id: userId, email }: Owner,
): Promise<DeliveryChannels> {
  const [settings, chat, devices, hooks, key] = await Promise.all([
    settingsRepository(db).ofAll([userId]),
    chats.chat(userId),
    pushRepository(db, box).list(userId),
    webhooks.list(userId),
    publicKey(),
  ])
  const { quietHours, mailDigest, isMailWanted } = settings.get(userId) ?? DEFAULT_SETTINGS
  return {
    email: { address: email, wanted: isMailWanted, digest: mailDigest },
    telegram: {
      is_available: bot !== undefined,
      bot: bot?.name() ?? null,
      linked_at: chat?.linkedAt.toISOString() ?? null,
      chat: chat?.name ?? null,
      problem: chat?.problem ?? null,
    },
    push: {
      public_key: key,
      has_contact: hasContact,
      devices: devices.map(({ id, name, createdAt, sentAt }) => ({
        id,
        name,
        created_at: createdAt.toISOString(),
        sent_at: sentAt?.toISOString() ?? null,
      })),
    },
    webhooks: hooks,
    quiet_hours: quietHours,
  }
}
