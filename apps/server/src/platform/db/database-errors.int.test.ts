import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { portOf } from '@aerie/testkit/port-of'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { databaseProxy } from '../../../test/database-proxy.ts'
import { appErrorOf } from '../http/problem.ts'
import { type OpenDatabase, openDatabase } from './client.ts'
import { databaseRefusal } from './database-errors.ts'

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof databaseProxy>>
let open: OpenDatabase
beforeAll(async () => {
  database = await testDatabase()
  proxy = await databaseProxy(database.url)
  open = await openDatabase(proxy.url)
})
afterAll(async () => {
  await open.close()
  proxy.close()
  await database.close()
})

const running = async () => {
  const { rows } = await database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.n
}
const codeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  return appErrorOf(error).code
}

it.each([
  ['', false],
  ['encrypted ', true],
])('reports an %sconnection that breaks during a query as an unavailable database', async (_what, isEncrypted) => {
  const other = await databaseProxy(database.url, { isEncrypted })
  const breaking = await openDatabase(other.url)
  const queries = [
    breaking.db.execute(sql`select pg_sleep(600)`),
    breaking.pool.query('select pg_sleep(600)'),
    breaking.db.transaction((tx) => tx.execute(sql`select pg_sleep(600)`)),
  ].map(codeOf)
  await expect.poll(running).toBe(queries.length)
  other.reset()
  expect(await Promise.all(queries)).toEqual(queries.map(() => 'unavailable'))
  await breaking.close()
  other.close()
  // PostgreSQL checks a sleeping backend's client only every 30 s, and the next case counts them.
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
  )
})

it.each([
  ['before the login', ''],
  ['in the TLS handshake', '?sslmode=no-verify'],
])('reports a connection that breaks %s as an unavailable database', async (_when, query) => {
  const breaking = createTcpServer((socket) => {
    socket.once('data', () => {
      if (query === '') return socket.resetAndDestroy()
      socket.write('S')
      socket.once('data', () => socket.resetAndDestroy())
    })
  })
  await once(breaking.listen(0, '127.0.0.1'), 'listening')
  expect(await codeOf(openDatabase(`postgresql://aerie@127.0.0.1:${portOf(breaking)}/x${query}`))).toBe('unavailable')
  breaking.close()
})

it('reports a connection that broke between two queries of a transaction as an unavailable database', async () => {
  const client = await open.pool.connect()
  await client.query('begin')
  const broken = once(client, 'error')
  proxy.reset()
  await broken
  expect(await codeOf(client.query('select 1'))).toBe('unavailable')
  client.release(true)
})

it.each([
  ['53100', 'could not extend file: No space left on device'],
  ['57P01', 'terminating connection due to administrator command'],
  ['57P03', 'the database system is in recovery mode'],
  ['53300', 'sorry, too many clients already'],
])('reports the error %s as an unavailable database', async (code, message) => {
  proxy.refuse(1, code, message)
  proxy.reset()
  expect(await codeOf(open.db.execute(sql`select 1`))).toBe('unavailable')
})

it('reports a write to a database that has become read-only as an unavailable database', async () => {
  const write = open.db.transaction((tx) => tx.execute(sql`create table more (n int)`), { accessMode: 'read only' })
  expect(await codeOf(write)).toBe('unavailable')
})

it('does not blame the database for a connection to another host', async () => {
  const elsewhere = createServer((request) => request.socket.resetAndDestroy())
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  const port = portOf(elsewhere)
  expect(await codeOf(fetch(`http://127.0.0.1:${port}`))).toBe('internal')
  elsewhere.close()
  await once(elsewhere, 'close')
  expect(await codeOf(fetch(`http://127.0.0.1:${port}`))).toBe('internal')
})

it.each(['EPIPE', 'EROFS', 'E2BIG'])('does not mistake the system error %s for a PostgreSQL error', (code) => {
  expect(databaseRefusal(Object.assign(new Error(`${code}: refused`), { code }))).toBeUndefined()
})
