import { sql } from 'drizzle-orm'
import type { Database } from '../src/platform/db/client.ts'

/** As left by an older program, by version number only: the tables are current. */
export const forgetNewestMigration = (db: Database) =>
  db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`)

export const knowNewerMigration = (db: Database) =>
  db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`)

export const forgetTables = (db: Database) => db.execute(sql`drop schema drizzle cascade; drop schema public cascade; create schema public`)
