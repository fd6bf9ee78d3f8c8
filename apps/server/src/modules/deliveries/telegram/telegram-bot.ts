import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../db/client.ts'
import { telegramApi } from './telegram-api.ts'
import { telegramChannel } from './telegram-channel.ts'
import { telegramPoller } from './telegram-poller.ts'
import type { TelegramRepository } from './telegram-repository.ts'

type Deps = {
  readonly config: Pick<Config, 'TELEGRAM_BOT_TOKEN' | 'TELEGRAM_API_URL'>
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly chats: TelegramRepository
  readonly onLinked: (userId: string) => void
}

/** The bot that writes to linked chats and reads who links one; undefined where this server has no token of one. */
export function telegramBot({ config, db, clock, logger, chats, onLinked }: Deps) {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: url } = config
  if (token === undefined) return undefined
  const api = telegramApi({ token, url })
  return { channel: telegramChannel({ api, chats }), poller: telegramPoller({ pool: db.$client, api, chats, clock, logger, onLinked }) }
}
