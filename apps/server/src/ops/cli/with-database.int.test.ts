import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
