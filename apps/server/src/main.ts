import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Clock, systemClock } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { type Config, loadConfig } from './config.ts'
import { refuseCutOffRestore } from './ops/backup/cut-off-restore.ts'
import { matchSecretKey } from './ops/secrets/secret-key-rotation.ts'
import { type ConnectedDatabase, connectDatabase } from './platform/db/connect.ts'
import { serverClock } from './platform/db/database-clock.ts'
import { isAlive } from './platform/db/embedded/process-identity.ts'
import { migrate } from './platform/db/migrate.ts'
import { loggerOptions } from './platform/http/request-log.ts'
import { logOutput } from './platform/log-output.ts'
import { loadSecretKey } from './platform/secrets/secret-key.ts'
import { EXIT, shutdownOf, startFailureText } from './platform/shutdown.ts'
import { StartFailure } from './platform/start-failure.ts'
import { VERSION } from './platform/version.ts'

/** Valid from src/ and from dist/. */
const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))
const STOP_WITHIN_MS = 9_500
/** On a busy machine Node takes seconds to exit if it writes a compile cache. */
const BLOCKED_MS = 20_000
/** A failed query may precede the exit notice of PostgreSQL's process by this much. */
const LOSS_KNOWN_AFTER_MS = 1_000
const STDOUT = 1
const LOOK_EVERY_MS = 250
const CLOCK_WARNING_MS = 2_000

async function run(config: Config): Promise<void> {
  const logger = pino(loggerOptions(config.LOG_LEVEL), logOutput(STDOUT))
  const shutdown = shutdownOf({ logger, withinMs: STOP_WITHIN_MS, blockedMs: BLOCKED_MS })
  let isDatabaseOpen = false
  stopWithParent(process.env, () => void shutdown.stop(EXIT.asked, 'what started it has ended'))
  try {
    const { SECRET_KEY: setting, DATA_DIR: dataDir } = config
    const givenKey = loadSecretKey({ setting, dataDir, print: (line) => logger.warn(line) })
    const stopped = new AbortController()
    const connecting = connectDatabase({
      url: config.DATABASE_URL,
      dataDir,
      print: (line) => logger.info(line),
      onIdleError: (error) => logger.warn({ err: error }, 'an idle database connection broke'),
      signal: stopped.signal,
    })
    shutdown.closes('database', async () => {
      stopped.abort()
      const opened = await connecting.catch(() => undefined)
      await opened?.close()
    })
    const database = await connecting
    isDatabaseOpen = true
    database.onLost((lastLine) => shutdown.end(EXIT.lost, `PostgreSQL has ended: ${lastLine}`))
    if (shutdown.isStopping()) return
    await refuseCutOffRestore(database.db, dataDir)
    await migrate(database.db)
    const keys = await matchSecretKey({ db: database.db, dataDir, setting }, givenKey)
    const clock = await clockOf(config, database, logger)
    const aerie = await buildApp({ config, ...keys, db: database.db, clock, logger, version: VERSION, webRoot: WEB_ROOT })
    shutdown.closes('app', aerie.close)
    if (shutdown.isStopping()) return
    const address = await aerie.listen().catch((error: unknown) => Promise.reject(listenFailure(error, config)))
    logger.info({ address, readyMs: Math.round(performance.now()) }, 'answering')
    await aerie.start()
  } catch (error) {
    // A query fails just before the loss of PostgreSQL is known; do not report that as a permanent start failure.
    if (isDatabaseOpen && !(error instanceof StartFailure)) await sleep(LOSS_KNOWN_AFTER_MS)
    if (shutdown.isStopping()) return
    process.stderr.write(`${startFailureText(error)}\n`)
    await shutdown.stop(EXIT.cannotStart, 'failed start')
  }
}

async function clockOf(config: Config, { pool }: ConnectedDatabase, logger: Logger): Promise<Clock> {
  const clock = await serverClock(config, pool)
  const aheadMs = systemClock.now() - clock.now()
  if (Math.abs(aheadMs) > CLOCK_WARNING_MS)
    logger.warn({ aheadMs }, 'the clock of this machine differs from that of the database, which counts')
  return clock
}

function listenFailure(error: unknown, { HOST, PORT }: Config): unknown {
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${PORT} is in use already: stop what listens there, or set another PORT`,
    EACCES: `Port ${PORT} may not be opened by this account: set a PORT above 1023`,
    EADDRNOTAVAIL: `The setting HOST "${HOST}" is wrong: this machine has no such address`,
    EAI_AGAIN: `The setting HOST "${HOST}" cannot be looked up right now: set an address`,
    ENOTFOUND: `The setting HOST "${HOST}" is wrong: it is not an address or a name of this machine`,
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return messages[code] === undefined ? error : new StartFailure(messages[code], { cause: error })
}

try {
  await run(loadConfig(process.env, process.cwd()))
} catch (error) {
  process.stderr.write(`${startFailureText(error)}\n`)
  process.exit(EXIT.cannotStart)
}

/** npm's shell may exit on a signal without forwarding it. Parent and starter pids come from scripts/supervise.sh. */
export function stopWithParent(env: Readonly<Record<string, string | undefined>>, stop: () => void): void {
  const { AERIE_PARENT_PID: parent, AERIE_STARTER_PID: starter } = env
  if (parent === undefined) return
  const isAlone = (): boolean => process.ppid !== Number(parent) || (starter !== undefined && !isAlive(Number(starter)))
  const stopLooking = every(LOOK_EVERY_MS, () => {
    if (!isAlone()) return
    stopLooking()
    stop()
  })
}
