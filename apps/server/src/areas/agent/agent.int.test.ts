import { randomUUID } from 'node:crypto'
import { defined } from '@aerie/core/defined'
import { HOUR_MS } from '@aerie/core/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AgentStage, agentStage, BTC_PRICE, insertUsers, MARKET_NOW, plainEngine, priceResult } from '../../../test/agent-stage.ts'
import type { AgentWindow } from '../../../test/agent-window.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { agentConversations, agentMessages } from '../../platform/db/schema/agent.ts'
import { EXPORT_PAGE, MESSAGES_A_DAY, WAITING_MAX } from './agent-limits.ts'
import type { BuiltIn } from './answers/draft.ts'

let database: TestDatabase
let stage: AgentStage
let ada: string
let bob: string
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ;[ada, bob] = await insertUsers(database)
  stage = await agentStage({ database })
})
afterEach(() => stage.close())

const ask = (window: AgentWindow, conversation: string, text: string, id: string = randomUUID()): string => {
  window.emit('message', { conversation, text, id })
  return id
}

describe('a conversation', () => {
  it('starts with a text, is named after it, and answers each message with one reply', async () => {
    const window = stage.window(ada)
    const { _id, name } = await window.begin('What is the price of BTC,\nplease?')
    expect(name).toBe('What is the price of BTC,')
    const id = ask(window, _id, 'BTC and ETH?')
    const reply = await window.reply()
    expect(reply).toMatchObject({
      conversation: _id,
      sender: 'Agent',
      content: 'Let me look.',
      reply_to: id,
      engine: 'built-in',
      language: 'en',
      suggestions: ['And ETH?'],
      tool_calls: [
        { name: 'get_crypto_price', arguments: '{"ticker":"BTC"}' },
        { name: 'get_crypto_price', arguments: '{"ticker":"ETH"}' },
      ],
    })
    const history = await window.history(_id)
    expect(history.map(({ sender, content }) => [sender, content])).toEqual([
      ['user', 'BTC and ETH?'],
      ['Agent', 'Let me look.'],
    ])
  })

  it('sends a client without capabilities one message for each message, as the contract specifies', async () => {
    const window = stage.window(ada)
    window.emit('conversation', { text: 'hello' })
    const [conversation] = [await window.until(() => window.all('conversation')[0])]
    window.emit('message', { conversation: conversation._id, text: 'BTC?' })
    await window.reply()
    window.emit('message', { conversation: conversation._id, text: 'hello' })
    await window.reply(2)
    expect(window.all('message').map(({ sender, tool_calls }) => [sender, tool_calls?.length])).toEqual([
      ['Agent', 1],
      ['Agent', undefined],
    ])
    window.emit('conversations')
    expect(await window.until(() => window.all('conversations')[0])).toEqual([conversation])
  })

  it('is stored on disk before anybody is notified', async () => {
    const window = stage.window(ada)
    const { _id } = await window.begin()
    const stored = new Promise((resolve) =>
      window.socket.on('message', ({ _id: message, reply_to }: { _id: string; reply_to?: string }) => {
        if (reply_to !== undefined) resolve(database.db.select().from(agentMessages).where(eq(agentMessages.id, message)))
      }),
    )
    ask(window, _id, 'BTC?')
    expect(await stored).toMatchObject([{ content: 'Let me look.', kind: 'reply' }])
  })

  it('proposes charts for coins that have one', async () => {
    const window = stage.window(ada)
    const { _id } = await window.begin()
    ask(window, _id, 'BTC 48 ago')
    expect((await window.reply()).proposals).toEqual([{ kind: 'history', currency: 'BTC', hours: 48 }])
    ask(window, _id, 'ZZZ 48 ago')
    expect((await window.reply(2)).proposals).toBeUndefined()
  })

  it('is listed newest first, renamed, removed, restored within a day and erased after it', async () => {
    const window = stage.window(ada)
    const first = await window.begin('first')
    const second = await window.begin('second')
    window.emit('rename', { conversation: first._id, name: '  My\n coins ' })
    await window.until(() => window.all('conversation').find(({ name }) => name === 'My coins'))
    window.emit('remove', { conversation: second._id })
    await window.until(() => window.all('removed')[0])
    window.emit('history', { conversation: second._id })
    expect(await window.error()).toMatchObject({ code: 'not_found', conversation: second._id })
    stage.clock.ms += 23 * HOUR_MS
    await stage.agent.sweep()
    window.emit('restore', { conversation: second._id })
    window.emit('conversations')
    const list = await window.until(() => window.all('conversations')[0])
    expect(list.map(({ name }) => name)).toEqual(['second', 'My coins'])
    window.emit('remove', { conversation: second._id })
    await window.until(() => window.all('removed')[1])
    stage.clock.ms += 25 * HOUR_MS
    await stage.agent.sweep()
    window.emit('restore', { conversation: second._id })
    expect(await window.error(2)).toMatchObject({ code: 'not_found' })
    expect(await database.db.select().from(agentConversations).where(eq(agentConversations.id, second._id))).toEqual([])
  })
})

