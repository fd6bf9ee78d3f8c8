import { spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { systemCode } from '../start-files.ts'
import { databaseRefusal } from './db/database-errors.ts'
import { StartFailure } from './start-failure.ts'

/** Exit codes interpreted by scripts/supervise.sh. */
export const EXIT = {
  asked: 0,
  /** Permanent: a restart would fail again. */
  cannotStart: 1,
  /** Unhandled error (EX_SOFTWARE). */
  fault: 70,
  /** A dependency was lost: restart helps (EX_TEMPFAIL). */
  lost: 75,
  /** Forced by a second signal. */
  hurried: 130,
} as const

/** One Ctrl+C may arrive twice: from the terminal and from the supervisor. */
const SAME_SIGNAL_MS = 500

export type Shutdown = {
  /** Registers a resource; closed in reverse order. */
  readonly closes: (name: string, close: () => Promise<void>) => void
  /** Closes everything in order and exits. Only the first call counts. */
  readonly stop: (exitCode: number, reason: string) => Promise<never>
  /** Exits at once without closing, when dependencies are gone. Keeps the exit code of a stop in progress. */
  readonly end: (exitCode: number, reason: string) => never
  /** A pending start must end if this is true. */
  readonly isStopping: () => boolean
}

type Options = {
  readonly logger: Pick<Logger, 'info' | 'error' | 'fatal' | 'flush'>
  readonly withinMs: number
  /** Additional time for a blocked main thread, before the process is killed from outside. */
  readonly blockedMs: number
}

/** The only exit path: signals, faults and failed starts. A second signal does not wait. */
export function shutdownOf({ logger, withinMs, blockedMs }: Options): Shutdown {
  const closers: { readonly name: string; readonly close: () => Promise<void> }[] = []
  let current = 'nothing yet'
  let stopping: Promise<never> | undefined
  let stoppingCode: number | undefined
  let since = 0

  const closeAll = async (exitCode: number, reason: string): Promise<never> => {
    killAfter(withinMs + blockedMs)
    logger.info({ reason }, 'stopping')
    setTimeout(() => {
      logger.error({ part: current }, 'stopping took too long')
      process.exit(exitCode === EXIT.asked ? EXIT.cannotStart : exitCode)
    }, withinMs).unref()
    let code = exitCode
    for (const { name, close } of closers.toReversed()) {
      current = name
      await close().catch((error: unknown) => {
        logger.error({ err: error, part: name }, 'a part did not close')
        if (code === EXIT.asked) code = EXIT.cannotStart
      })
    }
    logger.info('stopped')
    await promisify(logger.flush.bind(logger))()
    // Explicit exit: pending operations, such as a socket adapter's blocking read, keep the process alive.
    return process.exit(code)
  }
  const stop: Shutdown['stop'] = (exitCode, reason) => {
    if (stopping === undefined) {
      since = performance.now()
      stoppingCode = exitCode
      stopping = closeAll(exitCode, reason)
    }
    return stopping
  }
  const end: Shutdown['end'] = (exitCode, reason) => {
    killAfter(blockedMs)
    logger.fatal({ reason }, 'ending at once')
    return process.exit(stoppingCode ?? exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping && performance.now() - since > SAME_SIGNAL_MS) process.exit(EXIT.hurried)
      void stop(EXIT.asked, signal)
    })
  }
  const fault = (error: unknown) => {
    logger.fatal({ err: error }, 'a fault nobody handled')
    void stop(EXIT.fault, 'fault')
  }
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
  return { closes: (name, close) => void closers.push({ name, close }), stop, end, isStopping: () => stopping !== undefined }
}

const WATCHDOG = '{ sleep "$2"; kill -9 "$1"; } & read -r _ <&3; kill 0'

/** A separate shell, because no timer, worker or signal handler runs while the main thread is blocked by a write. */
function killAfter(ms: number): void {
  if (process.platform === 'win32') return
  const command = ['-c', WATCHDOG, 'aerie-watchdog', String(process.pid), String(ms / 1_000)]
  const shell = spawn('/bin/sh', command, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  shell.on('error', () => undefined)
  shell.unref()
}

export function startFailureText(error: unknown): string {
  if (error instanceof StartFailure) return `Aerie cannot start. ${error.message}.`
  const refusal = databaseRefusal(error)
  if (refusal !== undefined) return `Aerie cannot start. ${refusal}.`
  // For operating system errors a stack trace does not help.
  if (error instanceof Error && systemCode(error) !== '') return `Aerie cannot start. ${error.message.split('\n', 1)[0]}.`
  return `Aerie cannot start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
