import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { insertUsers } from '../../../../test/agent-stage.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { statisticsService } from './statistics-service.ts'
import { StatisticsThread } from './statistics-thread.ts'

let database: TestDatabase
let thread: StatisticsThread
let ada: string
let bob: string
beforeAll(async () => {
  database = await testDatabase()
  thread = new StatisticsThread()
})
afterAll(async () => {
  await thread.stop()
  await database.close()
})
beforeEach(async () => {
  ;[ada, bob] = await insertUsers(database)
})

/** Two pages and a part of a third. */
const MANY = 12_000

/** Imported trades of one dollar each; several close at one instant, over the edges of pages. */
async function insertTrips(userId: string, count: number): Promise<void> {
  const importId = randomUUID()
  await database.db.execute(
    sql`insert into journal_imports (id, user_id, state, name, body) values (${importId}, ${userId}, 'done', 'trades.csv', '{}')`,
  )
  await database.db.execute(sql`
    insert into journal_trips (id, user_id, import_id, origin, currency, symbol, side, opened_at, closed_at, size, entry, exit, gross, fees, funding, net, resolution, body)
    select gen_random_uuid(), ${userId}, ${importId}, 'test exchange', 'USDC', 'BTC', 'long', 1700000000000, 1700000000000 + (i / 7) * 1000, 1, 100, 101, 1, 0, 0, 1, 'none', '{}'
    from generate_series(1, ${count}) i`)
}

/** The thread of long reports, held until it is let go. */
function heldThread() {
  const gate = Promise.withResolvers<void>()
  const ask = vi.fn<StatisticsThread['ask']>(async (question) => {
    await gate.promise
    return thread.ask(question)
  })
  return { ask, letGo: () => gate.resolve() }
}

it('counts each of many trades once, whatever closed at one instant', async () => {
  await insertTrips(ada, MANY)
  const { trips, totals, figures } = await statisticsService(database.db, { few: thread, many: thread }).statistics(ada, {})
  expect([trips.counted, totals.net, figures.win_rate.n]).toEqual([MANY, `${MANY}`, MANY])
})

it("answers a short report while another's, or the same user's, long one is being computed", async () => {
  await insertTrips(ada, MANY)
  await insertTrips(bob, 3)
  const many = heldThread()
  const { statistics } = statisticsService(database.db, { few: thread, many })
  const long = statistics(ada, {})
  await vi.waitFor(() => expect(many.ask).toHaveBeenCalledOnce())
  expect((await statistics(bob, {})).trips.counted).toBe(3)
  expect((await statistics(ada, { to: new Date(1_700_000_002_000).toISOString() })).trips.counted).toBe(13)
  many.letGo()
  expect((await long).trips.counted).toBe(MANY)
})

it('computes a long report once for all who ask, until a trade or a word about one changes', async () => {
  await insertTrips(ada, MANY)
  const many = { ask: vi.fn<StatisticsThread['ask']>((question) => thread.ask(question)) }
  const { statistics } = statisticsService(database.db, { few: thread, many })
  const [first, second] = await Promise.all([statistics(ada, {}), statistics(ada, {})])
  expect(second).toEqual(first)
  expect(await statistics(ada, {})).toEqual(first)
  expect(many.ask).toHaveBeenCalledTimes(1)

  const note = sql`select user_id, id, array['late'], '' from journal_trips where user_id = ${ada} limit 1`
  await database.db.execute(sql`insert into journal_notes (user_id, trip_id, tags, note) ${note}`)
  const tagged = await statistics(ada, {})
  expect(tagged.groups.find(({ by }) => by === 'tag')?.rows.map(({ key }) => key)).toContain('late')
  await database.db.execute(
    sql`update journal_trips set net = 3, gross = 3 where id = (select id from journal_trips where user_id = ${ada} limit 1)`,
  )
  expect((await statistics(ada, {})).totals.net).toBe(`${MANY + 2}`)
  await database.db.execute(
    sql`delete from journal_trips where id = (select id from journal_trips where user_id = ${ada} and net = 3 limit 1)`,
  )
  expect((await statistics(ada, {})).totals.net).toBe(`${MANY - 1}`)
  expect(many.ask).toHaveBeenCalledTimes(4)
  // Another question, and a capital, are other reports.
  expect((await statistics(ada, { side: 'long', capital: '500' })).totals.net).toBe(`${MANY - 1}`)
  expect(many.ask).toHaveBeenCalledTimes(5)
})

it('does not begin a long report that nobody waits for any more', async () => {
  await insertTrips(ada, MANY)
  const many = heldThread()
  const { statistics } = statisticsService(database.db, { few: thread, many })
  const running = statistics(ada, {})
  await vi.waitFor(() => expect(many.ask).toHaveBeenCalledOnce())
  const left = new AbortController()
  const waiting = statistics(ada, { side: 'long' }, left.signal)
  const last = statistics(ada, { symbol: 'BTC' })
  left.abort()
  many.letGo()
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  expect((await running).trips.counted).toBe(MANY)
  expect((await last).trips.counted).toBe(MANY)
  expect(many.ask).toHaveBeenCalledTimes(2)
})
