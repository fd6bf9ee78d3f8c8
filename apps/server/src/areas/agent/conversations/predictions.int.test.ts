import { randomUUID } from 'node:crypto'
import { defined } from '@aerie/core/defined'
import { HOUR_MS } from '@aerie/core/time'
import { agentPredictionPage } from '@aerie/wire/agent/agent'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type AgentStage, agentStage, insertUsers, predictedOf, scoreForecastOf } from '../../../../test/agent-stage.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { T0 } from '../../../../test/scripted-source.ts'
import { users } from '../../../platform/db/schema/accounts.ts'
import { agentClaims } from '../../../platform/db/schema/agent.ts'

let database: TestDatabase
let stage: AgentStage
let ada: string
let bob: string
beforeEach(async () => {
  database = await testDatabase()
  ;[ada, bob] = await insertUsers(database)
  stage = await agentStage({ database })
})
afterEach(async () => {
  await stage.close()
  await database.close()
})

const askAll = async (user: string, ...questions: readonly string[]) => {
  const window = stage.window(user)
  const { _id } = await window.begin()
  for (const text of questions) window.emit('message', { conversation: _id, text, id: randomUUID() })
  await window.reply(questions.length)
}
const predictions = async (user: string, query = '') => {
  const response = await stage.get(`predictions${query}`, user)
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  return z.parse(agentPredictionPage, response.json<{ data: unknown }>().data)
}

it('stores each forecast named by the agent unchanged, once, for its own user', async () => {
  await askAll(ada, 'BTC in 12', 'BTC in 12', 'BTC in 2', 'ETH in 3', 'BTC?')
  const { entries, total, records } = await predictions(ada)
  expect(total).toBe(2)
  expect(entries.map(({ hours }) => hours).sort((a, b) => a - b)).toEqual([2, 12])
  const named = defined(entries.find(({ hours }) => hours === 12))
  expect(named).toMatchObject({
    currency: 'BTC',
    issued_at: T0,
    due_at: T0 + 12 * HOUR_MS,
    anchor: 64_000,
    quote: 'USD',
    source: 'sim',
    close: null,
    state: 'open',
  })
  expect([named.predicted, named.low80, named.high80].map((price) => Math.round(price))).toEqual([
    predictedOf(12),
    predictedOf(12) - 400,
    predictedOf(12) + 400,
  ])
  expect(records).toEqual([
    { source: 'sim', named: 2, scored: 0, independent: 0, median_error: null, nearer_than_no_change: null, inside_80: null },
  ])
  expect(await predictions(bob)).toMatchObject({ entries: [], total: 0, records: [] })
  expect((await predictions(ada, '?symbol=ETH')).total).toBe(0)
  expect((await predictions(ada, '?symbol=BTC&page=2')).entries).toEqual([])
})

it('is scored with the close of its hour, and its record is compared with a no-change forecast', async () => {
  await askAll(ada, 'BTC in 1', 'BTC in 2', 'BTC in 3', 'BTC in 4')
  await scoreForecastOf(database, 1, predictedOf(1))
  expect((await predictions(ada)).entries.every(({ state, close }) => state === 'open' && close === null)).toBe(true)
  stage.setMarketNow(T0 + 5 * HOUR_MS)
  await scoreForecastOf(database, 2, 63_900)
  await scoreForecastOf(database, 3, null)
  const { entries, records } = await predictions(ada)
  expect(entries.toSorted((a, b) => a.hours - b.hours).map(({ hours, state, close }) => [hours, state, close])).toEqual([
    [1, 'scored', predictedOf(1)],
    [2, 'scored', 63_900],
    [3, 'unscorable', null],
    [4, 'open', null],
  ])
  const [record] = records
  const errors = {
    ours: Math.log(predictedOf(2) / 63_900) / 2,
    no_change: (Math.log(predictedOf(1) / 64_000) + Math.log(64_000 / 63_900)) / 2,
  }
  expect(record).toMatchObject({
    source: 'sim',
    named: 4,
    scored: 2,
    independent: 1,
    nearer_than_no_change: { share: 0.5 },
    inside_80: { share: 1 },
  })
  expect(record?.median_error?.ours).toBeCloseTo(errors.ours, 10)
  expect(record?.median_error?.no_change).toBeCloseTo(errors.no_change, 10)
  expect(record?.median_error?.ratio).toBeCloseTo(errors.ours / errors.no_change, 10)
  const { low, high } = defined(defined(record).nearer_than_no_change)
  expect([low < 0.15, high > 0.85]).toEqual([true, true])
})

it('cannot be changed or revoked, and is deleted with its user', async () => {
  await askAll(ada, 'BTC in 6')
  const refused = { cause: expect.objectContaining({ message: 'rows of agent_claims are final' }) }
  await expect(database.db.delete(agentClaims)).rejects.toMatchObject(refused)
  await expect(database.db.update(agentClaims).set({ saidAt: new Date(0) })).rejects.toMatchObject(refused)
  await database.db.delete(users).where(eq(users.id, ada))
  expect(await database.db.select().from(agentClaims)).toEqual([])
})

it.each(['?symbol=btc', '?page=0', '?page=x', '?page=1.5', '?page=99999999'])('rejects %s', async (query) => {
  expect((await stage.get(`predictions${query}`, ada)).statusCode).toBe(400)
})

it('requires authentication', async () => expect((await stage.anonymous('predictions')).statusCode).toBe(401))
