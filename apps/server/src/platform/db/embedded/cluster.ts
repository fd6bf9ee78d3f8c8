import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { errnoCode } from '../../errno-code.ts'
import { StartFailure } from '../../start-failure.ts'
import { spawnSupervised, stopSupervised } from '../../supervised-child.ts'
import { type Binaries, postgresBinaries } from './binaries.ts'
import { type ClusterPaths, clusterPaths } from './cluster-paths.ts'
import { clearOrphan, readPostmaster, sendSignal } from './orphan.ts'
import { accountForPostgres, type OsAccount } from './os-account.ts'

export const DB_USER = 'aerie'
const DB_NAME = 'aerie'

type Options = {
  readonly dataDir: string
  readonly print: (line: string) => void
  /** More `-c name=value` settings; only tests trade durability for speed here. */
  readonly settings?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export type Cluster = {
  readonly url: (database?: string) => string
  readonly stop: () => Promise<void>
  readonly onLost: (listener: (reason: string) => void) => void
}

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  // The tables' pages that are read again and again fit; the rest is in the system's cache.
  shared_buffers: '32MB',
  max_wal_size: '512MB',
  // The first change of a page after a checkpoint writes the whole page, which was two thirds of an idle server's WAL at 5 min. Recovery
  // reads at most max_wal_size again.
  checkpoint_timeout: '30min',
  wal_compression: 'pglz',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements may contain secrets: log only the server's own messages (`log` is above `error`), without details.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
} as const

const LOG_MAX_BYTES = 5_000_000
/** No time limit for recovery: aborted, it would start over. PostgreSQL reports progress every ten seconds, except at the end. */
const STALLED_AFTER_MS = 300_000
const PRINT_EVERY_MS = 10_000
const POLL_MS = 10
const STOP_WITHIN_MS = 8_000

/** Waits for recovery. The caller holds the instance lock. @throws StartFailure; the signal's reason if aborted */
export async function startCluster({ dataDir, print, settings = {}, signal }: Options): Promise<Cluster> {
  if (process.platform === 'win32') throw new StartFailure('The embedded PostgreSQL needs Linux or macOS: set DATABASE_URL')
  const account = accountForPostgres()
  const binaries = postgresBinaries(account, print)
  const paths = clusterPaths(dataDir, account, print)
  if (!existsSync(join(paths.cluster, 'PG_VERSION'))) await initialise(paths, binaries, account, signal)
  checkVersion(paths, binaries)
  await clearOrphan(paths.cluster, print)
  clearSockets(paths)
  signal?.throwIfAborted()
  const server = launch(paths, binaries, account, { ...SETTINGS, ...settings })
  await untilReady(server, paths, { print, signal })
  await ensureDatabase(paths)
  return handle(server, paths)
}

export function runningClusterUrl(dataDir: string): string | undefined {
  const paths = clusterPaths(dataDir, accountForPostgres(), () => undefined)
  return readPostmaster(paths.cluster)?.isReady ? urlOf(paths, DB_NAME) : undefined
}

