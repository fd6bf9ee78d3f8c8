import { randomUUID } from 'node:crypto'
import type { agentEvents, ChatMessage } from '@aerie/wire/agent/agent'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { type AgentStage, agentStage, insertUsers } from '../../../test/agent-stage.ts'
import type { AgentWindow } from '../../../test/agent-window.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { agentConversations, agentMessages } from '../../platform/db/schema/agent.ts'
import { HISTORY_PAGE } from './agent-limits.ts'

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
afterEach(async () => {
  vi.restoreAllMocks()
  await stage.close()
})

async function fill(id: string, count: number, length: number): Promise<string[]> {
  const [conversation] = await database.db.select().from(agentConversations).where(eq(agentConversations.id, id))
  const rows = Array.from({ length: count }, (_, index) => ({
    conversation: conversation?.number ?? 0,
    id: randomUUID(),
    kind: 'feedback' as const,
    content: 'x'.repeat(length),
    createdAt: new Date(Date.UTC(2026, 0, 15, 12, 0, index)),
  }))
  await database.db.insert(agentMessages).values(rows)
  return rows.map((row) => row.id)
}

/** Matches only the history query: the query for a conversation's questions has a longer condition. */
const HISTORY_QUERY = /from \\"agent_messages\\" where \\"agent_messages\\"\.\\"conversation\\" = \$1 order by/

function countReads() {
  const counts = { reads: 0 }
  const gate = Promise.withResolvers<void>()
  const pool = database.db.$client
  const query = pool.query.bind(pool)
  const counted = async (...given: unknown[]): Promise<unknown> => {
    if (HISTORY_QUERY.test(JSON.stringify(given[0]))) {
      counts.reads += 1
      await gate.promise
    }
    return (query as (...args: unknown[]) => Promise<unknown>)(...given) // arguments are passed through unchanged
  }
  vi.spyOn(pool, 'query').mockImplementation(counted as never) // one of many overloads
  return { counts, open: () => gate.resolve() }
}

type Page = z.output<typeof agentEvents.history>
async function read(window: AgentWindow, conversation: string, before?: string): Promise<Page> {
  const receivedCount = window.all('history').length
  window.emit('history', { conversation, ...(before !== undefined && { before }) })
  return window.until(() => window.all('history')[receivedCount])
}
const idsOf = (messages: readonly ChatMessage[]): string[] => messages.map(({ _id }) => _id)

it('returns a long conversation page by page, each message once and in order', async () => {
  const window = stage.window(ada)
  const { _id } = await window.begin()
  const ids = await fill(_id, 2 * HISTORY_PAGE.messages + 30, 10)
  const newest = await read(window, _id)
  expect([newest.messages.length, newest.before, newest.next]).toEqual([HISTORY_PAGE.messages, undefined, newest.messages[0]?._id])
  const middle = await read(window, _id, newest.next)
  expect([middle.messages.length, middle.before]).toEqual([HISTORY_PAGE.messages, newest.next])
  const oldest = await read(window, _id, middle.next?.toUpperCase())
  expect([oldest.messages.length, oldest.before, oldest.next]).toEqual([30, middle.next, undefined])
  expect([oldest, middle, newest].flatMap(({ messages }) => idsOf(messages))).toEqual(ids)
})

it('returns a short conversation in one piece, as before', async () => {
  const window = stage.window(ada)
  const { _id } = await window.begin()
  const ids = await fill(_id, HISTORY_PAGE.messages, 10)
  const whole = await read(window, _id)
  expect([idsOf(whole.messages), Object.keys(whole).sort()]).toEqual([ids, ['conversation', 'messages']])
})

it('keeps a page of long messages small', async () => {
  const window = stage.window(ada)
  const { _id } = await window.begin()
  await fill(_id, 100, 4_000)
  const page = await read(window, _id)
  const bytes = JSON.stringify(page.messages).length
  expect(bytes).toBeLessThan(HISTORY_PAGE.bytes + 5_000)
  expect(page.next).toBe(page.messages[0]?._id)
})

it('rejects a page before a message of another conversation or user', async () => {
  const window = stage.window(ada)
  const [one, two] = [await window.begin(), await window.begin()]
  const [elsewhere] = await fill(two._id, 1, 10)
  window.emit('history', { conversation: one._id, before: elsewhere })
  expect(await window.error()).toMatchObject({ code: 'not_found', conversation: one._id })
  const other = stage.window(bob)
  other.emit('history', { conversation: two._id, before: elsewhere })
  expect(await other.error()).toMatchObject({ code: 'not_found' })
  expect(other.all('history')).toEqual([])
})

it('reads a history once for repeated requests from four windows', async () => {
  const windows = [stage.window(ada), stage.window(ada), stage.window(ada), stage.window(ada)]
  const [first] = windows
  const { _id } = (await first?.begin()) ?? { _id: '' }
  await fill(_id, 100, 4_000)
  for (const { entered } of windows) expect(await entered).toBe('in')
  const { counts, open } = countReads()
  for (let count = 0; count < 15; count += 1) for (const window of windows) window.emit('history', { conversation: _id })
  // Events are processed in order: an error for the later event means the history requests were received.
  for (const window of windows) {
    window.emit('nonsense')
    await window.error()
  }
  open()
  for (const window of windows) await window.until(() => window.all('history')[0])
  for (const window of windows) {
    window.emit('nonsense')
    await window.error(2)
  }
  expect([counts.reads, ...windows.map((window) => window.all('history').length)]).toEqual([1, 1, 1, 1, 1])
})
