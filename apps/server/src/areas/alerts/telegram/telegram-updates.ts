import type { Clock } from '@aerie/core/time'
import { visibleName } from '@aerie/core/visible-name'
import * as z from 'zod/mini'
import { shortened } from '../deliveries/message-text.ts'
import type { TelegramApi } from './telegram-api.ts'
import type { TelegramRepository } from './telegram-repository.ts'

type Deps = {
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
  (deps: Deps) =>
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

async function take(deps: Deps, raw: unknown, signal: AbortSignal): Promise<number> {
  const given = z.safeParse(numbered, raw)
  if (!given.success) return 0
  const parsed = z.safeParse(update, raw)
  if (parsed.success) await handleUpdate(deps, parsed.data, signal)
  const next = given.data.update_id + 1
  // Stored afterwards: an interrupted update is read again, and a used link is harmless.
  await deps.chats.keepOffset(next)
  return next
}

async function handleUpdate({ api, chats, clock, onLinked }: Deps, { message }: Update, signal: AbortSignal): Promise<void> {
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
