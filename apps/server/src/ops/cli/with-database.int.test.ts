import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { HOUR_MS } from '@aerie/core/time'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { forgetNewestMigration, forgetTables, knowNewerMigration } from '../../../test/migrations.ts'
import { appliedMigration } from '../../platform/db/migrate.ts'
import { parseCommand } from './commands.ts'
import { withDatabase } from './main.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'aerie-command-'))
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await database.close()
  rmSync(folder, { recursive: true })
})

const run = (...args: string[]) => withDatabase(parseCommand(['admin', ...args]))
const file = () => join(folder, 'aerie.backup')
const applied = () => appliedMigration(database.db.$client)

it.each<[string, typeof forgetNewestMigration, string]>([
  ['an older', forgetNewestMigration, 'The database is of an older Aerie, which may be running'],
  ['a newer', knowNewerMigration, 'The database is of a newer Aerie'],
])('backs up the tables of %s program as they are, and does nothing else with them', async (_which, leave, message) => {
  await leave(database.db)
  const before = await applied()
  await expect(run('user', 'list')).rejects.toThrow(message)
  await expect(run('user', 'create', 'ada@example.org')).rejects.toThrow(message)
  expect(await run('--by', 'Ada', 'backup', file())).toContain(' tables and ')
  expect(await applied()).toBe(before)
  expect(gunzipSync(readFileSync(file())).toString('utf8')).toContain(`"migrated":${before}`)
})

it('creates the tables of an empty database for any command except a backup, which reports that there are none', async () => {
  await forgetTables(database.db)
  await expect(run('backup', file())).rejects.toThrow('The database has no tables of Aerie.')
  expect(await applied()).toBeUndefined()
  expect(await run('user', 'create', 'ada@example.org')).toContain('is created and confirmed')
  expect(await run('user', 'list')).toContain('ada@example.org')
})

const listNode = (id: string, isReachable: boolean, age: string) =>
  database.db.$client.query(
    "insert into nodes (id, role, version, host, is_reachable, seen_at) values ($1, 'worker', '1.0.0', 'alpha', $2, now() - $3::interval)",
    [id, isReachable, age],
  )

it('shows which processes are not connected to the bus; of one that is gone, it is unknown', async () => {
  await listNode('first', true, '0')
  await listNode('second', false, '0')
  await listNode('third', true, '1 hour')
  const [headings, ...rows] = (await run('nodes')).split('\n').filter(Boolean)
  expect(headings).toMatch(/STATE +BUS +DUTIES$/)
  expect(rows.map((row) => row.split(/ {2,}/).filter((_, column) => column === 0 || column > 4))).toEqual([
    ['first', 'alive', 'connected', '-'],
    ['second', 'alive', 'not connected', '-'],
    ['third', expect.stringMatching(/^gone since /), '-', '-'],
  ])
  expect(JSON.parse(await run('nodes', '--json'))).toMatchObject([
    { id: 'first', is_alive: true, is_reachable: true },
    { id: 'second', is_alive: true, is_reachable: false },
    { id: 'third', is_alive: false, is_reachable: null },
  ])
})

it('backs up tables of a release that did not store whether the bus reaches a process', async () => {
  await listNode('first', true, '0')
  await database.db.execute(sql`alter table nodes drop column is_reachable`)
  expect(await run('backup', file())).toContain(' tables and ')
})

it.each([-1, 1])('stores the database’s time where the servers share it, on a machine whose clock is wrong by %s h', async (hours) => {
  vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1')
  vi.stubEnv('SECRET_KEY', 'a secret of 32 characters or more')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS })
  onTestFinished(() => void vi.useRealTimers())
  await run('user', 'create', 'ada@example.org')
  await database.db.execute(sql`
    insert into sessions (id, user_id, address, user_agent, created_at, refreshed_at, expires_at)
    select gen_random_uuid(), id, '127.0.0.1', '', now(), now(), now() + interval '1 day' from users`)
  await run('sessions', 'ada@example.org', '--end', 'all')
  const { rows } = await database.db.execute(sql`
    select abs(extract(epoch from now() - revoked_at)) < 600 as is_ended_now,
      (select bool_and(abs(extract(epoch from now() - at)) < 600) from operator_log) as is_logged_now
    from sessions`)
  expect(rows).toEqual([{ is_ended_now: true, is_logged_now: true }])
})
