import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseProxy, transactionPooler } from '../../../test/database-proxy.ts'
import { StartFailure } from '../start-failure.ts'
import { type OpenDatabase, openDatabase } from './client.ts'
import { connectDatabase } from './connect.ts'
import { migrate } from './migrate.ts'

const urlOf = (database: string, role = 'aerie') => inject('testClusterUrl').replace('DATABASE', database).replace('aerie@', `${role}@`)
/** Unique in the cluster, which all test files share. */
const named = (what: string) => `${what}_${randomUUID().slice(0, 8)}`
const app = named('app')
const other = named('other')

let admin: OpenDatabase
const databases: string[] = []
beforeAll(async () => {
  admin = await openDatabase(urlOf('postgres'), { maxConnections: 1 })
  await admin.pool.query(`create role ${app} login; create role ${other} login`)
})
afterAll(async () => {
  for (const database of databases) await admin.pool.query(`drop database ${database} with (force)`)
  await admin.pool.query(`drop role ${app}; drop role ${other}`)
  await admin.close()
})

async function prepared(statements = '', options = `owner ${app}`): Promise<string> {
  const database = named('checked')
  await admin.pool.query(`create database ${database} ${options}`)
  databases.push(database)
  const { pool, close } = await openDatabase(urlOf(database), { maxConnections: 1 })
  await pool.query(statements.replaceAll('DATABASE', database))
  await close()
  return database
}
const connect = (url: string) => connectDatabase({ url, dataDir: '/no/such/folder', print: () => undefined })
const refusal = async (url: string): Promise<string> => {
  const error = await connect(url).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartFailure)
  return error instanceof Error ? error.message : ''
}

describe('an external PostgreSQL', () => {
  it('needs only a role that owns its database', async () => {
    const { db, pool, close } = await connect(urlOf(await prepared(), app))
    await migrate(db)
    expect((await pool.query('select email from users')).rows).toEqual([])
    await close()
  })

  it.each([
    ['', `owner ${other}`, `The role ${app} may not create tables in the database DATABASE: run "grant create on schema public to ${app}"`],
    [
      `grant create on schema public to ${app}`,
      `owner ${other}`,
      `The role ${app} may not create a schema in the database DATABASE: run "grant create on database DATABASE to ${app}" as its owner`,
    ],
    [
      `alter role ${app} in database DATABASE set default_transaction_read_only = on`,
      `owner ${app}`,
      `The role ${app} is read-only (default_transaction_read_only is on): run "alter role ${app} in database DATABASE set default_transaction_read_only = off"`,
    ],
    [
      `create schema drizzle authorization ${other}`,
      `owner ${app}`,
      `The schema drizzle belongs to the role ${other}, and ${app} may not use it`,
    ],
    [
      `create schema ${app} authorization ${app}`,
      `owner ${app}`,
      `The role ${app} creates tables in the schema ${app}, and Aerie needs them in the schema public`,
    ],
    ['drop schema public', `owner ${app}`, `The role ${app} creates tables in no schema`],
    [
      '',
      `owner ${app} encoding 'LATIN1' locale 'C' template template0`,
      'The database DATABASE has the encoding LATIN1, which cannot store every name',
    ],
    ['', `owner ${app} encoding 'SQL_ASCII' locale 'C' template template0`, 'The database DATABASE has the encoding SQL_ASCII'],
  ])('is rejected with the missing privilege or setting: %s %s', async (statements, options, message) => {
    const database = await prepared(statements, options)
    expect(await refusal(urlOf(database, app))).toContain(message.replaceAll('DATABASE', database))
  })

  it('is rejected when its tables belong to another role', async () => {
    const database = await prepared(
      `grant create on database DATABASE to ${app}; grant create on schema public to ${app}`,
      `owner ${other}`,
    )
    const { db, close } = await connect(urlOf(database, other))
    await migrate(db)
    await close()
    const grants = await openDatabase(urlOf(database), { maxConnections: 1 })
    await grants.pool.query(`grant usage, create on schema drizzle to ${app}`)
    expect(await refusal(urlOf(database, app))).toBe(
      `The table __drizzle_migrations belongs to the role ${other}: use that role in DATABASE_URL, or run "grant ${other} to ${app}"`,
    )
    await grants.pool.query(`grant ${other} to ${app}`)
    await (await connect(urlOf(database, app))).close()
    await grants.pool.query(`revoke ${other} from ${app}`)
    await grants.close()
  })

  it('is awaited while it starts', async () => {
    const proxy = await databaseProxy(urlOf(await prepared()))
    proxy.refuse(2, '57P03', 'the database system is starting up')
    await (await connect(proxy.url)).close()
    expect(proxy.refusalsLeft()).toBe(0)
    proxy.close()
  })

  it.each(['last', 'first'] as const)('is rejected behind a pooler in transaction mode that reuses the session freed %s', async (order) => {
    const pooler = await transactionPooler(urlOf(await prepared()), order)
    expect(await refusal(pooler.url)).toContain('DATABASE_URL names a connection pooler that assigns a session to each transaction')
    pooler.close()
  })
})
