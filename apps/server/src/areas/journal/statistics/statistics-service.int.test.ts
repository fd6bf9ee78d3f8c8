import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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

/** Two full pages and part of a third. */
const MANY = 12_000

/** Imported trades of one dollar each; some share a close time across page boundaries. */
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

function heldThread() {
  const gate = Promise.withResolvers<void>()
  const ask = vi.fn<StatisticsThread['ask']>(async (question) => {
    await gate.promise
    return thread.ask(question)
  })
  return { ask, letGo: () => gate.resolve() }
}

it('counts each of many trades once, even when several closed at the same instant', async () => {
  await insertTrips(ada, MANY)
  const { trips, totals, figures } = await statisticsService(database.db, { few: thread, many: thread }).statistics(ada, {})
  expect([trips.counted, totals.net, figures.win_rate.n]).toEqual([MANY, `${MANY}`, MANY])
})

it('returns a short report while a long one of another user, or the same one, is being computed', async () => {
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

it('computes a long report once for all callers, until a trade or a note on one changes', async () => {
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
  expect((await statistics(ada, { side: 'long', capital: '500' })).totals.net).toBe(`${MANY - 1}`)
  expect(many.ask).toHaveBeenCalledTimes(5)
})

it('does not start a long report that nobody is waiting for any more', async () => {
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

describe('the capital at the start of a period', () => {
  const DAY = 86_400_000
  const START = 1_700_006_400_000
  const dayAt = (day: number): string => new Date(START + day * DAY).toISOString()

  async function insertAccount(userId: string, closedOn: number | null = null): Promise<string> {
    const id = randomUUID()
    const closedAt = closedOn === null ? null : START + closedOn * DAY
    await database.db.execute(sql`insert into trading_accounts (id, user_id, source_id, source_kind, kind, deposit, seq, opened_at, closed_at)
      values (${id}, ${userId}, 'live:test', 'live', 'paper', 1000000000, 0, ${START}, ${closedAt})`)
    return id
  }
  async function insertImport(userId: string): Promise<string> {
    const id = randomUUID()
    await database.db.execute(
      sql`insert into journal_imports (id, user_id, state, name, body) values (${id}, ${userId}, 'done', 'trades.csv', '{}')`,
    )
    return id
  }
  type Owner = { readonly account: string } | { readonly import: string }
  async function insertTrip(userId: string, owner: Owner, { day, net, side = 'long' }: { day: number; net: number; side?: string }) {
    const [account, imported] = 'account' in owner ? [owner.account, null] : [null, owner.import]
    const at = START + day * DAY + DAY / 2
    await database.db.execute(sql`
      insert into journal_trips (id, user_id, account_id, import_id, origin, currency, symbol, side, opened_at, closed_at, size, entry, exit, gross, fees, funding, net, resolution, body)
      values (gen_random_uuid(), ${userId}, ${account}, ${imported}, ${account === null ? 'test exchange' : 'paper'}, 'USDC', 'BTC', ${side}, ${at - 1}, ${at}, 1, 100, 101, ${net}, 0, 0, ${net}, 'none', '{}')`)
  }
  const read = async (query: Parameters<ReturnType<typeof statisticsService>['statistics']>[1]) => {
    const { figures, equity } = await statisticsService(database.db, { few: thread, many: thread }).statistics(ada, query)
    const { total_return: total, max_drawdown: fall } = figures
    return { total: total.value, reason: total.reason, fall: fall.value, curve: Math.min(...equity.map(([, , below]) => below ?? 0)) }
  }

  it('is what the account itself had by then, excluding other accounts, reset ones and earlier imports', async () => {
    const account = await insertAccount(ada)
    await insertTrip(ada, { account: await insertAccount(ada, 1) }, { day: 0, net: 9_000 })
    await insertTrip(ada, { import: await insertImport(ada) }, { day: 0, net: 500_000 })
    await insertTrip(bob, { account: await insertAccount(bob) }, { day: 0, net: 70_000 })
    await insertTrip(ada, { account }, { day: 2, net: 1_000 })
    await insertTrip(ada, { account }, { day: 5, net: -500 })
    await insertTrip(ada, { account }, { day: 6, net: 700 })
    // 1,000 deposited and 1,000 won before: 2,000, less 500 lost, plus 700 won.
    const { total, fall, curve } = await read({ from: dayAt(4) })
    expect(total).toBeCloseTo(0.1, 12)
    expect(fall).toBeCloseTo(-0.25, 12)
    expect(curve).toBeCloseTo(-0.25, 12)
    expect(await read({ from: dayAt(4), account })).toEqual({ total, fall, curve, reason: undefined })
  })

  it('is the deposit if nothing of the account is older, whatever preceded it', async () => {
    await insertTrip(ada, { account: await insertAccount(ada, 3) }, { day: 0, net: -900 })
    const account = await insertAccount(ada)
    await insertTrip(ada, { account }, { day: 5, net: 100 })
    expect((await read({ from: dayAt(4) })).total).toBeCloseTo(0.1, 12)
    expect((await read({ account })).total).toBeCloseTo(0.1, 12)
  })

  it('is the capital the user states for imports plus their results, excluding those of an account', async () => {
    const owner = { import: await insertImport(ada) }
    await insertTrip(ada, { account: await insertAccount(ada) }, { day: 0, net: 9_000 })
    await insertTrip(ada, owner, { day: 1, net: 300 })
    await insertTrip(ada, owner, { day: 5, net: 150 })
    expect((await read({ from: dayAt(4), capital: '200' })).total).toBeCloseTo(0.3, 12)
  })

  it('has an owner in the list of accounts, the one with the most counted trips first', async () => {
    const [account, owner] = [await insertAccount(ada), { import: await insertImport(ada) }]
    await insertTrip(ada, { account }, { day: 0, net: 1 })
    await insertTrip(ada, owner, { day: 1, net: 300 })
    await insertTrip(ada, owner, { day: 5, net: 150 })
    await insertTrip(bob, { account: await insertAccount(bob) }, { day: 0, net: 1 })
    const accounts = await statisticsService(database.db, { few: thread, many: thread }).accounts(ada)
    const from = (day: number) => START + day * DAY + DAY / 2 - 1
    expect(accounts).toEqual([
      { account: null, origin: 'test exchange', source_kind: null, trips: 2, counted: 2, from_ms: from(1) },
      { account, origin: 'paper', source_kind: null, trips: 1, counted: 1, from_ms: from(0) },
    ])
    expect((await read({ origin: 'test exchange', capital: '300' })).total).toBeCloseTo(1.5, 12)
  })

  it('includes only the results that match the filter', async () => {
    const account = await insertAccount(ada)
    await insertTrip(ada, { account }, { day: 1, net: 1_000, side: 'short' })
    await insertTrip(ada, { account }, { day: 2, net: 250 })
    await insertTrip(ada, { account }, { day: 5, net: 125 })
    expect((await read({ from: dayAt(4), side: 'long' })).total).toBeCloseTo(0.1, 12)
  })
})

it('counts streaks in order of the close and the value traded, without the coins that are left out', async () => {
  const importId = randomUUID()
  await database.db.execute(
    sql`insert into journal_imports (id, user_id, state, name, body) values (${importId}, ${ada}, 'done', 'trades.csv', '{}')`,
  )
  const nets = [1, 1, -1, -1, -1, 0, -1, 2, 3]
  for (const [at, net] of nets.entries()) {
    await database.db.execute(sql`
      insert into journal_trips (id, user_id, import_id, origin, currency, symbol, side, opened_at, closed_at, size, entry, exit, gross, fees, funding, net, resolution, body)
      values (gen_random_uuid(), ${ada}, ${importId}, 'test exchange', 'USDC', ${at === 8 ? 'ETH' : 'BTC'}, 'long', 1700000000000, ${1_700_000_000_000 + at}, 2, 100, 101.5, ${net}, 0.25, -0.5, ${net}, 'none', '{}')`)
  }
  const { sums, coinSums, statistics } = statisticsService(database.db, { few: thread, many: thread })
  expect(await sums(ada, {})).toEqual({
    wins: 2,
    losses: 3,
    current_wins: 2,
    current_losses: 0,
    volume: '3627.000000',
    held_wins: 4,
    held_losses: 3.75,
  })
  expect(await sums(ada, { without: ['ETH'] })).toMatchObject({ wins: 2, current_wins: 1, volume: '3224.000000' })
  expect((await statistics(ada, { without: ['BTC'] })).totals.net).toBe('3')
  expect(await coinSums(ada, {})).toEqual([
    { symbol: 'BTC', trades: 8, fees: '2.000000', funding: '-4.000000', volume: '3224.000000' },
    { symbol: 'ETH', trades: 1, fees: '0.250000', funding: '-0.500000', volume: '403.000000' },
  ])
  expect(await sums(bob, {})).toEqual({
    wins: 0,
    losses: 0,
    current_wins: 0,
    current_losses: 0,
    volume: '0',
    held_wins: null,
    held_losses: null,
  })
})
