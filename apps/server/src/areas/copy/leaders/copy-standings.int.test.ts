import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import type { Db } from '../../../platform/db/client.ts'

const PEOPLE = 6
let database: TestDatabase
let users: string[]
let accounts: string[]
const leaders = Array.from({ length: PEOPLE }, () => randomUUID())

beforeAll(async () => {
  database = await testDatabase()
  const { rows } = await database.db.execute<{ user_id: string; id: string }>(sql`
    with made as (
      insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
      select gen_random_uuid(), 'p' || n || '@example.com', 'x', 'A', 'B', now(), now() from generate_series(1, ${PEOPLE}::int) n returning id
    )
    insert into trading_accounts (id, user_id, source_id, source_kind, kind, deposit, seq, opened_at)
    select gen_random_uuid(), id, 'sim:a', 'sim', 'paper', 10000000000, 0, 0 from made returning user_id, id`)
  users = rows.map(({ user_id }) => user_id)
  accounts = rows.map(({ id }) => id)
})
afterAll(() => database.close())

type Made = {
  readonly leader: number
  readonly follower: number
  readonly source: string
  readonly allocation: number
  readonly closes: number
}

const insert = (made: readonly Made[], db: Db = database.db) =>
  db.execute(sql`
    insert into copies (id, user_id, account_id, leader_user_id, leader_account_id, leader_id, leader_name, source_id, source_kind, leader_seq,
      allocation, per_trade_limit, daily_loss_limit, total_loss_limit, max_move_bps, late_s, excluded, state, realised, fees, fills, closes, created_at, updated_at)
    select gen_random_uuid(), m.user_id, m.account_id, m.leader_user_id, m.leader_account_id, m.leader_id, 'L', m.source, 'sim', 0,
      m.allocation, 1, 1, 1, 50, 10, '[]', 'stopped', 0, 0, 9, m.closes, now(), now()
    from jsonb_to_recordset(${JSON.stringify(
      made.map(({ leader, follower, ...rest }) => ({
        ...rest,
        user_id: users[follower],
        account_id: accounts[follower],
        leader_user_id: users[leader],
        leader_account_id: accounts[leader],
        leader_id: leaders[leader],
      })),
    )}::jsonb) m(user_id uuid, account_id uuid, leader_user_id uuid, leader_account_id uuid, leader_id uuid, source text, allocation bigint, closes int)`)

const stored = async () =>
  (
    await database.db.execute(sql`
      select source_id, leader_id, followers, closed, realised::text, allocated::text, result::text from copy_standings order by 1, 2`)
  ).rows
const counted = async () =>
  (
    await database.db.execute(sql`
      select *, case when closed >= 3 then realised::numeric / allocated::numeric else '-Infinity' end::text as result from (
        select source_id, leader_id, count(*) filter (where state <> 'stopped')::int as followers,
          count(distinct user_id) filter (where closes > 0)::int as closed,
          coalesce(sum(realised) filter (where closes > 0), 0)::text as realised,
          coalesce(sum(allocation) filter (where closes > 0), 0)::text as allocated
        from copies group by source_id, leader_id
      ) c order by source_id, leader_id`)
  ).rows

const person = fc.integer({ min: 0, max: PEOPLE - 1 })
const source = fc.constantFrom('sim:a', 'sim:b')
const change = fc.oneof(
  fc
    .record({
      leader: person,
      follower: person,
      source,
      allocation: fc.integer({ min: 1, max: 1e15 }),
      closes: fc.integer({ min: 0, max: 3 }),
    })
    .filter(({ leader, follower }) => leader !== follower)
    .map((made) => ({ what: `begin ${JSON.stringify(made)}`, run: () => insert([made, made]) })),
  fc.tuple(person, fc.integer({ min: -1e12, max: 1e12 })).map(([leader, realised]) => ({
    what: `trade of leader ${leader}: ${realised}`,
    run: () =>
      database.db.execute(
        sql`update copies set realised = realised + ${realised}::bigint, closes = closes + 1 where leader_id = ${leaders[leader]}::uuid`,
      ),
  })),
  person.map((follower) => ({
    what: `one copy of ${follower} goes on`,
    run: () =>
      database.db.execute(sql`
        update copies c set state = 'active' where id = (select id from copies where user_id = ${users[follower]}::uuid order by number limit 1)
          and not exists (select from copies o where o.user_id = c.user_id and o.leader_user_id = c.leader_user_id and o.state <> 'stopped')`),
  })),
  person.map((follower) => ({
    what: `all of ${follower} end`,
    run: () => database.db.execute(sql`update copies set state = 'stopped', day = 1 where user_id = ${users[follower]}::uuid`),
  })),
  person.map((follower) => ({
    what: `those of ${follower} are deleted`,
    run: () => database.db.execute(sql`delete from copies where user_id = ${users[follower]}::uuid`),
  })),
)

it('standings match the copies after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      for (const { run } of changes) await run()
      expect(await stored()).toEqual(await counted())
    }),
    { numRuns: 40 },
  )
})

it('standings match the copies when many trade, start and end concurrently', async () => {
  await insert(
    Array.from({ length: 200 }, (_, n) => ({ leader: 0, follower: 1 + (n % 5), source: 'sim:a', allocation: 1_000 + n, closes: n % 3 })),
  )
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select id from copies where leader_id = ${leaders[0]}::uuid order by number`,
  )
  const jobs = rows.map(
    ({ id }, n) =>
      () =>
        database.db.execute(sql`update copies set realised = realised + ${n}, closes = closes + 1 where id = ${id}::uuid`),
  )
  const more = Array.from(
    { length: 20 },
    (_, n) => () => insert([{ leader: 0, follower: 1 + (n % 5), source: 'sim:a', allocation: 7, closes: 2 }]),
  )
  const fewer = rows.slice(0, 20).map(
    ({ id }) =>
      () =>
        database.db.execute(sql`delete from copies where id = ${id}::uuid`),
  )
  await Promise.all([...jobs, ...more, ...fewer].map((job) => job()))
  expect(await stored()).toEqual(await counted())
})

it('standings include what another transaction committed while they waited for it', async () => {
  const made: Made = { leader: 1, follower: 2, source: 'sim:b', allocation: 3, closes: 2 }
  // The standings row must exist: a transaction that waits to insert it would see the change anyway.
  await insert([made])
  let second: Promise<unknown> | undefined
  await database.db.transaction(async (tx) => {
    await insert([made], tx)
    // A query is sent only when it is awaited.
    second = (async () => insert([{ ...made, follower: 3 }]))()
    // In this database only: other tests share the cluster.
    const lockWaits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const waiting = async () => (await database.db.execute(lockWaits)).rows.length
    await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0)
  })
  await second
  expect(await stored()).toEqual(await counted())
})

it('standings ignore rolled-back changes and are deleted with the user who owned the copies', async () => {
  const before = await stored()
  await database.db
    .transaction(async (tx) => {
      await tx.execute(sql`update copies set realised = realised + 1000, closes = 5`)
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  expect(await stored()).toEqual(before)
  await insert([{ leader: 4, follower: 5, source: 'sim:b', allocation: 5, closes: 2 }])
  await database.db.execute(sql`delete from users where id = ${users[4]}::uuid`)
  expect(await stored()).toEqual(await counted())
})
