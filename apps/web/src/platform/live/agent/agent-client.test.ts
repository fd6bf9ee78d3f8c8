import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { feedbackId } from '@aerie/wire/agent/agent'
import { beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../session/session.ts'
import { testUser } from '../../session/test/user.ts'
import { testAgentServer, testConversation, testId, testMessage } from '../test/agent-server.ts'

const sockets = vi.hoisted((): { next: unknown } => ({ next: null }))
vi.mock('socket.io-client', () => ({ io: () => sockets.next }))

let server: ReturnType<typeof testAgentServer>
let client: typeof import('./agent-client.ts')
let state: typeof import('./agent-state.ts')
let threads: typeof import('./agent-thread.ts')

beforeEach(async () => {
  vi.resetModules()
  server = testAgentServer()
  sockets.next = server.transport
  client = await import('./agent-client.ts')
  state = await import('./agent-state.ts')
  threads = await import('./agent-thread.ts')
  client.startAgent()
  server.accept()
})

const shown = () => state.useAgent.getState()
const thread = () => defined(shown().threads[defined(shown().selected)])
const openFirst = (messages = [testMessage(10), testMessage(11, { sender: 'Agent', reply_to: testId(10) })]) => {
  server.emit('conversations', [testConversation(1)])
  client.selectConversation(testId(1))
  server.emit('history', { conversation: testId(1), messages })
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

it('creates a conversation with the first message', () => {
  server.emit('conversations', [testConversation(1)])
  client.ask('  What is BTC? ')
  const made = Object(itemAt(server.received('conversation'), 0))
  expect(made.text).toBe('What is BTC?')
  expect([shown().selected, server.received('message')]).toEqual([made.id, []])
  server.emit('conversation', { ...testConversation(2), _id: testId(99) })
  expect(server.received('message')).toEqual([])
  server.emit('conversation', { ...testConversation(3), _id: made.id })
  expect(server.received('message')).toEqual([{ conversation: made.id, text: 'What is BTC?', id: itemAt(thread().waiting, 0).id, zone }])
  expect(defined(shown().conversations).map(({ _id }) => _id)).toEqual([made.id, testId(99), testId(1)])
})

it('sends no empty message', () => {
  client.ask(' \n\t ')
  expect([server.received('conversation'), shown().selected]).toEqual([[], null])
})

it('awaits a reply from sending until the final answer, whatever is streamed in between', () => {
  openFirst()
  expect(threads.isAwaitingReply(thread())).toBe(false)
  client.ask('And ETH?')
  const { id } = itemAt(thread().waiting, 0)
  expect(threads.isAwaitingReply(thread())).toBe(true)
  server.emit('message', testMessage(12, { _id: id, content: 'And ETH?' }))
  expect([thread().waiting, threads.isAwaitingReply(thread())]).toEqual([[], true])
  server.emit('partial', { conversation: testId(1), reply_to: id, text: 'Let me' })
  expect(thread().partial?.text).toBe('Let me')
  server.emit('message', testMessage(13, { sender: 'Agent', reply_to: id, content: 'Let me see.' }))
  expect([thread().partial, threads.isAwaitingReply(thread())]).toEqual([null, false])
  server.emit('partial', { conversation: testId(1), reply_to: id, text: 'late' })
  expect(thread().partial).toBeNull()
  expect(thread().messages.map(({ _id }) => _id)).toEqual([testId(10), testId(11), id, testId(13)])
})

it('shows a message once, however often it is received', () => {
  openFirst()
  server.emit('message', testMessage(12))
  server.emit('message', testMessage(12))
  server.emit('history', { conversation: testId(1), messages: [testMessage(10), testMessage(12)] })
  expect(thread().messages.map(({ _id }) => _id)).toEqual([testId(10), testId(12)])
})

it('keeps messages that arrive while the history is loading', () => {
  server.emit('conversations', [testConversation(1)])
  client.selectConversation(testId(1))
  server.emit('message', testMessage(12))
  server.emit('history', { conversation: testId(1), messages: [testMessage(10)] })
  expect(thread().messages.map(({ _id }) => _id)).toEqual([testId(10), testId(12)])
})

it('resends only unconfirmed messages after a reconnect, under the same id', () => {
  openFirst()
  client.ask('confirmed')
  server.emit('message', testMessage(12, { _id: itemAt(thread().waiting, 0).id, content: 'confirmed' }))
  client.ask('unconfirmed')
  const { id } = itemAt(thread().waiting, 0)
  server.vanish()
  expect(shown().link).toBe('lost')
  client.ask('said meanwhile')
  const before = server.received('message').length
  server.accept()
  expect(shown().link).toBe('open')
  expect(server.received('message').slice(before)).toEqual([
    { conversation: testId(1), text: 'unconfirmed', id, zone },
    { conversation: testId(1), text: 'said meanwhile', id: itemAt(thread().waiting, 1).id, zone },
  ])
  expect(server.received('history')).toHaveLength(2)
})

it('recreates an unconfirmed conversation under the same id', () => {
  server.vanish()
  client.ask('Hello')
  client.ask('Are you there?')
  expect(server.received('conversation')).toEqual([])
  server.accept()
  const made = Object(itemAt(server.received('conversation'), 0))
  expect(made).toEqual({ id: shown().selected, text: 'Hello' })
  server.emit('conversation', { ...testConversation(2), _id: made.id })
  expect(server.received('message')).toMatchObject([{ text: 'Hello' }, { text: 'Are you there?' }])
})

it('shows a rejection next to its message, and resends that message on request', () => {
  openFirst()
  client.ask('too soon')
  const { id } = itemAt(thread().waiting, 0)
  server.emit('error', { code: 'rate_limited', message: 'Slow down.', conversation: testId(1), id })
  expect([itemAt(thread().waiting, 0).problem, threads.isAwaitingReply(thread()), shown().notice]).toEqual(['Slow down.', false, null])
  server.vanish()
  server.accept()
  expect(server.received('message')).toHaveLength(1)
  client.askAgain(id)
  expect(server.received('message')).toEqual([1, 2].map(() => ({ conversation: testId(1), text: 'too soon', id, zone })))
})

it('shows a rejected conversation next to its first message', () => {
  client.ask('Hello')
  server.emit('error', { code: 'rate_limited', message: 'Enough for today.', id: shown().selected })
  expect(itemAt(thread().waiting, 0).problem).toBe('Enough for today.')
})

it('shows why a conversation could not be loaded', () => {
  client.selectConversation(testId(5))
  server.emit('error', { code: 'not_found', message: 'This conversation does not exist.', conversation: testId(5) })
  expect(thread().problem).toBe('This conversation does not exist.')
  client.readAgain(testId(5))
  expect([thread().problem, server.received('history')]).toEqual([null, [{ conversation: testId(5) }, { conversation: testId(5) }]])
})

it('renames at once, and refetches when the rename is rejected', () => {
  openFirst()
  client.renameConversation(testId(1), '  Bitcoin ')
  expect([server.received('rename'), itemAt(defined(shown().conversations), 0).name]).toEqual([
    [{ conversation: testId(1), name: 'Bitcoin' }],
    'Bitcoin',
  ])
  server.emit('error', { code: 'bad_input', message: 'No.', conversation: testId(1) })
  expect([shown().notice, server.received('conversations').length]).toEqual(['No.', 2])
  client.renameConversation(testId(1), '   ')
  expect(server.received('rename')).toHaveLength(1)
})

it('removes and restores conversations, and does neither when disconnected', () => {
  openFirst()
  expect(client.removeConversation(testId(1))).toBe(true)
  expect([shown().conversations, shown().selected, shown().threads]).toEqual([[], null, {}])
  client.restoreConversation(testId(1))
  server.emit('conversation', testConversation(1))
  expect([server.received('restore'), shown().conversations]).toEqual([[{ conversation: testId(1) }], [testConversation(1)]])
  server.vanish()
  expect(client.removeConversation(testId(1))).toBe(false)
  expect([shown().conversations?.length, shown().notice]).toEqual([1, expect.stringMatching(/^Reconnecting/)])
})

it('applies a removal from another window', () => {
  openFirst()
  server.emit('removed', { conversation: testId(1) })
  expect([shown().conversations, shown().selected]).toEqual([[], null])
})

it('resends a result until the server has it, and reloads the history when another window was first', () => {
  openFirst()
  const result = { conversation: testId(1), text: 'The price', id: feedbackId(testId(11), 0), message_id: testId(70) }
  server.vanish()
  client.sendResult(result)
  server.accept()
  expect(server.received('feedback')).toEqual([result])
  const readings = server.received('history').length
  server.emit('error', { code: 'conflict', message: 'Told already.', conversation: testId(1), id: result.id })
  expect([server.received('history').length, shown().notice]).toEqual([readings + 1, null])
  server.vanish()
  server.accept()
  expect(server.received('feedback')).toHaveLength(1)
})

it('recognises its own questions', () => {
  openFirst()
  client.ask('mine')
  expect([client.isOwnQuestion(itemAt(thread().waiting, 0).id), client.isOwnQuestion(testId(10))]).toEqual([true, false])
})

it('clears everything when another user logs in', async () => {
  const { useSession: sessions } = await import('../../session/session.ts')
  expect(sessions).not.toBe(useSession)
  sessions.setState({ user: testUser({ user_id: 'a' }), token: 't', phase: 'active' })
  openFirst()
  client.sendResult({ conversation: testId(1), text: 'x', id: testId(60), message_id: testId(70) })
  sessions.setState({ user: testUser({ user_id: 'b' }) })
  expect(shown()).toMatchObject({ conversations: null, selected: null, threads: {} })
  server.accept()
  expect(server.received('feedback')).toHaveLength(1)
})

it('ignores messages that do not match the schema', () => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  openFirst()
  server.emit('message', { ...testMessage(12), content: 7 })
  expect([thread().messages.length, complained.mock.calls.length]).toEqual([2, 1])
  complained.mockRestore()
})

it('loads a long conversation page by page, one request at a time, back to its start', () => {
  server.emit('conversations', [testConversation(1)])
  client.selectConversation(testId(1))
  server.emit('history', { conversation: testId(1), messages: [testMessage(30), testMessage(31)], next: testId(30) })
  client.readOlder(testId(1))
  client.readOlder(testId(1))
  expect(server.received('history').slice(1)).toEqual([{ conversation: testId(1), before: testId(30) }])
  server.emit('message', testMessage(32))
  server.emit('history', { conversation: testId(1), messages: [testMessage(20), testMessage(21)], before: testId(30), next: testId(20) })
  expect([thread().isReadingOlder, thread().earlier, thread().older]).toEqual([false, 2, testId(20)])
  client.readOlder(testId(1))
  server.emit('history', { conversation: testId(1), messages: [testMessage(10)], before: testId(20) })
  expect(thread().messages.map(({ _id }) => _id)).toEqual([10, 20, 21, 30, 31, 32].map(testId))
  client.readOlder(testId(1))
  expect([thread().older, server.received('history').length]).toEqual([null, 3])
})

it('keeps loaded older messages when they join the newest page, and drops them after a gap', () => {
  openFirst([testMessage(30)])
  server.emit('history', { conversation: testId(1), messages: [testMessage(30), testMessage(31)], next: testId(30) })
  client.readOlder(testId(1))
  server.emit('history', { conversation: testId(1), messages: [testMessage(20)], before: testId(30), next: testId(20) })
  server.vanish()
  server.accept()
  server.emit('history', { conversation: testId(1), messages: [testMessage(31), testMessage(32)], next: testId(31) })
  expect(thread().messages.map(({ _id }) => _id)).toEqual([20, 30, 31, 32].map(testId))
  expect([thread().older, thread().earlier]).toEqual([testId(20), 2])
  server.emit('history', { conversation: testId(1), messages: [testMessage(50), testMessage(51)], next: testId(50) })
  expect(thread().messages.map(({ _id }) => _id)).toEqual([testId(50), testId(51)])
  expect([thread().older, thread().earlier]).toEqual([testId(50), 0])
})

it('ignores a history page it did not request, and requests again after a rejection or a reconnect', () => {
  openFirst([testMessage(30)])
  server.emit('history', { conversation: testId(1), messages: [testMessage(30)], next: testId(30) })
  server.emit('history', { conversation: testId(1), messages: [testMessage(5)], before: testId(6) })
  expect(thread().messages.map(({ _id }) => _id)).toEqual([testId(30)])
  client.readOlder(testId(1))
  server.emit('error', { code: 'rate_limited', message: 'Too much was asked for.', conversation: testId(1) })
  expect([thread().isReadingOlder, shown().notice]).toEqual([false, 'Too much was asked for.'])
  client.readOlder(testId(1))
  server.vanish()
  server.accept()
  expect(thread().isReadingOlder).toBe(false)
  client.readOlder(testId(1))
  expect(server.received('history').filter((message) => Object(message).before === testId(30))).toHaveLength(3)
})
