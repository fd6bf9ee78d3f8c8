import { spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { databaseRefusal } from './db/database-errors.ts'
import { StartFailure } from './start-failure.ts'
import { systemCode } from './start-files.ts'

/** Exit codes by which whoever supervises the server knows what to do (scripts/supervise.sh). */
export const EXIT = {
  asked: 0,
  /** The reason is printed; another try would end the same. */
  cannotStart: 1,
  /** A fault that nobody handled (EX_SOFTWARE). */
  fault: 70,
  /** Something that it needs has ended: a new start brings it back (EX_TEMPFAIL). */
  lost: 75,
  /** Did not wait for the end (a second signal). */
  hurried: 130,
} as const

/** One Ctrl+C may come twice: from the terminal, and passed on by what supervises us. */
const SAME_SIGNAL_MS = 500

export type Shutdown = {
  /** Adds something to close; the newest is closed first. */
  readonly closes: (name: string, close: () => Promise<void>) => void
  /** Closes everything in order and ends the process. Only the first call counts. */
  readonly stop: (exitCode: number, reason: string) => Promise<never>
  /** Ends the process at once and closes nothing: what everything would be closed against is gone. Keeps the exit code of a stop that has begun. */
  readonly end: (exitCode: number, reason: string) => never
  /** A start that is under way ends here when somebody has asked to stop meanwhile. */
  readonly isStopping: () => boolean
}

type Options = {
  readonly logger: Pick<Logger, 'info' | 'error' | 'fatal' | 'flush'>
  /** After this the process ends whatever is still open. */
  readonly withinMs: number
  /** How long the main thread may be blocked beyond that, and while the process ends, before it is killed from outside. */
  readonly blockedMs: number
}

/** The one way out of the process, for signals, for faults and for a failed start. A second signal does not wait. */
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
    // Things such as a socket adapter's blocking read would keep the process alive.
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

/** Ends itself, with all that it has started, when the pipe closes: when we have ended. */
const WATCHDOG = '{ sleep "$2"; kill -9 "$1"; } & read -r _ <&3; kill 0'

/**
 * Kills this process unless it ends in time. A shell of its own does it, because no timer, worker or signal handler of ours runs while the
 * main thread is blocked, for example in a write to a pipe that nobody reads.
 */
function killAfter(ms: number): void {
  if (process.platform === 'win32') return
  const command = ['-c', WATCHDOG, 'aerie-watchdog', String(process.pid), String(ms / 1_000)]
  const shell = spawn('/bin/sh', command, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  // Where no process can be started, the timer has to do.
  shell.on('error', () => undefined)
  shell.unref()
}

/** One line for the person at the terminal; a stack only for what nobody foresaw. */
export function startFailureText(error: unknown): string {
  if (error instanceof StartFailure) return `Aerie cannot start. ${error.message}.`
  const refusal = databaseRefusal(error)
  if (refusal !== undefined) return `Aerie cannot start. ${refusal}.`
  // What the operating system refuses is about the machine, and where in our code it was met helps nobody.
  if (error instanceof Error && systemCode(error) !== '') return `Aerie cannot start. ${error.message.split('\n', 1)[0]}.`
  return `Aerie cannot start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
