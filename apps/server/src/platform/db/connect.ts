import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import { StartFailure } from '../start-failure.ts'
import { type OpenDatabase, openDatabase } from './client.ts'
import { sqlState } from './database-errors.ts'
import { runningClusterUrl, startCluster } from './embedded/cluster.ts'
import { ensureDataDir } from './embedded/cluster-paths.ts'
import { lockHolder, takeLock } from './embedded/instance-lock.ts'

type Options = {
  /** External PostgreSQL; undefined for the embedded one in `dataDir`. */
  readonly url: string | undefined
  readonly dataDir: string
  readonly print: (line: string) => void
  readonly name?: string
  /** Commands join a running server's cluster; a second server is rejected. */
  readonly mayJoin?: boolean
  readonly onIdleError?: (error: Error) => void
  readonly signal?: AbortSignal
}

export type ConnectedDatabase = OpenDatabase & {
  readonly kind: 'embedded' | 'external'
  /** True if this call started PostgreSQL, so no server uses it. Unknown for an external one. */
  readonly isAlone: boolean
  readonly onLost: (listener: (reason: string) => void) => void
}

/** Starts the embedded PostgreSQL if needed; `close` stops it. @throws StartFailure */
export function connectDatabase(options: Options): Promise<ConnectedDatabase> {
  if (options.url !== undefined) return connectExternal(options.url, options)
  const dataDir = ensureDataDir(options.dataDir)
  return options.mayJoin && lockHolder(dataDir) ? joinRunning(dataDir, options) : startEmbedded(dataDir, options)
}

async function connectExternal(url: string, options: Options): Promise<ConnectedDatabase> {
  const open = await openOnceStarted(url, options)
  try {
    await checkDatabase(open.pool)
    return { ...open, kind: 'external', isAlone: false, onLost: () => undefined }
  } catch (error) {
    await open.close()
    throw error instanceof StartFailure ? error : noAnswer(error)
  }
}

/** cannot_connect_now: PostgreSQL is starting, recovering or stopping. */
const STARTING = '57P03'
const STARTING_RETRY_MS = 500

/** No timeout: a recovery may take long, and restarting Aerie would not speed it up. */
async function openOnceStarted(url: string, options: Options): Promise<OpenDatabase> {
  for (let isReported = false; ; isReported = true) {
    try {
      return await openDatabase(url, openOptions(options))
    } catch (error) {
      if (sqlState(error) !== STARTING) throw noAnswer(error)
      if (!isReported) options.print(`Waiting for the database of DATABASE_URL: ${reasonOf(error)}`)
      await sleep(STARTING_RETRY_MS, undefined, { signal: options.signal })
    }
  }
}

/** Never includes the URL, which contains a password. */
const noAnswer = (error: unknown) => new StartFailure(`The database of DATABASE_URL does not answer: ${reasonOf(error)}`, { cause: error })

const openOptions = ({ name, onIdleError }: Options) => ({ ...(name !== undefined && { name }), ...(onIdleError && { onIdleError }) })

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message.split('\n')[0] || error.name : String(error)
}

async function joinRunning(dataDir: string, options: Options): Promise<ConnectedDatabase> {
  const url = runningClusterUrl(dataDir)
  if (url === undefined) throw new StartFailure(`The Aerie that runs on ${dataDir} is just starting or stopping: try again in a moment`)
  try {
    const open = await openDatabase(url, { maxConnections: 2, ...openOptions(options) })
    return { ...open, kind: 'embedded', isAlone: false, onLost: () => undefined }
  } catch (error) {
    throw new StartFailure(`The database of the Aerie that runs on ${dataDir} does not answer: ${reasonOf(error)}`, { cause: error })
  }
}

async function startEmbedded(dataDir: string, options: Options): Promise<ConnectedDatabase> {
  const { print, signal } = options
  const release = takeLock(dataDir)
  try {
    const cluster = await startCluster({ dataDir, print, ...(signal && { signal }) })
    const open = await openDatabase(cluster.url(), openOptions(options))
    const close = async () => {
      await open.close()
      await cluster.stop()
      release()
    }
    return { ...open, kind: 'embedded', isAlone: true, onLost: cluster.onLost, close }
  } catch (error) {
    release()
    throw error
  }
}

/** Quoted as SQL identifiers, so that the statement in the message can be copied. */
const FACTS = `select quote_ident(current_database()) as database, quote_ident(current_user) as role,
  current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_standby,
  current_setting('default_transaction_read_only') = 'on' as is_read_only, quote_ident(current_schema()) as schema,
  has_schema_privilege(current_schema(), 'create') as may_create_table,
  has_database_privilege(current_database(), 'create') as may_create_schema,
  journal.owner as journal_owner, journal.may_use as may_use_journal,
  foreign_table.name as foreign_table, foreign_table.owner as foreign_owner
from (values (1)) as one
  left join (
    select oid, quote_ident(pg_get_userbyid(nspowner)) as owner,
      has_schema_privilege(oid, 'usage') and has_schema_privilege(oid, 'create') as may_use
    from pg_namespace where nspname = 'drizzle'
  ) as journal on true
  left join lateral (
    select quote_ident(relname) as name, quote_ident(pg_get_userbyid(relowner)) as owner from pg_class
    where not pg_has_role(relowner, 'usage') and relkind in ('r', 'p')
      and (relnamespace = journal.oid or journal.oid is not null and relnamespace = to_regnamespace('public') and relname = 'users')
    order by relname limit 1
  ) as foreign_table on true`

