import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { forgetNewestMigration, forgetTables, knowNewerMigration } from '../../../test/migrations.ts'
import { StartFailure } from '../start-failure.ts'
import { appliedMigration, migrate, migrateTo } from './migrate.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

const applied = () => appliedMigration(database.db.$client)

it('rejects the tables of a newer program, and leaves them unchanged', async () => {
  const known = (await applied()) ?? 0
  await knowNewerMigration(database.db)
  const newer = await applied()
  for (const options of [{}, { isShared: true }]) {
    const refused = migrate(database.db, options)
    await expect(refused).rejects.toThrow('The database is of a newer Aerie: start that one, or restore a backup')
    await expect(refused).rejects.toBeInstanceOf(StartFailure)
  }
  expect(await migrateTo(database.db, known)).toBe(true)
  expect(await applied()).toBe(newer)
})

it('does not migrate the tables of an older program that may still be running', async () => {
  await migrate(database.db, { isShared: true })
  await forgetNewestMigration(database.db)
  const older = await applied()
  const refused = migrate(database.db, { isShared: true })
  await expect(refused).rejects.toThrow('The database is of an older Aerie, which may be running')
  await expect(refused).rejects.toBeInstanceOf(StartFailure)
  expect(await applied()).toBe(older)
})

it.each([{}, { isShared: true }])('creates the tables of an empty database regardless of other connections: %j', async (options) => {
  const newest = await applied()
  await forgetTables(database.db)
  expect(await applied()).toBeUndefined()
  await migrate(database.db, options)
  expect(await applied()).toBe(newest)
  expect((await database.db.execute(sql`select count(*)::int as n from users`)).rows).toEqual([{ n: 0 }])
})
