import { randomUUID } from 'node:crypto'
import { epochMs } from '@aerie/core/time'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertUsers } from '../../../../test/agent-stage.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { agentConversations, agentMessages } from '../../../platform/db/schema/agent.ts'
import { CONVERSATIONS_MAX } from '../agent-limits.ts'
import { conversationService } from './conversation-service.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
let database: TestDatabase
let ada: string
let bob: string
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ;[ada, bob] = await insertUsers(database)
})

let now = NOW
const service = () => conversationService({ db: database.db, clock: { now: () => epochMs(now) } })
const create = (userId: string, id: string = randomUUID()) => service().create({ userId, id }, 'BTC?')

async function fillUp(userId: string): Promise<string[]> {
  const ids = Array.from({ length: CONVERSATIONS_MAX }, () => randomUUID())
  await database.db.insert(agentConversations).values(ids.map((id) => ({ userId, id, name: 'Old', createdAt: new Date(NOW) })))
  return ids
}
async function remove(userId: string, ids: readonly (string | undefined)[]): Promise<void> {
  for (const id of ids) {
    now += 60_000
    await service().remove({ userId, id: id ?? '' })
  }
}
const rowsOf = (userId: string) => database.db.$count(agentConversations, eq(agentConversations.userId, userId))
const keptOf = (userId: string) =>
  database.db.$count(agentConversations, and(eq(agentConversations.userId, userId), isNull(agentConversations.removedAt)))
const refused = { code: 'rule_broken', detail: `You can keep ${CONVERSATIONS_MAX} conversations. Delete one first.` }

it('accepts a new conversation at the limit once one is removed, and permanently deletes that one and its messages', async () => {
  const [first] = await fillUp(ada)
  await expect(create(ada)).rejects.toMatchObject(refused)
  const [row] = await database.db
    .select()
    .from(agentConversations)
    .where(eq(agentConversations.id, first ?? ''))
  const message = { conversation: row?.number ?? 0, id: randomUUID(), kind: 'feedback' as const, content: 'x', createdAt: new Date(NOW) }
  await database.db.insert(agentMessages).values(message)
  await remove(ada, [first])
  expect(await create(ada)).toMatchObject({ isNew: true, entry: { name: 'BTC?' } })
  expect(await rowsOf(ada)).toBe(CONVERSATIONS_MAX)
  expect(await database.db.$count(agentMessages, eq(agentMessages.id, message.id))).toBe(0)
  await expect(service().restore({ userId: ada, id: first ?? '' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(create(ada)).rejects.toMatchObject(refused)
})

it('erases the earliest removed conversation, and others can still be restored', async () => {
  const [first, second, third] = await fillUp(ada)
  await remove(ada, [third, first, second])
  await create(ada)
  await expect(service().restore({ userId: ada, id: third ?? '' })).rejects.toMatchObject({ code: 'not_found' })
  for (const id of [first, second]) expect((await service().restore({ userId: ada, id: id ?? '' })).entry._id).toBe(id)
  expect([await rowsOf(ada), await keptOf(ada)]).toEqual([CONVERSATIONS_MAX, CONVERSATIONS_MAX])
  await expect(create(ada)).rejects.toMatchObject(refused)
})

it('keeps removed conversations while there is room, and never erases those of others', async () => {
  const [first] = await fillUp(bob)
  await remove(bob, [first])
  await create(ada)
  const { entry } = await create(ada)
  await remove(ada, [entry._id])
  await create(ada)
  expect(await rowsOf(ada)).toBe(3)
  expect(await rowsOf(bob)).toBe(CONVERSATIONS_MAX)
})

it('grants the space of one removed conversation to only one of two concurrent requests', async () => {
  const [first] = await fillUp(ada)
  await remove(ada, [first])
  const outcomes = await Promise.allSettled([create(ada), create(ada)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused })
  expect([await rowsOf(ada), await keptOf(ada)]).toEqual([CONVERSATIONS_MAX, CONVERSATIONS_MAX])
})

it('finds a conversation by its id, however many there are', async () => {
  const [first] = await fillUp(ada)
  expect(await create(ada, first)).toMatchObject({ isNew: false, entry: { _id: first } })
})