const facts = z.object({
  database: z.string(),
  role: z.string(),
  encoding: z.string(),
  is_standby: z.boolean(),
  is_read_only: z.boolean(),
  schema: z.nullable(z.string()),
  may_create_table: z.nullable(z.boolean()),
  may_create_schema: z.boolean(),
  journal_owner: z.nullable(z.string()),
  may_use_journal: z.nullable(z.boolean()),
  foreign_table: z.nullable(z.string()),
  foreign_owner: z.nullable(z.string()),
})

function missing(found: z.output<typeof facts>): string | undefined {
  const { database, role, schema } = found
  if (found.encoding !== 'UTF8')
    return `The database ${database} has the encoding ${found.encoding}, which cannot store every name: create one with "create database … encoding 'UTF8' template template0"`
  if (found.is_standby) return 'DATABASE_URL names a standby, which is read-only: set it to the primary server'
  if (found.is_read_only)
    return `The role ${role} is read-only (default_transaction_read_only is on): run "alter role ${role} in database ${database} set default_transaction_read_only = off", or use another role`
  if (schema !== 'public')
    return `The role ${role} creates tables in ${schema === null ? 'no schema' : `the schema ${schema}`}, and Aerie needs them in the schema public: make sure that it exists, and run "alter role ${role} in database ${database} set search_path = public"`
  if (found.may_create_table !== true)
    return `The role ${role} may not create tables in the database ${database}: run "grant create on schema public to ${role}" in that database as its owner`
  if (!found.may_create_schema)
    return `The role ${role} may not create a schema in the database ${database}: run "grant create on database ${database} to ${role}" as its owner`
  if (found.may_use_journal === false)
    return `The schema drizzle belongs to the role ${found.journal_owner}, and ${role} may not use it: run "alter schema drizzle owner to ${role}", or use a separate database`
  if (found.foreign_table !== null)
    return `The table ${found.foreign_table} belongs to the role ${found.foreign_owner}: use that role in DATABASE_URL, or run "grant ${found.foreign_owner} to ${role}"`
  return undefined
}

/** @throws StartFailure naming the unmet requirement and its fix; the driver's error */
async function checkDatabase(pool: Pool): Promise<void> {
  const { rows } = await pool.query(FACTS)
  const fault = missing(z.parse(facts, rows[0]))
  if (fault !== undefined) throw new StartFailure(fault)
  await refuseTransactionPooling(pool)
}

const POOLED =
  'DATABASE_URL names a connection pooler that assigns a session to each transaction: Aerie needs session pooling (PgBouncer: pool_mode = session), or the address of PostgreSQL itself'
/** A pooler that rotates its sessions is only detectable after several queries. */
const QUERIES = 3

/** Transaction pooling breaks session locks and LISTEN. Without a pooler the backend pid is constant and unique per connection. */
async function refuseTransactionPooling(pool: Pool): Promise<void> {
  const first = await pool.connect()
  let second: PoolClient | undefined
  const refuseChange = async (own: number): Promise<void> => {
    for (let query = 0; query < QUERIES; query += 1) if ((await backendPid(first)) !== own) throw new StartFailure(POOLED)
  }
  try {
    const own = await backendPid(first)
    second = await pool.connect().catch(tooFewConnections)
    if ((await beginOn(second)) === own) throw new StartFailure(POOLED)
    await refuseChange(own)
    await second.query('commit')
    await refuseChange(own)
  } finally {
    first.release(true)
    second?.release(true)
  }
}

const backend = z.object({ pid: z.number() })
const backendPid = async (client: PoolClient): Promise<number> =>
  z.parse(backend, (await client.query('select pg_backend_pid() as pid')).rows[0]).pid

/** Leaves the transaction open, so that a pooler cannot reassign the session. */
async function beginOn(client: PoolClient): Promise<number> {
  try {
    await client.query('begin')
    return await backendPid(client)
  } catch (error) {
    // PgBouncer in statement mode.
    if (error instanceof Error && /transaction blocks not allowed/.test(error.message)) throw new StartFailure(POOLED, { cause: error })
    throw error
  }
}

function tooFewConnections(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  throw new StartFailure(
    `DATABASE_URL allows no second connection (${reason}): Aerie needs at least 15, also through a connection pooler`,
    {
      cause: error,
    },
  )
}
