import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@aerie/core/time'
import { visibleName } from '@aerie/core/visible-name'
import { every } from '@aerie/runtime/ticker'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Duties } from '../../../platform/duties/duty.ts'
import { shortened } from '../deliveries/message-text.ts'
import type { TelegramApi } from './telegram-api.ts'
import type { TelegramRepository } from './telegram-repository.ts'

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
        logger.warn({ err: error, part: 'telegram' }, 'the bot could not be polled; trying again')
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

type UpdateDeps = {
  readonly api: Pick<TelegramApi, 'updates' | 'send'>
  readonly chats: Pick<TelegramRepository, 'offset' | 'keepOffset' | 'link'>
  readonly clock: Clock
  readonly onLinked: (userId: string) => void
  readonly waitS: number
}

const numbered = z.object({ update_id: z.int() })
const update = z.object({
  update_id: z.int(),
  message: z.optional(
    z.object({
      text: z.optional(z.string()),
      chat: z.object({ id: z.int(), type: z.string(), username: z.optional(z.string()), first_name: z.optional(z.string()) }),
    }),
  ),
})
type Update = z.output<typeof update>
const START = /^\/start ([A-Za-z0-9_-]{16,64})$/

const MOST_NAME = 60

/** @returns whether to poll again at once; false if the response made no progress */
export const updateReader =
  (deps: UpdateDeps) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const { api, chats, waitS } = deps
    const offset = await chats.offset()
    const answer = await api.updates(offset, waitS, signal)
    const list = z.safeParse(z.array(z.unknown()), answer.ok ? answer.result : undefined)
    if (!list.success) return false
    let next = offset
    for (const raw of list.data) next = Math.max(next, await take(deps, raw, signal))
    return list.data.length === 0 || next > offset
  }

async function take(deps: UpdateDeps, raw: unknown, signal: AbortSignal): Promise<number> {
  const given = z.safeParse(numbered, raw)
  if (!given.success) return 0
  const parsed = z.safeParse(update, raw)
  if (parsed.success) await handleUpdate(deps, parsed.data, signal)
  const next = given.data.update_id + 1
  // Stored afterwards: an interrupted update is read again, and a used link is harmless.
  await deps.chats.keepOffset(next)
  return next
}

async function handleUpdate({ api, chats, clock, onLinked }: UpdateDeps, { message }: Update, signal: AbortSignal): Promise<void> {
  const code = START.exec(message?.text ?? '')?.[1]
  if (message === undefined || code === undefined || message.chat.type !== 'private') return
  const { id, username, first_name } = message.chat
  const given = username === undefined ? visibleName(first_name ?? '') : `@${visibleName(username)}`
  const name = shortened(given === '' ? 'Telegram' : given, MOST_NAME)
  const userId = await chats.link(code, { chatId: id, name }, new Date(clock.now()))
  await api.send(
    id,
    userId === undefined ? 'This link is not valid any more. Make a new one.' : 'Linked. Your alerts come here now.',
    signal,
  )
  if (userId !== undefined) onLinked(userId)
}
