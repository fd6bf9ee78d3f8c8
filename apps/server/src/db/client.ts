import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'
import { DatabaseClient } from './database-errors.ts'

/** A handle that queries can be made on: the pool's, or that of a transaction. Repositories are built over it. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** The handle over the whole pool: what migrations and the wiring hold. */
export type Database = NodePgDatabase<Record<string, never>> & { readonly $client: Pool }

export type OpenDatabase = { readonly db: Database; readonly pool: Pool; readonly close: () => Promise<void> }

/** What PostgreSQL knows connections of servers by; commands of the operator have their own. */
export const SERVER_NAME = 'aerie'
export const COMMAND_NAME = 'aerie-command'

type OpenOptions = {
  /** SERVER_NAME where it is absent. */
  readonly name?: string
  readonly maxConnections?: number
  /** Told of connections that broke while no query ran on them; the pool replaces them by itself. */
  readonly onIdleError?: (error: Error) => void
}

const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const LIMITS = {
  text: `set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`,
  query_timeout: CONNECT_TIMEOUT_MS,
}

/**
 * Opens a pool on a PostgreSQL URL and proves that it answers.
 *
 * @throws the driver's error when no connection can be made
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<OpenDatabase> {
  const { name = SERVER_NAME, maxConnections = 12, onIdleError } = options
  const pool = new Pool({
    connectionString: url,
    Client: DatabaseClient,
    max: maxConnections,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // PgBouncer refuses these as connection parameters. The query also proves that a pooler has a session for the connection. The pool
    // awaits the promise, although its type does not say so.
    onConnect: (client): unknown => client.query(LIMITS),
  })
  // It tells of idle connections only: one that breaks between two queries of a transaction would end the process.
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

/**
 * Drizzle over a pool, but for its transactions: its own lose a connection of the pool for good, each time that one breaks before
 * `begin` is answered.
 */
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
      // What could not begin or end its transaction is broken: the pool makes another one.
      client.release(!hasBegun || client.getTransactionStatus() !== 'I')
    }
  }
  return db
}
