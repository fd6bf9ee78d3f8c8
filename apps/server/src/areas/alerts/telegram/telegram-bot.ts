import { type Clock, SECOND_MS } from '@aerie/core/time'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../../../config.ts'
import type { Duties } from '../../../platform/duties/duty.ts'
import { type DeliveryChannel, MESSAGE_SCHEDULE, type Outcome } from '../deliveries/delivery-channel.ts'
import { messageOf } from '../deliveries/message-text.ts'
import { type TelegramAnswer, type TelegramApi, telegramApi } from './telegram-api.ts'
import { telegramPoller } from './telegram-poller.ts'
import type { TelegramRepository } from './telegram-repository.ts'

type Deps = {
  readonly config: Pick<Config, 'TELEGRAM_BOT_TOKEN' | 'TELEGRAM_API_URL'>
  readonly duties: Duties
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly chats: TelegramRepository
  readonly onLinked: (userId: string) => void
}

export function telegramBot({ config, duties, clock, logger, chats, onLinked }: Deps) {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: url } = config
  if (token === undefined) return undefined
  const api = telegramApi({ token, url })
  return { channel: telegramChannel({ api, chats }), poller: telegramPoller({ duties, api, chats, clock, logger, onLinked }) }
}

const LONGEST = 4_096
const sentMessage = z.object({ message_id: z.int() })
const BLOCKED = 'The bot was blocked. Link Telegram again to go on.'

/** Plain text. The Bot API does not deduplicate, so possible duplicates are marked. */
const telegramChannel = ({ api, chats }: { readonly api: TelegramApi; readonly chats: TelegramRepository }): DeliveryChannel => ({
  schedule: MESSAGE_SCHEDULE,
  takesDigests: true,
  knowsRepetition: false,
  send: async ({ userId, firings }, signal) => {
    const chat = await chats.chat(userId)
    if (chat === undefined) return { kind: 'refused', problem: 'Telegram is not linked.' }
    if (chat.problem !== null) return { kind: 'refused', problem: chat.problem }
    const answer = await api.send(chat.chatId, messageOf(firings, LONGEST).body, signal)
    const outcome = outcomeOf(answer)
    if (isOver(answer) && outcome.kind === 'refused') await chats.block(userId, outcome.problem)
    return outcome
  },
})

/** Whether the chat is permanently unreachable, as opposed to a rejected message. */
const isOver = (answer: TelegramAnswer): boolean => !answer.ok && (answer.code === 403 || answer.isChatGone)

function outcomeOf(answer: TelegramAnswer): Outcome {
  if (answer.ok) {
    const message = z.safeParse(sentMessage, answer.result)
    return { kind: 'sent', receipt: message.success ? `Message ${message.data.message_id}.` : 'Taken by Telegram.' }
  }
  if (answer.code === 403) return { kind: 'refused', problem: BLOCKED }
  if (answer.isChatGone) return { kind: 'refused', problem: 'Telegram no longer knows this chat. Link it again.' }
  if (answer.code === 400) return { kind: 'refused', problem: 'Telegram did not take this message.' }
  const retryAfterMs = answer.retryAfterS === undefined ? undefined : answer.retryAfterS * SECOND_MS
  return { kind: 'failed', problem: FAILURE_MESSAGES[answer.code] ?? `Telegram answered ${answer.code}.`, retryAfterMs }
}

const FAILURE_MESSAGES: Readonly<Record<number, string>> = {
  0: 'Telegram did not answer.',
  401: 'Telegram refused the bot of this server.',
  429: 'Telegram asked to wait.',
}
