import { once } from 'node:events'
import http from 'node:http'
import { systemClock } from '@aerie/core/time'
import { portOf } from '@aerie/testkit/port-of'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'
import { openDuties } from '../../../platform/duties/duty.ts'
import { telegramApi } from './telegram-api.ts'
import { telegramPoller } from './telegram-poller.ts'
import { telegramRepository } from './telegram-repository.ts'

const TOKEN = '123456:telegram-secret-token'
type Call = { readonly method: string; readonly body: { readonly offset?: number; readonly chat_id?: number; readonly text?: string } }
type Update = { readonly update_id: number; readonly message: object }

/** The Bot API keeps updates until an offset confirms them, and refuses a second concurrent reader. */
function botApi() {
  const state = {
    updates: [] as Update[],
    calls: [] as Call[],
    readers: 0,
    conflicts: 0,
    instead: [] as ((response: http.ServerResponse) => void)[],
    blocked: new Set<number>(),
  }
  const respond = (response: http.ServerResponse, answer: object): void => void response.end(JSON.stringify(answer))
  const refuse = (response: http.ServerResponse, code: number, description: string): void => {
    response.writeHead(code)
    respond(response, { ok: false, error_code: code, description })
  }
  const getUpdates = ({ offset = 0 }: Call['body'], response: http.ServerResponse): void => {
    const instead = state.instead.shift()
    if (instead !== undefined) {
      instead(response)
      return
    }
    if (state.readers > 0) {
      state.conflicts += 1
      refuse(response, 409, 'Conflict: terminated by other getUpdates request')
      return
    }
    state.readers += 1
    state.updates = state.updates.filter(({ update_id }) => update_id >= offset)
    setImmediate(() => {
      state.readers -= 1
      respond(response, { ok: true, result: state.updates })
    })
  }
  const answer = (call: Call, response: http.ServerResponse): void => {
    state.calls.push(call)
    if (call.method === 'getMe') respond(response, { ok: true, result: { username: 'aerie_bot' } })
    else if (call.method === 'getUpdates') getUpdates(call.body, response)
    else if (state.blocked.has(call.body.chat_id ?? 0)) refuse(response, 403, 'Forbidden: bot was blocked by the user')
    else respond(response, { ok: true, result: { message_id: 1 } })
  }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () =>
      answer({ method: request.url?.split('/').at(-1) ?? '', body: JSON.parse(Buffer.concat(parts).toString()) }, response),
    )
  })
  return { state, server, refuse }
}

const bot = botApi()
let t: AlertStage
let url = ''
beforeAll(async () => {
  bot.server.listen(0, '127.0.0.1')
  await once(bot.server, 'listening')
  url = `http://127.0.0.1:${portOf(bot.server)}`
  t = await alertStage()
})
afterAll(async () => {
  await t.close()
  bot.server.closeAllConnections()
  bot.server.close()
})

const logged: string[] = []
const logger = pino({}, { write: (line: string) => void logged.push(line) })
const linked: string[] = []
const open = () => {
  const chats = telegramRepository(t.db)
  const api = telegramApi({ token: TOKEN, url })
  const deps = {
    duties: openDuties({ pool: t.db.$client }),
    api,
    chats,
    clock: systemClock,
    logger,
    onLinked: (userId: string) => void linked.push(userId),
  }
  return telegramPoller({ ...deps, waitS: 1, pauseMs: 5 })
}
let poller: ReturnType<typeof open>
beforeEach(() => {
  Object.assign(bot.state, { updates: [], calls: [], conflicts: 0, instead: [] })
  linked.length = 0
  poller = open()
  poller.start()
})
afterEach(() => poller.stop())

let lastUpdate = 0
const write = (text: string, id: number, message: object = {}): number => {
  lastUpdate += 1
  bot.state.updates.push({ update_id: lastUpdate, message: { text, chat: { id, type: 'private', username: 'ada' }, ...message } })
  return lastUpdate
}
const textsTo = (id: number) =>
  bot.state.calls.filter(({ method, body }) => method === 'sendMessage' && body.chat_id === id).map(({ body }) => body.text)
const link = async (userId: string, lastsMs = 60_000): Promise<string> => {
  const code = `code-of-${userId}`
  await telegramRepository(t.db).addLink(userId, code, new Date(Date.now() + lastsMs))
  return code
}
const chatOf = (userId: string) => telegramRepository(t.db).chat(userId)
const OVER = 'This link is not valid any more. Make a new one.'

