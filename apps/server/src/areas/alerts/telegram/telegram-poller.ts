import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Duties } from '../../../platform/duties/duty.ts'
import type { TelegramApi } from './telegram-api.ts'
import type { TelegramRepository } from './telegram-repository.ts'
import { updateReader } from './telegram-updates.ts'

type Deps = {
  readonly duties: Duties
  readonly api: TelegramApi
  readonly chats: TelegramRepository
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly onLinked: (userId: string) => void
  /** Long polling timeout in seconds. */
  readonly waitS?: number
  readonly pauseMs?: number
}

const WAIT_S = 25
const PAUSE_MS = 3_000
const RENEW_MS = 1_500

/** One process at a time, because the Bot API rejects a second reader. */
export function telegramPoller({ duties, api, chats, clock, logger, onLinked, waitS = WAIT_S, pauseMs = PAUSE_MS }: Deps) {
  const mine = duties.of('telegram')
  const over = new AbortController()
  const read = updateReader({ api, chats, clock, onLinked, waitS })
  let running: Promise<void> = Promise.resolve()
  let bot: string | undefined

  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: over.signal, ref: false }).catch(() => undefined)

  async function readAll(): Promise<void> {
    while (!over.signal.aborted) {
      try {
        await learnName()
        const term = await mine.take()
        if (term !== undefined) await readUnder(term)
      } catch (error) {
        logger.warn({ err: error, part: 'telegram' }, 'the bot could not be tended; trying again')
      }
      await pause(pauseMs)
    }
  }

  async function learnName(): Promise<void> {
    if (bot !== undefined) return
    const me = await api.me(over.signal)
    const parsed = z.safeParse(z.object({ username: z.string() }), me.ok ? me.result : null)
    if (parsed.success) bot = parsed.data.username
    else logger.warn({ part: 'telegram' }, 'Telegram does not say who the bot is; trying again')
  }

  async function readUnder(term: number): Promise<void> {
    const lost = new AbortController()
    const renew = async (): Promise<void> => {
      if (!(await mine.renew(term))) lost.abort()
    }
    const stopRenewing = every(RENEW_MS, renew, { onError: () => lost.abort() })
    try {
      const signal = AbortSignal.any([over.signal, lost.signal])
      while (!signal.aborted) if (!(await read(signal))) break
    } finally {
      stopRenewing()
      await mine.release(term)
    }
  }

  return {
    bot: () => bot,
    start: (): void => {
      running = readAll()
    },
    stop: async (): Promise<void> => {
      over.abort()
      await running
    },
  }
}
