import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** PostgreSQL logs a failed statement before it responds. */
async function logNow(): Promise<string> {
  const { rows } = await database.db.execute<{ folder: string }>(sql`select current_setting('data_directory') as folder`)
  return readFileSync(join(rows[0]?.folder ?? '', '../postgres.log'), 'utf8')
}

const isRefused = async (statement: string): Promise<void> =>
  expect(await database.db.execute(sql.raw(statement)).catch((error: unknown) => error)).toBeInstanceOf(Error)

it('logs neither failing statements, which are unlimited in number, nor their values', async () => {
  await database.db.execute(sql`create table kept (word text primary key, n int)`)
  await database.db.execute(sql`insert into kept values ('hunter2', 1)`)
  await isRefused(`insert into kept values ('hunter2', 2)`)
  await isRefused(`select 'hunter2'::int`)
  await isRefused(`do $$ begin raise warning 'hunter2'; raise exception 'hunter2'; end $$`)
  expect(await logNow()).not.toMatch(/hunter2|kept_pkey/)
})

it('logs why a connection ended', async () => {
  await isRefused('select pg_terminate_backend(pg_backend_pid())')
  expect(await logNow()).toMatch(/FATAL: +terminating connection due to administrator command/)
})
