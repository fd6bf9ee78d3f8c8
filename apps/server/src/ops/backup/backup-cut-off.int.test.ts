import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@aerie/core/time'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { stop } from '../../../test/killed-server.ts'
import { programEnv } from '../../../test/program-env.ts'
import { refuseCutOffRestore } from './cut-off-restore.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

vi.setConfig({ testTimeout: 120_000 })
const CLI = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

let old: TestDatabase
let fresh: TestDatabase
let folder: string
beforeEach(async () => {
  old = await testDatabase()
  fresh = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'aerie-cut-'))
  mkdirSync(join(folder, 'old'))
  writeFileSync(join(folder, 'old', 'secret-key'), 'a key')
})
afterEach(async () => {
  await old.close()
  await fresh.close()
  rmSync(folder, { recursive: true })
})

const file = () => join(folder, 'aerie.backup')
const backUp = () => writeBackup({ db: old.db, clock: systemClock, dataDir: join(folder, 'old'), path: file() })
const restore = (path = file(), note: Parameters<typeof restoreBackup>[0]['note'] = async () => undefined) =>
  restoreBackup({ db: fresh.db, dataDir: join(folder, 'new'), path, note })
/** Lock waits in this database only: databases of other tests in the cluster have tables with the same OIDs. */
const HERE = sql`not granted and database = (select oid from pg_database where datname = current_database())`
/** Poorly compressible rows in a table that is dumped before `wallets`. */
const fill = () =>
  old.db.execute(
    sql`insert into rate_limits select gen_random_uuid()::text || gen_random_uuid()::text, 1, now() from generate_series(1, 5000)`,
  )
const limitsIn = async ({ db }: TestDatabase) => Number((await db.execute(sql`select count(*) as n from rate_limits`)).rows[0]?.n)

it('leaves nothing after a kill -9 that looks complete or can be restored, and the next backup reports the leftovers', async () => {
  await fill()
  const holder = await old.db.$client.connect()
  try {
    // The lock stops the backup halfway, however long it takes to get there.
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0; lock table wallets in access exclusive mode')
    const env = { ...programEnv(), DATABASE_URL: old.url, DATA_DIR: join(folder, 'old'), CHAIN_RPC_URL: '' }
    const child = spawn(process.execPath, [CLI, 'admin', 'backup', file(), '--by', 'Ada'], { cwd: folder, env, stdio: 'ignore' })
    await once(child, 'spawn')
    const draft = `aerie.backup.part-${child.pid}`
    const isHeld = async () =>
      (await old.db.execute(sql`select 1 from pg_locks where ${HERE} and relation = 'wallets'::regclass`)).rows.length
    await expect.poll(isHeld, { timeout: 60_000 }).toBe(1)
    await expect.poll(() => statSync(join(folder, draft)).size, { timeout: 60_000 }).toBeGreaterThan(100_000)
    await stop(child, 'SIGKILL')
    await holder.query('rollback')
    expect(existsSync(file())).toBe(false)
    expect(statSync(join(folder, draft)).mode & 0o777).toBe(0o600)
    await expect(restore(join(folder, draft))).rejects.toThrow('The backup is cut or damaged')
    expect(await limitsIn(fresh)).toBe(0)
    writeFileSync(join(folder, `film.part-${child.pid}`), 'something else')
    expect((await backUp()).cutOff).toEqual([draft])
    await restore()
    expect(await limitsIn(fresh)).toBe(5_000)
  } finally {
    holder.release(true)
  }
})

it('excludes and names other backups and anything that a restore would reject', async () => {
  writeFileSync(join(folder, 'old', 'my notes.txt'), 'of somebody else')
  writeFileSync(join(folder, 'old', 'yesterday.backup'), 'larger every night')
  const { files, leftOut } = await backUp()
  expect(files).toEqual(['secret-key'])
  expect(leftOut.toSorted()).toEqual(['my notes.txt', 'yesterday.backup'])
  expect((await restore()).files).toEqual(['secret-key'])
})

it('keeps rows and files consistent when the tables cannot be migrated after a full restore', async () => {
  await fill()
  await backUp()
  const forgetMigrations = restore(file(), async (tx) => void (await tx.execute(sql`delete from drizzle.__drizzle_migrations`)))
  await expect(forgetMigrations).rejects.toThrow('All of the backup is restored')
  expect(await limitsIn(fresh)).toBe(5_000)
  expect(readFileSync(join(folder, 'new', 'secret-key'), 'utf8')).toBe('a key')
  expect(readdirSync(join(folder, 'new'))).toEqual(['secret-key'])
})

const freshEnv = () => ({ ...programEnv(), DATABASE_URL: fresh.url, DATA_DIR: join(folder, 'new'), CHAIN_RPC_URL: '' })
const KEPT = /A restore of the backup of \S+ was cut off: .* none of its rows/

it('reports at the next start and the next restore that a restore was killed between its files and its rows', {
  timeout: 300_000,
}, async () => {
  await fill()
  await backUp()
  // The restore blocks on its last row, in the operator log: all files are written, nothing is committed.
  await fresh.db.execute(
    sql`create function wait_here() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(17); return new; end'`,
  )
  await fresh.db.execute(sql`create trigger wait_here before insert on operator_log for each row execute function wait_here()`)
  await fresh.db.execute(sql`alter table operator_log enable always trigger wait_here`)
  const holder = await fresh.db.$client.connect()
  try {
    await holder.query('select pg_advisory_lock(17)')
    const child = spawn(process.execPath, [CLI, 'admin', 'restore', file(), '--by', 'Ada'], {
      cwd: folder,
      env: freshEnv(),
      stdio: 'ignore',
    })
    await once(child, 'spawn')
    const waiting = sql`select 1 from pg_locks where ${HERE} and locktype = 'advisory' and objid = 17`
    await expect.poll(async () => (await fresh.db.execute(waiting)).rows.length, { timeout: 200_000 }).toBe(1)
    await stop(child, 'SIGKILL')
  } finally {
    holder.release(true)
  }
  expect(readFileSync(join(folder, 'new', 'secret-key'), 'utf8')).toBe('a key')
  await expect.poll(() => limitsIn(fresh)).toBe(0)
  await expect(restore()).rejects.toThrow(KEPT)
  await expect(refuseCutOffRestore(fresh.db, join(folder, 'new'))).rejects.toThrow(KEPT)
})

it('treats a restore as complete when it was killed after its rows were restored', async () => {
  const transaction = (await fresh.db.execute(sql`select pg_current_xact_id()::text as id`)).rows[0]?.id
  const ahead = String(BigInt(String(transaction)) + 1_000_000n)
  mkdirSync(join(folder, 'new'))
  const mark = (body: unknown) => writeFileSync(join(folder, 'new', 'restoring'), JSON.stringify(body))
  for (const body of [{ backup_of: '2026-01-01T00:00:00Z', transaction: ahead }, { backup_of: 'x' }, null]) {
    mark(body)
    await expect(refuseCutOffRestore(fresh.db, join(folder, 'new'))).rejects.toThrow('was cut off')
  }
  mark({ backup_of: '2026-01-01T00:00:00Z', transaction })
  await refuseCutOffRestore(fresh.db, join(folder, 'new'))
  expect(readdirSync(join(folder, 'new'))).toEqual([])
})
