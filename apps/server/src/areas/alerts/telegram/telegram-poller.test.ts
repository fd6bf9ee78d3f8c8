import { epochMs } from '@aerie/core/time'
import { expect, it, vi } from 'vitest'
import { updateReader } from './telegram-poller.ts'

const { signal } = new AbortController()
const CODE = 'a-code-of-some-length'
const started = (update_id: number, type = 'private', names: object = { username: 'ada' }) => ({
  update_id,
  message: { text: `/start ${CODE}`, chat: { id: 7, type, ...names } },
})

function reading(result: unknown) {
  let kept = 5
  const link = vi.fn<(...given: unknown[]) => Promise<string>>(async () => 'user-1')
  const onLinked = vi.fn<(userId: string) => void>()
  const read = updateReader({
    api: { updates: async () => ({ ok: true, result }), send: async () => ({ ok: true, result: {} }) },
    chats: {
      offset: async () => kept,
      keepOffset: async (offset) => {
        kept = offset
      },
      link,
    },
    clock: { now: () => epochMs(0) },
    onLinked,
    waitS: 1,
  })
  return { read: () => read(signal), kept: () => kept, link, onLinked }
}

it.each([[{ message_id: 7 }], [null], [[{ message: 'without a number' }]], [[{ update_id: 4 }]]])(
  'does not poll again at once after %j, which makes no progress',
  async (result) => expect(await reading(result).read()).toBe(false),
)

it('polls again at once after an empty response and after updates', async () => {
  expect(await reading([]).read()).toBe(true)
  const stage = reading([{ update_id: 9 }, started(10)])
  expect([await stage.read(), stage.kept()]).toEqual([true, 11])
  expect(stage.onLinked).toHaveBeenCalledExactlyOnceWith('user-1')
})

it.each([
  [{ username: 'ada', first_name: 'Ada' }, '@ada'],
  [{ first_name: 'Ada\u202eada\u0007' }, 'Adaada'],
  [{ first_name: '\u202e\u200b' }, 'Telegram'],
  [{}, 'Telegram'],
])('names a chat by the visible part of %j', async (names, name) => {
  const stage = reading([started(10, 'private', names)])
  await stage.read()
  expect(stage.link).toHaveBeenCalledExactlyOnceWith(CODE, { chatId: 7, name }, expect.any(Date))
})

it('links private chats only', async () => {
  const stage = reading([started(10, 'group')])
  expect([await stage.read(), stage.kept(), stage.link.mock.calls.length]).toEqual([true, 11, 0])
})
