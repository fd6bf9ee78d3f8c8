import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import { StartFailure } from '../start-failure.ts'
import type { Database } from './client.ts'

/** Arbitrary, but must never change. */
const MIGRATION_LOCK = 4_800_001

/** Next to this file in the sources, next to the bundle in production: the build copies the folder there. */
const migrationsFolder = (): string => fileURLToPath(new URL('./migrations', import.meta.url))

type MigrateOptions = {
  /** An older program may be using the database: leave its tables unchanged. */
  readonly isShared?: boolean
}

/** Serialized by an advisory lock. @throws StartFailure for a newer schema, or an older one if shared; the driver's error */
export async function migrate(db: Database, { isShared = false }: MigrateOptions = {}): Promise<void> {
  const folder = migrationsFolder()
  const newest = readJournal(folder).entries.at(-1)?.when ?? 0
  await migrateFrom(db, folder, (applied) => {
    if (applied > newest) throw new StartFailure('The database is of a newer Aerie: start that one, or restore a backup')
    if (applied < newest && isShared)
      throw new StartFailure(
        'The database is of an older Aerie, which may be running: stop that one and start this one, which brings the database up to date',
      )
  })
}

const journalFile = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })
const journalPath = (folder: string): string => join(folder, 'meta', '_journal.json')
const readJournal = (folder: string) => z.parse(journalFile, JSON.parse(readFileSync(journalPath(folder), 'utf8')))

/** A newer schema stays as it is. @returns false, without changes, if this program does not know `newest` */
export async function migrateTo(db: Database, newest: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-migrations-'))
  try {
    cpSync(migrationsFolder(), folder, { recursive: true })
    const journal = readJournal(folder)
    const entries = journal.entries.filter(({ when }) => when <= newest)
    if (entries.at(-1)?.when !== newest) return false
    writeFileSync(journalPath(folder), JSON.stringify({ ...journal, entries }))
    await migrateFrom(db, folder)
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param look receives the newest applied migration, if any; may throw to abort */
async function migrateFrom(db: Database, folder: string, look?: (applied: number) => void): Promise<void> {
  const client = await db.$client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await appliedMigration(client)
    if (applied !== undefined) look?.(applied)
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
  } finally {
    // Closes the connection, which releases the lock and the settings in any case.
    client.release(true)
  }
}

const journalTable = z.object({ is_there: z.boolean() })
const newestApplied = z.object({ at: z.nullable(z.string()) })

export async function appliedMigration(client: Pick<PoolClient, 'query'>): Promise<number | undefined> {
  const found = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as is_there")
  if (!z.parse(journalTable, found.rows[0]).is_there) return undefined
  const { rows } = await client.query('select max(created_at)::text as at from drizzle.__drizzle_migrations')
  const { at } = z.parse(newestApplied, rows[0])
  return at === null ? undefined : Number(at)
}
