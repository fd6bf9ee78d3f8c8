import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { openDatabase } from './client.ts'

const CONNECTIONS = 2

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(sql`create table notes (id int primary key)`)
})
afterAll(() => database.close())

const open = (maxConnections = CONNECTIONS) => openDatabase(database.url, { maxConnections })
const pidOf = async (client: Pick<PoolClient, 'query'>) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
const end = (pid: number | undefined) => database.db.execute(sql`select pg_terminate_backend(${pid}, 60000)`)
const notes = async () => (await database.db.execute(sql`select id from notes order by id`)).rows.map(({ id }) => id)

it('recovers its whole pool after losing more connections than it has before their transaction started', async () => {
  const { db, pool, close } = await open()
  const connect = pool.connect.bind(pool)
  Object.assign(pool, {
    connect: async () => {
      const client = await connect()
      await end(await pidOf(client))
      return client
    },
  })
  for (let lost = 0; lost <= CONNECTIONS; lost += 1)
    await expect(db.transaction(async (tx) => await tx.execute(sql`select 1`))).rejects.toThrow('Failed query: begin')
  Reflect.deleteProperty(pool, 'connect')
  const { rows } = await pool.query<{ n: number }>('select 1 as n')
  expect(rows).toEqual([{ n: 1 }])
  expect(await db.transaction(async (tx) => (await tx.execute(sql`select 2 as n`)).rows)).toEqual([{ n: 2 }])
  await close()
})

it('replaces a connection that is lost during a transaction', async () => {
  const { db, pool, close } = await open(1)
  const lost = db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values (1)`)
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await end(rows[0]?.pid)
    await tx.execute(sql`select 1`)
  })
  await expect(lost).rejects.toThrow('Failed query: rollback')
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  expect(await notes()).toEqual([])
  await close()
})

it('reuses a connection after its transaction was rolled back, and rolls back a nested transaction alone', async () => {
  const { db, pool, close } = await open(1)
  const before = await pidOf(pool)
  const add = (id: number) => sql`insert into notes values (${id})`
  const thrown = new Error('of the work')
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(add(1))
      throw thrown
    }),
  ).rejects.toBe(thrown)
  await expect(db.transaction(async (tx) => void (await tx.execute(sql`select 1 / 0`)))).rejects.toThrow('Failed query: select 1 / 0')
  await db.transaction(
    async (tx) => {
      await tx.execute(add(2))
      const nested = tx.transaction(async (inner) => {
        await inner.execute(add(3))
        throw thrown
      })
      await expect(nested).rejects.toBe(thrown)
      const { rows } = await tx.execute(sql`select current_setting('transaction_isolation') as level`)
      expect(rows).toEqual([{ level: 'serializable' }])
    },
    { isolationLevel: 'serializable' },
  )
  expect(await notes()).toEqual([2])
  expect(await pidOf(pool)).toBe(before)
  await close()
})