/** Created in a draft folder and renamed when complete, so that an interrupted first start is repeated. */
async function initialise(paths: ClusterPaths, { initdb }: Binaries, account: OsAccount | undefined, signal?: AbortSignal): Promise<void> {
  const draft = `${paths.cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  const args = [
    '-D',
    draft,
    '-U',
    DB_USER,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    '-k',
  ]
  try {
    await promisify(execFile)(initdb, args, { ...asAccount(account), cwd: paths.home, signal })
  } catch (error) {
    signal?.throwIfAborted()
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    const lines = output.split('\n')
    throw new StartFailure(`PostgreSQL could not make its cluster in ${paths.home}: ${lines.at(-1) ?? String(error)}`, { cause: error })
  }
  rmSync(paths.cluster, { recursive: true, force: true })
  renameSync(draft, paths.cluster)
}

const asAccount = (account: OsAccount | undefined) => ({
  ...(account && { uid: account.uid, gid: account.gid }),
  env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
})

function checkVersion(paths: ClusterPaths, { major }: Binaries): void {
  const found = readFileSync(join(paths.cluster, 'PG_VERSION'), 'utf8').trim()
  if (found !== major)
    throw new StartFailure(
      `The data in ${paths.cluster} is of PostgreSQL ${found}, this Aerie brings ${major}: restore a backup into a new DATA_DIR`,
    )
}

/** The cluster has no running process (see clearOrphan), so sockets and lock files are stale. */
function clearSockets({ socketDir }: ClusterPaths): void {
  for (const name of readdirSync(socketDir)) if (name.startsWith('.s.PGSQL.')) rmSync(join(socketDir, name), { force: true })
}

type Server = {
  readonly child: ChildProcess
  readonly logLines: () => readonly string[]
}

function launch(
  paths: ClusterPaths,
  { postgres }: Binaries,
  account: OsAccount | undefined,
  settings: Readonly<Record<string, string>>,
): Server {
  const flags = Object.entries({ ...settings, unix_socket_directories: paths.socketDir }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const size = existsSync(paths.log) ? statSync(paths.log).size : 0
  const start = size > LOG_MAX_BYTES ? 0 : size
  const log = openSync(paths.log, start < size ? 'w' : 'a', 0o600)
  try {
    const command = [postgres, '-D', paths.cluster, ...flags]
    const child = spawnSupervised('aerie-postgres', command, { ...asAccount(account), cwd: paths.home, output: log })
    return { child, logLines: () => linesSince(paths.log, start) }
  } finally {
    closeSync(log)
  }
}

function linesSince(path: string, start: number): string[] {
  try {
    return readFileSync(path).subarray(start).toString('utf8').trim().split('\n')
  } catch (error) {
    return [`its log ${path} cannot be read (${errnoCode(error)})`]
  }
}

const newestError = ({ logLines }: Server): string =>
  logLines().findLast((line) => /FATAL|PANIC|error/.test(line)) ?? logLines().at(-1) ?? ''

type Waiting = Pick<Options, 'print'> & { readonly signal: AbortSignal | undefined }

async function untilReady(server: Server, { cluster, log }: ClusterPaths, { print, signal }: Waiting): Promise<void> {
  let failure: string | undefined
  const gone = new Promise<void>((resolve) => {
    server.child.once('error', (error) => {
      failure = error.message
      resolve()
    })
    server.child.once('exit', () => {
      failure ??= newestError(server)
      resolve()
    })
  })
  let logBytes = 0
  let quietSince = performance.now()
  let printedAt = quietSince
  while (!readPostmaster(cluster)?.isReady) {
    if (failure !== undefined) throw new StartFailure(`PostgreSQL did not start: ${failure}`)
    const now = performance.now()
    const { size } = statSync(log)
    if (size !== logBytes) quietSince = now
    logBytes = size
    if (signal?.aborted || now - quietSince > STALLED_AFTER_MS) {
      stopSupervised(server.child)
      await gone
      signal?.throwIfAborted()
      throw new StartFailure(`PostgreSQL has made no progress for ${STALLED_AFTER_MS / 60_000} minutes; its log is ${log}`)
    }
    if (now - printedAt > PRINT_EVERY_MS) {
      print(`PostgreSQL is not ready yet; the newest line of its log: ${server.logLines().at(-1)}`)
      printedAt = now
    }
    await sleep(POLL_MS)
  }
}

async function ensureDatabase(paths: ClusterPaths): Promise<void> {
  const client = new Client({ connectionString: urlOf(paths, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DB_NAME])
    if (rowCount === 0) await client.query(`create database ${DB_NAME}`)
  } finally {
    await client.end()
  }
}

const urlOf = ({ socketDir }: ClusterPaths, database: string): string =>
  `postgresql://${DB_USER}@localhost/${database}?host=${encodeURIComponent(socketDir)}`

function handle(server: Server, paths: ClusterPaths): Cluster {
  const { child } = server
  let isStopping = false
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve([])
  return {
    url: (database = DB_NAME) => urlOf(paths, database),
    stop: async () => {
      isStopping = true
      stopSupervised(child)
      const late = setTimeout(() => quit(paths), STOP_WITHIN_MS)
      await gone
      clearTimeout(late)
    },
    onLost: (listener) => {
      gone.then(
        () => {
          if (!isStopping) listener(newestError(server))
        },
        (error: unknown) => listener(String(error)),
      )
    },
  }
}

/** Immediate shutdown: no checkpoint, recovery at the next start. Loses nothing that was committed. */
function quit({ cluster }: ClusterPaths): void {
  const postmaster = readPostmaster(cluster)
  if (postmaster) sendSignal(postmaster.pid, 'SIGQUIT')
}
