import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AgentStage, agentStage, insertUsers } from '../../../test/agent-stage.ts'
import type { AgentWindow } from '../../../test/agent-window.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'

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

describe('another user', () => {
  it('learns nothing: a foreign id is answered like one that does not exist', async () => {
    const { _id } = await stage.window(ada).begin()
    const window = stage.window(bob)
    const unknown = randomUUID()
    const commands: readonly [string, object][] = [
      ['history', {}],
      ['message', { text: 'BTC?' }],
      ['feedback', { text: 'The price of BTC' }],
      ['rename', { name: 'mine' }],
      ['remove', {}],
      ['restore', {}],
      ['stop', {}],
    ]
    for (const [command, more] of commands)
      for (const conversation of [_id, unknown]) {
        window.emit(command, { conversation, ...more })
        await window.error(window.all('error').length + 1)
      }
    expect(new Set(window.all('error').map(({ code, message }) => `${code} ${message}`))).toEqual(
      new Set(['not_found This conversation does not exist.']),
    )
    expect((await stage.get(`conversations/${_id}/export`, bob)).statusCode).toBe(404)
    expect(await stage.window(ada).history(_id)).toEqual([])
  })

  it('may use the same ids, and receives no messages of other conversations', async () => {
    const mine = stage.window(ada)
    const { _id } = await mine.begin('mine')
    const theirs = stage.window(bob)
    theirs.emit('conversation', { text: 'theirs', id: _id })
    expect((await theirs.until(() => theirs.all('conversation')[0])).name).toBe('theirs')
    ask(mine, _id, 'BTC?')
    await mine.reply()
    ask(theirs, _id, 'ETH?')
    await theirs.reply()
    expect((await theirs.history(_id)).map(({ content }) => content)).toEqual(['ETH?', 'Let me look.'])
    expect(theirs.all('message').every(({ content }) => content !== 'BTC?')).toBe(true)
  })
})

describe('bad input', () => {
  it.each([
    ['message', { text: 'BTC?' }, 'message: conversation'],
    ['message', { conversation: 'not an id', text: 'x' }, 'message: conversation'],
    ['message', { conversation: randomUUID(), text: '' }, 'message: text: empty'],
    ['message', { conversation: randomUUID(), text: ' \n\t ' }, 'message: text: empty'],
    ['message', { conversation: randomUUID(), text: 'x'.repeat(10_000) }, 'message: text: too long'],
    ['message', { conversation: randomUUID(), text: 5 }, 'message: text'],
    ['conversation', { text: '' }, 'conversation: text: empty'],
    ['history', null, 'history'],
    ['rename', { conversation: randomUUID(), name: 'x'.repeat(81) }, 'rename: name: too long'],
    ['nonsense', {}, 'There is no such event on /agent.'],
  ])('%s %j is answered with an error and the connection stays open', async (event, body, message) => {
    const window = stage.window(ada)
    window.emit(event, body)
    const error = await window.error()
    expect(error).toMatchObject({ code: 'bad_input', message: expect.stringContaining(message) })
    window.emit('conversations')
    expect(await window.until(() => window.all('conversations')[0])).toEqual([])
  })

  it('reports which message was too long', async () => {
    const window = stage.window(ada)
    const [conversation, id] = [randomUUID(), randomUUID()]
    window.emit('message', { conversation, id, text: 'x'.repeat(10_000) })
    expect(await window.error()).toMatchObject({ conversation, id })
  })

  it('keeps markup as text and drops invisible characters', async () => {
    const window = stage.window(ada)
    const { _id } = await window.begin('\u0000<b>BTC</b>\u202e')
    expect((await window.until(() => window.all('conversation')[0])).name).toBe('<b>BTC</b>')
    ask(window, _id, '<script>alert(1)</script>\u0007 BTC\r\n\u200b\ud800 ok')
    await window.reply()
    expect((await window.history(_id))[0]?.content).toBe('<script>alert(1)</script> BTC\n\ufffd ok')
    ask(window, _id, '\u200b\u0007')
    expect(await window.error()).toMatchObject({ code: 'bad_input', message: 'This message has no readable text.' })
  })

  it.each([[undefined], [''], ['nonsense'], [5]])('rejects the token %j with the message of the contract', async (token) => {
    const { io } = await import('socket.io-client')
    const socket = io(`${stage.url}/agent`, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } })
    const refusal = await new Promise((resolve) => socket.on('connect_error', ({ message }) => resolve(message)))
    socket.disconnect()
    expect(refusal).toBe('Authentication error: Invalid token')
  })
})
