import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'
import { DatabaseClient } from './database-errors.ts'

export type Db = PgDatabase<NodePgQueryResultHKT>

export type Database = NodePgDatabase<Record<string, never>> & { readonly $client: Pool }

export type OpenDatabase = { readonly db: Database; readonly pool: Pool; readonly close: () => Promise<void> }

/** PostgreSQL application name of servers; operator commands use their own. */
export const SERVER_NAME = 'aerie'
export const COMMAND_NAME = 'aerie-command'

type OpenOptions = {
  readonly name?: string
  readonly maxConnections?: number
  /** Called for connections that break while idle; the pool replaces them. */
  readonly onIdleError?: (error: Error) => void
}

const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const LIMITS = {
  text: `set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`,
  query_timeout: CONNECT_TIMEOUT_MS,
}

/** Checks that the database responds. @throws the driver's error */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<OpenDatabase> {
  const { name = SERVER_NAME, maxConnections = 12, onIdleError } = options
  const pool = new Pool({
    connectionString: url,
    Client: DatabaseClient,
    max: maxConnections,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // PgBouncer rejects these as connection parameters. The pool awaits the promise, although its type does not say so.
    onConnect: (client): unknown => client.query(LIMITS),
  })
  // Prevents a crash when a connection breaks between two queries of a transaction; the pool's own handler covers idle ones only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', (error) => onIdleError?.(error)))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  let closing: Promise<void> | undefined
  return {
    db: overPool(pool),
    pool,
    close: () => {
      closing ??= pool.end()
      return closing
    },
  }
}

/** Drizzle's own transactions leak a pool connection each time one breaks before `begin` is answered. */
function overPool(pool: Pool): Database {
  const db = drizzle(pool)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let hasBegun = false
    try {
      return await drizzle(client).transaction((tx) => {
        hasBegun = true
        return work(tx)
      }, config)
    } finally {
      // A connection that could not begin or end its transaction is broken: the pool replaces it.
      client.release(!hasBegun || client.getTransactionStatus() !== 'I')
    }
  }
  return db
}
