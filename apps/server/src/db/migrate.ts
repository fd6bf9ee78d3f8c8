import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import * as z from 'zod/mini'
import type { Database } from './client.ts'

/** Any number will do; it must only never change. */
const MIGRATION_LOCK = 4_800_001

/** Beside this file in the sources, beside the bundle in production: the build copies the folder there. */
const migrationsFolder = (): string => fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Brings the schema to the newest migration. Several processes may call it at once: they take turns under an advisory
 * lock, and those that come second find nothing left to do.
 *
 * @throws the driver's error of the first migration that fails; nothing of that batch stays
 */
export const migrate = (db: Database): Promise<void> => migrateFrom(db, migrationsFolder())

const journalFile = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })

/**
 * Brings the schema to an older migration, for data that was written under it; a newer schema stays as it is.
 *
 * @param newest the migration's own number
 * @returns false, and nothing is done, where this program does not know it
 * @throws as `migrate`
 */
export async function migrateTo(db: Database, newest: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-migrations-'))
  try {
    cpSync(migrationsFolder(), folder, { recursive: true })
    const path = join(folder, 'meta', '_journal.json')
    const journal = z.parse(journalFile, JSON.parse(readFileSync(path, 'utf8')))
    const entries = journal.entries.filter(({ when }) => when <= newest)
    if (entries.at(-1)?.when !== newest) return false
    writeFileSync(path, JSON.stringify({ ...journal, entries }))
    await migrateFrom(db, folder)
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function migrateFrom(db: Database, folder: string): Promise<void> {
  const client = await db.$client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
  } finally {
    // Ends the connection, and with it the lock and the settings, whatever happened above.
    client.release(true)
  }
}
