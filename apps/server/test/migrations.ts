import { sql } from 'drizzle-orm'
import type { Database } from '../src/db/client.ts'

/** As an older program has left it, by its own number: the tables are those of now. */
export const forgetNewestMigration = (db: Database) =>
  db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`)

/** As a newer program has left it. */
export const knowNewerMigration = (db: Database) =>
  db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`)

/** As nobody has used it. */
export const forgetTables = (db: Database) => db.execute(sql`drop schema drizzle cascade; drop schema public cascade; create schema public`)