it('reports the name of the bot, and links the chat that opens a link, once', async () => {
  const { userId } = await t.user()
  write(`/start ${await link(userId)}`, 11)
  await expect.poll(() => textsTo(11)).toEqual(['Linked. Your alerts come here now.'])
  await expect.poll(() => linked).toEqual([userId])
  expect([poller.bot(), await chatOf(userId)]).toMatchObject(['aerie_bot', { chatId: 11, name: '@ada', problem: null }])
})

it('refuses an invalid, a used and an expired payload', async () => {
  const [ada, eve] = [await t.user(), await t.user()]
  const code = await link(ada.userId)
  write(`/start ${code}`, 21)
  await expect.poll(() => textsTo(21)).toHaveLength(1)
  write(`/start ${code}`, 22)
  write('/start somebody-guessed-this-one', 23)
  write(`/start ${await link(eve.userId, -1)}`, 24)
  write(`/start ${'x'.repeat(5_000)}`, 25)
  write("/start '; drop table users; --", 26)
  const last = write('hello', 27)
  await expect.poll(() => bot.state.calls.some(({ body }) => body.offset === last + 1)).toBe(true)
  expect([textsTo(22), textsTo(23), textsTo(24), textsTo(25), textsTo(26), textsTo(27)]).toEqual([[OVER], [OVER], [OVER], [], [], []])
  expect([(await chatOf(ada.userId))?.chatId, await chatOf(eve.userId)]).toEqual([21, undefined])
})

it('deletes links that were not opened in time', async () => {
  const [ada, eve] = [await t.user(), await t.user()]
  await link(ada.userId, -1)
  await link(eve.userId)
  t.stage().deliveries.start()
  const left = async () =>
    (await t.db.execute(sql`select user_id from telegram_links where user_id in (${ada.userId}, ${eve.userId})`)).rows
  await expect.poll(left).toEqual([{ user_id: eve.userId }])
})

it('processes an update once, even if Telegram repeats it, and after a restart', async () => {
  const { userId } = await t.user()
  const first = write(`/start ${await link(userId)}`, 31)
  await expect.poll(() => textsTo(31)).toHaveLength(1)
  await poller.stop()
  poller = open()
  poller.start()
  const last = write('hello', 31)
  await expect.poll(() => bot.state.calls.some(({ body }) => body.offset === last + 1)).toBe(true)
  expect([textsTo(31).length, linked]).toEqual([1, [userId]])
  expect(bot.state.calls.filter(({ method }) => method === 'getUpdates').at(-1)?.body.offset).toBeGreaterThan(first)
})

it.each([
  ['409', (response: http.ServerResponse) => bot.refuse(response, 409, 'Conflict')],
  ['500', (response: http.ServerResponse) => void response.writeHead(500).end('<html>')],
  ['no JSON', (response: http.ServerResponse) => void response.end('no')],
  ['a broken connection', (response: http.ServerResponse) => void response.destroy()],
  [
    'an answer without an end',
    (response: http.ServerResponse) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    },
  ],
])('continues after %s', async (_what, answer) => {
  const { userId } = await t.user()
  const code = await link(userId)
  bot.state.instead.push(answer)
  await expect.poll(() => bot.state.instead).toEqual([])
  const id = lastUpdate + 1_000
  write(`/start ${code}`, id)
  await expect.poll(() => chatOf(userId)).toMatchObject({ chatId: id })
})

it('continues when the user who opened the link has since blocked the bot', async () => {
  const [ada, eve] = [await t.user(), await t.user()]
  bot.state.blocked.add(41)
  write(`/start ${await link(ada.userId)}`, 41)
  write(`/start ${await link(eve.userId)}`, 42)
  await expect.poll(() => linked).toEqual([ada.userId, eve.userId])
})

it('runs one reader across all processes, and another takes over when it stops', async () => {
  const second = open()
  second.start()
  const { userId } = await t.user()
  await expect.poll(() => second.bot()).toBe('aerie_bot')
  await poller.stop()
  write(`/start ${await link(userId)}`, 51)
  await expect.poll(() => textsTo(51)).toHaveLength(1)
  await second.stop()
  expect(bot.state.conflicts).toBe(0)
})

it('leaks no token into a log', () => expect(logged.join('')).not.toContain('telegram-secret'))

it('stops at once while Telegram holds a long poll open', async () => {
  bot.state.instead.push(() => undefined)
  await expect.poll(() => bot.state.instead).toEqual([])
  await poller.stop()
  expect((await t.db.execute(sql`select 1 from duties where name = 'telegram' and until > now()`)).rows).toEqual([])
})
