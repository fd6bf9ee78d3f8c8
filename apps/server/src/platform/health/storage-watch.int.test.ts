import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { openDatabase } from '../db/client.ts'
import { createHealthRegistry } from './health-registry.ts'
import { storageWatch } from './storage-watch.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function partNow(): Promise<unknown> {
  const { pool, close } = await openDatabase(database.url)
  const health = createHealthRegistry([])
  await storageWatch({ pool, dataDir: '/no/such/folder', health, print: () => undefined }).look()
  await close()
  return health.parts()[0]
}

it('recognises a writable PostgreSQL, and leaves nothing in it', async () => {
  expect(await partNow()).toMatchObject({ health: 'ok' })
  const { rows } = await database.db.execute(sql`select relname from pg_class where relname like 'aerie_write_probe%'`)
  expect(rows).toEqual([])
})

it('recognises a read-only one, such as a standby', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await database.db.execute(sql.raw(`alter database ${name} set default_transaction_read_only = on`))
  expect(await partNow()).toMatchObject({ health: 'down', detail: 'the database is read-only' })
})
