import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { appErrorOf } from '../http/problem.ts'
import { openDatabase } from './client.ts'
import { sqlState } from './database-errors.ts'
import { lockingUser } from './locking-user.ts'
import { migrate } from './migrate.ts'
import { users } from './schema/accounts.ts'
import { serializable } from './serializable.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(sql`create table counter (id int primary key, n int not null)`)
})
afterAll(() => database.close())

it('provides each test file with a migrated database', async () => {
  const { rows } = await database.db.execute(sql`select to_regclass('mail_outbox') as found`)
  expect(rows).toEqual([{ found: 'mail_outbox' }])
})

it('lists every table once on the retention page', async () => {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  )
  const page = await readFile(new URL('../../../../../docs/operate/retention.md', import.meta.url), 'utf8')
  const named = page
    .split('\n')
    .flatMap((line) => [...(/^\| (`.*?) \|/.exec(line)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const tables = rows.map(({ name }) => name).filter((name) => name !== 'counter')
  expect(new Set(named)).toEqual(new Set(tables))
  expect(named).toHaveLength(tables.length)
})

it('lets several processes migrate at once and repeatedly', async () => {
  const runs = await Promise.allSettled([migrate(database.db), migrate(database.db), migrate(database.db)])
  expect(runs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
})

it('commits each of many conflicting serializable transactions exactly once', async () => {
  await database.db.execute(sql`insert into counter values (1, 0)`)
  const add = () =>
    serializable(database.db, async (tx) => {
      const { rows } = await tx.execute<{ n: number }>(sql`select n from counter where id = 1`)
      await tx.execute(sql`update counter set n = ${(rows[0]?.n ?? 0) + 1} where id = 1`)
    })
  await Promise.all([add(), add(), add(), add()])
  const { rows } = await database.db.execute(sql`select n from counter where id = 1`)
  expect(rows).toEqual([{ n: 4 }])
})

it('rethrows an error that is no conflict on the first attempt', async () => {
  let tries = 0
  const failing = serializable(database.db, async (tx) => {
    tries += 1
    await tx.execute(sql`insert into counter values (1, 0)`)
  })
  expect(sqlState(await failing.catch((error: unknown) => error))).toBe('23505')
  expect(tries).toBe(1)
})

it('answers a conflict that outlasts all retries with 503 and Retry-After', async () => {
  await database.db.execute(sql`insert into counter values (2, 0)`)
  let tries = 0
  const beaten = serializable(database.db, async (tx) => {
    tries += 1
    await tx.execute(sql`select n from counter where id = 2`)
    await database.db.execute(sql`update counter set n = n + 1 where id = 2`)
    await tx.execute(sql`update counter set n = 0 where id = 2`)
  })
  const { code, retryAfterSeconds } = appErrorOf(await beaten.catch((error: unknown) => error))
  expect([tries, code, retryAfterSeconds]).toEqual([8, 'unavailable', 1])
})

it('serializes changes of one user’s data, each seeing the previous one, while other users run in parallel', async () => {
  const [ada, bob] = [randomUUID(), randomUUID()]
  const at = new Date()
  for (const [id, email] of [[ada, 'ada@example.org'] as const, [bob, 'bob@example.org'] as const])
    await database.db.insert(users).values({ id, email, passwordHash: '', firstName: 'A', lastName: 'B', createdAt: at, updatedAt: at })
  await database.db.execute(sql`insert into counter values (3, 0)`)
  const add = () =>
    lockingUser(database.db, ada, async (tx) => {
      const { rows } = await tx.execute<{ n: number }>(sql`select n from counter where id = 3`)
      await tx.execute(sql`update counter set n = ${(rows[0]?.n ?? 0) + 1} where id = 3`)
    })
  await Promise.all(Array.from({ length: 40 }, add))
  expect((await database.db.execute(sql`select n from counter where id = 3`)).rows).toEqual([{ n: 40 }])
  // Would deadlock if it waited for the other user.
  await lockingUser(database.db, ada, () => lockingUser(database.db, bob, async () => undefined))
})

it('fails with 503 after five seconds behind a transaction that does not release its lock', async () => {
  const id = randomUUID()
  const at = new Date()
  await database.db
    .insert(users)
    .values({ id, email: 'held@example.org', passwordHash: '', firstName: 'A', lastName: 'B', createdAt: at, updatedAt: at })
  const second = await lockingUser(database.db, id, () =>
    lockingUser(database.db, id, async () => undefined).catch((error: unknown) => error),
  )
  expect(appErrorOf(second)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
})

it('survives and logs a connection that breaks between two queries of a transaction', async () => {
  const messages: string[] = []
  const { pool, close } = await openDatabase(database.url, { onIdleError: (error) => void messages.push(error.message) })
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
  await expect.poll(() => messages.length).toBeGreaterThan(0)
  client.release(true)
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  expect(messages[0]).toContain('terminating connection')
  await close()
})