describe('two windows', () => {
  it('share one conversation, whatever the spelling of its id', async () => {
    const [one, two] = [stage.window(ada), stage.window(ada)]
    await two.entered
    const { _id } = await one.begin()
    const id = randomUUID()
    ask(two, _id.toUpperCase(), 'BTC?', id.toUpperCase())
    expect(await one.reply()).toMatchObject({ conversation: _id, reply_to: id })
    expect(await two.reply()).toEqual(await one.reply())
  })

  it('receive messages in one order, without duplicates', async () => {
    const [one, two] = [stage.window(ada), stage.window(ada)]
    await Promise.all([one.entered, two.entered])
    const { _id } = await one.begin()
    await two.until(() => two.all('conversation')[0])
    for (let index = 0; index < 5; index += 1) {
      ask(one, _id, `BTC one ${index}`)
      ask(two, _id, `ETH two ${index}`)
    }
    await Promise.all([one.reply(10), two.reply(10)])
    const order = (window: AgentWindow) => window.all('message').map((message) => message._id)
    expect(order(one)).toEqual(order(two))
    expect(new Set(order(one)).size).toBe(20)
    expect((await one.history(_id)).map((message) => message._id)).toEqual(order(one))
  })

  it('receive the existing answer for a message resent after a reconnect, never a second one', async () => {
    const first = stage.window(ada)
    const { _id } = await first.begin()
    const id = ask(first, _id, 'BTC?')
    const reply = await first.reply()
    first.socket.disconnect()
    const again = stage.window(ada)
    ask(again, _id, 'BTC?', id)
    expect(await again.reply()).toEqual(reply)
    expect(await again.history(_id)).toHaveLength(2)
    ask(again, _id, 'ETH?', id)
    expect(await again.error()).toMatchObject({ code: 'conflict', id, conversation: _id })
    again.emit('conversation', { text: 'something else', id: _id })
    const known = await again.until(() => again.all('conversation')[0])
    expect(known.name).toBe('BTC?')
  })
})

describe('limits', () => {
  it('counts the messages of a day', async () => {
    const window = stage.window(ada)
    const { _id } = await window.begin()
    ask(window, _id, 'BTC?')
    await window.reply()
    await database.db.execute(sql`update agent_usage set messages = ${MESSAGES_A_DAY} where user_id = ${ada}`)
    ask(window, _id, 'ETH?')
    expect(await window.error()).toMatchObject({
      code: 'rate_limited',
      message: 'You have used your 5000 messages for today. The limit resets at midnight UTC.',
    })
    stage.clock.ms += 24 * HOUR_MS
    ask(window, _id, 'ETH?')
    await window.reply(2)
  })
})

describe('the result of a tool call', () => {
  it('is stored with the figure that the server itself returned', async () => {
    const [window, other] = [stage.window(ada), stage.window(ada)]
    const { _id } = await window.begin()
    await other.entered
    const result = priceResult()
    stage.agent.noteResult(ada, result)
    const id = randomUUID()
    window.emit('feedback', { conversation: _id, text: 'The price of BTC at 12:20 is 64,000.50', id, message_id: result.message_id })
    const received = await other.until(() => other.all('message')[0])
    const figure = {
      tool: 'get_crypto_price',
      currency: 'BTC',
      price: BTC_PRICE,
      quote: 'USD',
      source: 'sim',
      at: MARKET_NOW - 1_000,
      as_of: MARKET_NOW - 1_000,
    }
    expect(received).toMatchObject({ _id: id, sender: 'Agent', content: 'The price of BTC at 12:20 is 64,000.50', figures: [figure] })
    expect(received.reply_to).toBeUndefined()
    expect(await window.history(_id)).toEqual([received])
  })

  it.each([
    ['another number', 'The price of BTC is 99,999.00', true],
    ['a number that only holds it', 'The price of BTC is 164,000.50', true],
    ['a message of another user', 'The price of BTC is 64,000.50', false],
  ])('has no figure when the client reports %s', async (_what, text, isOwn) => {
    const window = stage.window(ada)
    const { _id } = await window.begin()
    const result = priceResult()
    stage.agent.noteResult(isOwn ? ada : bob, result)
    const id = randomUUID()
    window.emit('feedback', { conversation: _id, text, id, message_id: result.message_id })
    expect((await window.until(() => window.all('message')[0])).figures).toBeUndefined()
  })

  it('is no longer proven after ten minutes', async () => {
    const window = stage.window(ada)
    const { _id } = await window.begin()
    const result = priceResult()
    stage.agent.noteResult(ada, result)
    stage.clock.ms += 10 * 60_000
    window.emit('feedback', { conversation: _id, text: 'The price of BTC is 64,000.50', id: randomUUID(), message_id: result.message_id })
    expect((await window.until(() => window.all('message')[0])).figures).toBeUndefined()
  })
})

