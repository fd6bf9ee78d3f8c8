import { Client, type ClientConfig } from 'pg'

/** No SQLSTATE begins with E, unlike system error codes, some of which have five characters (EPIPE). */
const SQL_STATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/

export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && SQL_STATE.test(current.code)) return current.code
  }
  return undefined
}

/** Tracks PostgreSQL connection errors: any outgoing request can fail with `read ECONNRESET`. */
const connectionErrors = new WeakSet<Error>()

/** Records the errors of its connection, with and without TLS. */
export class DatabaseClient extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    this.connection.on('error', (error: Error) => connectionErrors.add(error))
  }
}

/** Messages of the driver and its pool for failed or timed-out connections. */
const AWAY =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Cannot use a pool after|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/

/** Connection failures, shutdown, full disk, too many connections, cancelled statements, I/O errors, read-only databases. */
const AWAY_STATES = /^(08|53|57P|57014|58|25006|25P03)/

/** Whether PostgreSQL failed rather than the statement: a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (AWAY_STATES.test(sqlState(error) ?? '')) return true
  for (let current = error; current instanceof Error; current = current.cause)
    if (connectionErrors.has(current) || AWAY.test(current.message)) return true
  return false
}

/** Without the statement and its values; undefined for other errors. */
export function databaseRefusal(error: unknown): string | undefined {
  const state = sqlState(error)
  if (state === undefined && !isDatabaseAway(error)) return undefined
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  const message = innermost instanceof Error ? innermost.message.split('\n', 1)[0] : ''
  return state === undefined ? `The database does not answer: ${message}` : `PostgreSQL refused a statement: ${message} (${state})`
}
