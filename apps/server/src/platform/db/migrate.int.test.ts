import { DAY_MS } from '@aerie/core/time'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { forgetNewestMigration, forgetTables, knowNewerMigration } from '../../../test/migrations.ts'
import { candleStore } from '../../areas/market/candles/candle-store.ts'
import { storedPrices } from '../../areas/market/index.ts'
import { StartFailure } from '../start-failure.ts'
import { appliedMigration, migrate, migrateTo } from './migrate.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

const applied = () => appliedMigration(database.db.$client)

it('rejects the tables of a newer program, and leaves them unchanged', async () => {
  const known = (await applied()) ?? 0
  await knowNewerMigration(database.db)
  const newer = await applied()
  for (const options of [{}, { isShared: true }]) {
    const refused = migrate(database.db, options)
    await expect(refused).rejects.toThrow('The database is of a newer Aerie: start that one, or restore a backup')
    await expect(refused).rejects.toBeInstanceOf(StartFailure)
  }
  expect(await migrateTo(database.db, known)).toBe(true)
  expect(await applied()).toBe(newer)
})

it('does not migrate the tables of an older program that may still be running', async () => {
  await migrate(database.db, { isShared: true })
  await forgetNewestMigration(database.db)
  const older = await applied()
  const refused = migrate(database.db, { isShared: true })
  await expect(refused).rejects.toThrow('The database is of an older Aerie, which may be running')
  await expect(refused).rejects.toBeInstanceOf(StartFailure)
  expect(await applied()).toBe(older)
})

it.each([{}, { isShared: true }])('creates the tables of an empty database regardless of other connections: %j', async (options) => {
  const newest = await applied()
  await forgetTables(database.db)
  expect(await applied()).toBeUndefined()
  await migrate(database.db, options)
  expect(await applied()).toBe(newest)
  expect((await database.db.execute(sql`select count(*)::int as n from users`)).rows).toEqual([{ n: 0 }])
})

it('keeps the prices that an older program stored as one row for each coin', async () => {
  const before = 1_795_814_387_107
  const day = Date.UTC(2026, 10, 20)
  const end = day + DAY_MS
  const { $client: pool } = database.db
  await forgetTables(database.db)
  await migrateTo(database.db, before)
  await pool.query(`insert into market_sources (id) values ('sim:1'), ('sim:2')`)
  await pool.query(`create table market_ticks_a partition of market_ticks for values from (${day}) to (${end})`)
  await pool.query(`insert into market_ticks (source, symbol, as_of, price, venue, quote) values
    (1, 'BTC', ${day + 1}, 100.5, 'sim', 'USD'), (1, 'BTC', ${day + 4_999}, 101, 'sim', 'USD'), (1, 'ETH', ${day + 2}, 7, 'sim', 'USD'),
    (1, 'BTC', ${end - 1}, 102, 'other', 'USDT'), (2, 'BTC', ${day + 3}, 9, 'sim', 'USD')`)
  await migrate(database.db)
  const prices = (source: string, symbol: string) => storedPrices(database.db, { source, symbol, from: day, to: end, limit: 10 })
  expect(await prices('sim:1', 'BTC')).toEqual([
    { at: day + 1, price: '100.5' },
    { at: day + 4_999, price: '101' },
    { at: end - 1, price: '102' },
  ])
  expect(await prices('sim:1', 'ETH')).toEqual([{ at: day + 2, price: '7' }])
  expect(await prices('sim:2', 'BTC')).toEqual([{ at: day + 3, price: '9' }])
  const last = await (await candleStore(pool, 'sim:1')).lastTicks(['BTC', 'ETH', 'SOL'], end)
  expect(last.toSorted((a, b) => a.price - b.price)).toEqual([
    { symbol: 'ETH', asOf: day + 2, price: 7, venue: 'sim', quote: 'USD' },
    { symbol: 'BTC', asOf: end - 1, price: 102, venue: 'other', quote: 'USDT' },
  ])
})

it('makes the name of Social the name of the leader, and the other way round, unless another user has it', async () => {
  const before = 1_795_891_873_012
  const { $client: pool } = database.db
  await forgetTables(database.db)
  await migrateTo(database.db, before)
  await pool.query(`insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
    select ('00000000-0000-4000-8000-00000000000' || n)::uuid, n || '@example.com', 'x', 'A', 'B', now(), now() from generate_series(1, 8) n`)
  const [both, swapped, swapping, onlyLeader, behind, beside, onlySocial, chained] = Array.from(
    { length: 8 },
    (_, index) => `00000000-0000-4000-8000-00000000000${index + 1}`,
  )
  await pool.query(`insert into social_names (user_id, name, folded) values
    ('${both}', 'Ada', 'ada'), ('${swapped}', 'Left', 'left'), ('${swapping}', 'Right', 'rlght'), ('${beside}', 'Bill Gold', 'blllgold'),
    ('${onlySocial}', 'Grace', 'grace'), ('${chained}', 'Eve', 'eve')`)
  await pool.query(`insert into social_authors (user_id, id, created_at) select user_id, gen_random_uuid(), now() from social_names`)
  await pool.query(`insert into copy_leaders (user_id, id, name, about, is_open, created_at, updated_at)
    select user_id::uuid, gen_random_uuid(), name, '', true, now(), now() from (values
    ('${both}', 'Countess'), ('${swapped}', 'Right'), ('${swapping}', 'Left'), ('${onlyLeader}', 'J.R. 10'),
    ('${behind}', 'BI11-G0LD'), ('${beside}', 'E.v.e'), ('${chained}', 'Zed')) as leader (user_id, name)`)
  await migrate(database.db)
  const { rows } = await pool.query(
    `select u.id, s.name as social, s.folded, l.name as leader, a.id is not null as is_author from users u left join social_names s on s.user_id = u.id
     left join copy_leaders l on l.user_id = u.id left join social_authors a on a.user_id = u.id order by u.id`,
  )
  const named = (id: string | undefined, social: string | null, folded: string | null, leader: string | null) => ({
    id,
    social,
    folded,
    leader,
    is_author: social !== null,
  })
  expect(rows).toEqual([
    named(both, 'Ada', 'ada', 'Ada'),
    named(swapped, 'Left', 'left', 'Left'),
    named(swapping, 'Right', 'rlght', 'Right'),
    named(onlyLeader, 'J.R. 10', 'jrlo', 'J.R. 10'),
    named(behind, null, null, 'BI11-G0LD'),
    named(beside, 'Bill Gold', 'blllgold', 'E.v.e'),
    named(onlySocial, 'Grace', 'grace', null),
    named(chained, 'Eve', 'eve', 'Zed'),
  ])
  await expect(pool.query(`update copy_leaders set name = 'ADA' where user_id = '${behind}'`)).rejects.toThrow('copy_leaders_name_key')
})

it('lets one of several processes that start at once create the tables, while the others wait', async () => {
  const newest = await applied()
  await forgetTables(database.db)
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => migrate(database.db)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(await applied()).toBe(newest)
})