describe('a restart', () => {
  const unanswered = async (tries = 1) => {
    const window = stage.window(ada)
    const { _id } = await window.begin()
    const id = ask(window, _id, 'BTC?')
    await window.reply()
    await stage.close()
    await database.db.delete(agentMessages).where(eq(agentMessages.replyTo, id))
    await database.db.update(agentMessages).set({ tries }).where(eq(agentMessages.id, id))
    return { _id, id }
  }
  const restarted = async () => {
    stage = await agentStage({ database, clock: stage.clock })
    return stage.window(ada)
  }
  const replyAfter = async (_id: string) => {
    const window = await restarted()
    await window.entered
    await window.history(_id)
    return window.until(
      () =>
        window.replies()[0] ??
        window
          .all('history')
          .flatMap(({ messages }) => messages)
          .find(({ reply_to }) => reply_to !== undefined),
    )
  }

  it('answers the question that it interrupted', async () => {
    const { _id, id } = await unanswered()
    expect(await replyAfter(_id)).toMatchObject({ reply_to: id, content: 'Let me look.' })
  })

  it('reports failure when the question was attempted twice in vain', async () => {
    const { _id } = await unanswered(2)
    expect(await replyAfter(_id)).toMatchObject({ content: 'I was interrupted before I could answer this. Ask me again.', ended: 'failed' })
  })

  it('reports when it is too late for an answer', async () => {
    const { _id } = await unanswered()
    stage.clock.ms += 16 * 60_000
    expect(await replyAfter(_id)).toMatchObject({ ended: 'failed' })
  })
})

describe('a failing engine', () => {
  it('loses no question: it is stored, and the user is notified', async () => {
    let isBroken = true
    const engine: BuiltIn = {
      answer: (...args) => {
        if (isBroken) throw new Error('broken inside')
        return plainEngine.answer(...args)
      },
    }
    await stage.close()
    stage = await agentStage({ database, builtIn: engine })
    const window = stage.window(ada)
    const { _id } = await window.begin()
    const id = ask(window, _id, 'BTC?')
    expect(await window.error()).toMatchObject({ code: 'unavailable', conversation: _id, id })
    isBroken = false
    await window.history(_id)
    expect(await window.reply()).toMatchObject({ reply_to: id, content: 'Let me look.' })
  })
})

it('accepts a limited number of questions while one is being answered', async () => {
  const window = stage.window(ada)
  const { _id } = await window.begin()
  const [row] = await database.db.select().from(agentConversations).where(eq(agentConversations.id, _id))
  await database.db.insert(agentMessages).values(
    Array.from({ length: WAITING_MAX }, (_, index) => ({
      conversation: defined(row).number,
      id: randomUUID(),
      kind: 'question' as const,
      content: `BTC ${index}`,
      createdAt: new Date(stage.clock.ms),
    })),
  )
  ask(window, _id, 'one more')
  expect(await window.error()).toMatchObject({
    code: 'rate_limited',
    message: '10 questions are waiting for an answer. Wait for one before you ask the next.',
  })
  await window.history(_id)
  await window.reply(WAITING_MAX)
  ask(window, _id, 'one more')
  await window.reply(WAITING_MAX + 1)
})

describe('the export', () => {
  it('returns the conversation as Markdown and as data, to its owner only', async () => {
    const window = stage.window(ada)
    const { _id } = await window.begin('BTC *now*?')
    ask(window, _id, 'BTC <b>now</b>?')
    await window.reply()
    const result = priceResult()
    stage.agent.noteResult(ada, result)
    window.emit('feedback', { conversation: _id, text: 'The price of BTC is 64,000.50', id: randomUUID(), message_id: result.message_id })
    await window.until(() => window.all('message').find(({ figures }) => figures !== undefined))
    const markdown = await stage.get(`conversations/${_id}/export?format=md`, ada)
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.headers['content-disposition']).toBe(`attachment; filename="conversation-${_id}.md"`)
    expect(markdown.body).toContain('# BTC \\*now\\*?')
    expect(markdown.body).toContain('BTC \\<b\\>now\\</b\\>?')
    expect(markdown.body).toContain('- BTC 64,000.50 USD at 2026-01-15 12:19:59 UTC (simulated, known 2026-01-15 12:19:59 UTC')
    const json = (await stage.get(`conversations/${_id}/export?format=json`, ada)).json<{ data: { messages: unknown } }>()
    expect(json.data.messages).toEqual(await window.history(_id))
    expect((await stage.get(`conversations/${_id}/export?format=pdf`, ada)).statusCode).toBe(400)
    expect((await stage.anonymous(`conversations/${_id}/export`)).statusCode).toBe(401)
  })

  it('contains every message of several pages once and in order', async () => {
    const window = stage.window(ada)
    const { _id } = await window.begin('BTC?')
    const texts = Array.from({ length: 2 * EXPORT_PAGE + 1 }, (_, index) => `note ${index}`)
    for (const text of texts) window.emit('feedback', { conversation: _id, text, id: randomUUID() })
    await window.until(() => window.all('message').find(({ content }) => content === texts.at(-1)))
    const { data } = (await stage.get(`conversations/${_id}/export?format=json`, ada)).json<{ data: { messages: { content: string }[] } }>()
    expect(data.messages.map(({ content }) => content)).toEqual(texts)
    const markdown = (await stage.get(`conversations/${_id}/export?format=md`, ada)).body
    expect(texts.filter((text) => markdown.includes(`\n${text}\n`))).toEqual(texts)
  })
})
