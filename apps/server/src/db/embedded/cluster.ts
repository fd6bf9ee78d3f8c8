import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { StartFailure } from '../../start-failure.ts'
import { spawnSupervised, stopSupervised } from '../../supervised-child.ts'
import { type Binaries, postgresBinaries } from './binaries.ts'
import { type ClusterPaths, clusterPaths } from './cluster-paths.ts'
import { clearOrphan, readPostmaster } from './orphan.ts'
import { accountForPostgres, type OsAccount } from './os-account.ts'

export const DB_USER = 'aerie'
const DB_NAME = 'aerie'

type Options = {
  /** An absolute path that exists. */
  readonly dataDir: string
  /** Told in one line of anything the operator should know. */
  readonly say: (line: string) => void
  /** More `-c name=value` settings; tests trade durability for speed here, the product never does. */
  readonly settings?: Readonly<Record<string, string>>
}

export type Cluster = {
  readonly url: (database?: string) => string
  /** Resolves once PostgreSQL has written everything and gone. */
  readonly stop: () => Promise<void>
  /** Calls back when PostgreSQL ends without having been asked to. */
  readonly onLost: (listener: (reason: string) => void) => void
}

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failed statement's text and values may hold what must not be in a log, and their number has no end: what is written is how the
  // server itself fares (`log` is above `error`), without the details, which quote rows and, of a crash, the statement.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
} as const

const LOG_MAX_BYTES = 5_000_000
const READY_WITHIN_MS = 60_000
const POLL_MS = 10
const STOP_WITHIN_MS = 8_000

/** Starts the PostgreSQL of this DATA_DIR, making its cluster the first time. The caller holds the instance lock. */
export async function startCluster({ dataDir, say, settings = {} }: Options): Promise<Cluster> {
  if (process.platform === 'win32') throw new StartFailure('The embedded PostgreSQL needs Linux or macOS: set DATABASE_URL')
  const account = accountForPostgres()
  const binaries = postgresBinaries(account, say)
  const paths = clusterPaths(dataDir, account, say)
  if (!existsSync(join(paths.cluster, 'PG_VERSION'))) await initialise(paths, binaries, account)
  checkVersion(paths, binaries)
  await clearOrphan(paths.cluster, say)
  clearSockets(paths)
  const child = launch(paths, binaries, account, { ...SETTINGS, ...settings })
  await untilReady(child, paths)
  await ensureDatabase(paths)
  return handle(child, paths)
}

/** The URL of a database in this DATA_DIR's cluster while another process runs it; undefined when nobody does. */
export function runningClusterUrl(dataDir: string): string | undefined {
  const paths = clusterPaths(dataDir, accountForPostgres(), () => undefined)
  return readPostmaster(paths.cluster)?.isReady ? urlOf(paths, DB_NAME) : undefined
}

/** Made beside its place and moved in when complete, so that an interrupted first start is simply made again. */
async function initialise(paths: ClusterPaths, { initdb }: Binaries, account: OsAccount | undefined): Promise<void> {
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
    await promisify(execFile)(initdb, args, { ...asAccount(account), cwd: paths.home })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    const lines = said.split('\n')
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

/** Nobody runs on this cluster (clearOrphan saw to it), so a socket and its lock file here are remains. */
function clearSockets({ socketDir }: ClusterPaths): void {
  for (const name of readdirSync(socketDir)) if (name.startsWith('.s.PGSQL.')) rmSync(join(socketDir, name), { force: true })
}

function launch(
  paths: ClusterPaths,
  { postgres }: Binaries,
  account: OsAccount | undefined,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const flags = Object.entries({ ...settings, unix_socket_directories: paths.socketDir }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const isLogFull = existsSync(paths.log) && statSync(paths.log).size > LOG_MAX_BYTES
  const log = openSync(paths.log, isLogFull ? 'w' : 'a', 0o600)
  try {
    const command = [postgres, '-D', paths.cluster, ...flags]
    return spawnSupervised('aerie-postgres', command, { ...asAccount(account), cwd: paths.home, output: log })
  } finally {
    closeSync(log)
  }
}

async function untilReady(child: ChildProcess, paths: ClusterPaths): Promise<void> {
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', () => {
    failure ??= lastWords(paths)
  })
  for (let waited = 0; waited < READY_WITHIN_MS; waited += POLL_MS) {
    if (failure !== undefined) throw new StartFailure(`PostgreSQL did not start: ${failure}`)
    if (readPostmaster(paths.cluster)?.isReady) return
    await sleep(POLL_MS)
  }
  stopSupervised(child)
  throw new StartFailure(`PostgreSQL was not ready within ${READY_WITHIN_MS / 1_000} s; its log is ${paths.log}`)
}

function lastWords({ log }: ClusterPaths): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
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

function handle(child: ChildProcess, paths: ClusterPaths): Cluster {
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
          if (!isStopping) listener(lastWords(paths))
        },
        (error: unknown) => listener(String(error)),
      )
    },
  }
}

/** Immediate stop: no checkpoint, and a recovery at the next start. Loses nothing that was committed. */
function quit({ cluster }: ClusterPaths): void {
  const postmaster = readPostmaster(cluster)
  if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
}
