import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chartSettings } from '@aerie/wire/market/charts'
import { sql } from 'drizzle-orm'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { migrate } from './migrate.ts'
import { workspaceDocuments } from './schema/workspace.ts'

const NEWEST_BEFORE = '0009_signup_browsers'
const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })

function olderMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(fileURLToPath(new URL('./migrations', import.meta.url)), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const all = z.parse(journal, JSON.parse(readFileSync(path, 'utf8')))
  const last = all.entries.findIndex(({ tag }) => tag === NEWEST_BEFORE)
  writeFileSync(path, JSON.stringify({ ...all, entries: all.entries.slice(0, last + 1) }))
  return folder
}

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = olderMigrations()
  await database.db.execute(sql`drop schema public cascade`)
  await database.db.execute(sql`drop schema drizzle cascade`)
  await database.db.execute(sql`create schema public`)
  await applyMigrations(database.db, { migrationsFolder: folder })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

it('migrates every saved chart from the charts table, and keeps the existing documents', async () => {
  const [ada, bob] = [randomUUID(), randomUUID()]
  const at = new Date(Date.UTC(2026, 0, 15))
  for (const [id, email] of [[ada, 'ada@example.org'] as const, [bob, 'bob@example.org'] as const])
    await database.db.execute(
      sql`insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at) values (${id}, ${email}, '', 'A', 'B', ${at}, ${at})`,
    )
  const line = { id: 'a', kind: 'segment', points: [{ time: 1_700_000_000, price: 64_000.5 }], text: '“é”', locked: true }
  const drawn = z.parse(chartSettings, { interval: '4h', scale: 'log', compare: ['ETH'], drawings: [line] })
  const plain = z.parse(chartSettings, {})
  for (const [owner, symbol, version, settings] of [
    [ada, 'BTC', 7, drawn],
    [ada, 'ETH', 1, plain],
    [bob, 'BTC', 2, plain],
  ] as const)
    await database.db.execute(
      sql`insert into saved_charts (user_id, symbol, version, settings, updated_at) values (${owner}, ${symbol}, ${version}, ${JSON.stringify(settings)}::jsonb, ${at})`,
    )
  await database.db.execute(
    sql`insert into workspace_documents (user_id, kind, name, version, body, updated_at) values (${ada}, 'notes', 'main', nextval('workspace_document_versions'), '{}', ${at})`,
  )

  await migrate(database.db)

  const documents = await database.db.select().from(workspaceDocuments)
  const bodyOf = (userId: string, name: string) => documents.find((each) => each.userId === userId && each.name === name)
  expect(documents).toHaveLength(4)
  expect(bodyOf(ada, 'BTC')).toMatchObject({ kind: 'chart', body: drawn, updatedAt: at })
  expect(bodyOf(ada, 'ETH')).toMatchObject({ kind: 'chart', body: plain })
  expect(bodyOf(bob, 'BTC')).toMatchObject({ kind: 'chart', body: plain })
  expect(bodyOf(ada, 'main')).toMatchObject({ kind: 'notes', version: 1 })
  // Each save has its own version number, and the sequence continues after them.
  expect(new Set(documents.map(({ version }) => version)).size).toBe(4)
  const { rows } = await database.db.execute<{ next: string }>(sql`select nextval('workspace_document_versions') as next`)
  expect(Number(rows[0]?.next)).toBe(5)
  expect((await database.db.execute(sql`select to_regclass('saved_charts') as found`)).rows).toEqual([{ found: null }])
})
