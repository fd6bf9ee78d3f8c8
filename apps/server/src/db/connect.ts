import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../start-failure.ts'
import { checkDatabase } from './check-database.ts'
import { type OpenDatabase, openDatabase } from './client.ts'
import { sqlState } from './database-errors.ts'
import { runningClusterUrl, startCluster } from './embedded/cluster.ts'
import { ensureDataDir } from './embedded/cluster-paths.ts'
import { lockHolder, takeLock } from './embedded/instance-lock.ts'

type Options = {
  /** PostgreSQL elsewhere; undefined for the embedded one in `dataDir`. */
  readonly url: string | undefined
  readonly dataDir: string
  readonly say: (line: string) => void
  /** What PostgreSQL knows its connections by. */
  readonly name?: string
  /** A command beside a running server uses the server's cluster; a second server is refused. */
  readonly mayJoin?: boolean
  readonly onIdleError?: (error: Error) => void
  /** Ends a connect that is still under way, and what it has started. */
  readonly signal?: AbortSignal
}

export type ConnectedDatabase = OpenDatabase & {
  readonly kind: 'embedded' | 'external'
  /** No server works on it: this call has started its PostgreSQL. Of one elsewhere nobody knows. */
  readonly isAlone: boolean
  /** Calls back when an embedded PostgreSQL ended by itself. */
  readonly onLost: (listener: (reason: string) => void) => void
}

/**
 * Opens the product's database as the settings say: `DATABASE_URL`, or the embedded PostgreSQL of DATA_DIR, started
 * when nobody runs it. `close` ends the connections and stops what this call has started.
 *
 * @throws StartFailure with one line for the operator
 */
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

/** Waits without a limit: a recovery may take long, and a restart of Aerie would not speed it up. */
async function openOnceStarted(url: string, options: Options): Promise<OpenDatabase> {
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await openDatabase(url, openOptions(options))
    } catch (error) {
      if (sqlState(error) !== STARTING) throw noAnswer(error)
      if (!isSaid) options.say(`Waiting for the database of DATABASE_URL: ${reasonOf(error)}`)
      await sleep(STARTING_RETRY_MS, undefined, { signal: options.signal })
    }
  }
}

/** Names the failure, never the URL, which holds a password. */
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
  const { say, signal } = options
  const release = takeLock(dataDir)
  try {
    const cluster = await startCluster({ dataDir, say, ...(signal && { signal }) })
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
