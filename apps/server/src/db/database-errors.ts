import { Client, type ClientConfig } from 'pg'

/** No SQLSTATE begins with E, unlike the codes of the operating system, of which some have five characters (EPIPE). */
const SQL_STATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/

/** The SQLSTATE of a database error, through the wrappers that drizzle and services put around it. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && SQL_STATE.test(current.code)) return current.code
  }
  return undefined
}

/** Errors of connections to PostgreSQL. The error alone does not say so: any outgoing request can fail with `read ECONNRESET`. */
const connectionErrors = new WeakSet<Error>()

/** The driver's client; it records the errors of its connection, with TLS and without. */
export class DatabaseClient extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    this.connection.on('error', (error: Error) => connectionErrors.add(error))
  }
}

/** Errors that the driver and its pool make themselves when a connection fails or takes too long. */
const AWAY =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Cannot use a pool after|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/

/**
 * Connection failures, shutdown, insufficient resources (full disk, too many connections), a cancelled statement, I/O errors, and a database
 * that has become read-only, as hosted databases do when their disk is full.
 */
const AWAY_STATES = /^(08|53|57P|57014|58|25006|25P03)/

/** Whether PostgreSQL failed rather than the statement: the same request may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  if (AWAY_STATES.test(sqlState(error) ?? '')) return true
  for (let current = error; current instanceof Error; current = current.cause)
    if (connectionErrors.has(current) || AWAY.test(current.message)) return true
  return false
}

/** One line about an error of PostgreSQL, without the statement and its values; undefined for other errors. */
export function databaseRefusal(error: unknown): string | undefined {
  const state = sqlState(error)
  if (state === undefined && !isDatabaseAway(error)) return undefined
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  const message = innermost instanceof Error ? innermost.message.split('\n', 1)[0] : ''
  return state === undefined ? `The database does not answer: ${message}` : `PostgreSQL refused a statement: ${message} (${state})`
}
