import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
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
export async function migrate(db: Database): Promise<void> {
  const client = await db.$client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyMigrations(drizzle(client), { migrationsFolder: migrationsFolder() })
  } finally {
    // Ends the connection, and with it the lock and the settings, whatever happened above.
    client.release(true)
  }
}
