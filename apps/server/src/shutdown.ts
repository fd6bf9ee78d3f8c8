import type { FastifyBaseLogger } from 'fastify'
import { StartFailure } from './start-failure.ts'
import { systemCode } from './start-files.ts'

/** Exit codes by which whoever supervises the server knows what to do (scripts/supervise.sh). */
export const EXIT = {
  asked: 0,
  /** It has said why; another try would end the same. */
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
  /** A start that is under way ends here when somebody has asked to stop meanwhile. */
  readonly isStopping: () => boolean
}

type Options = { readonly logger: FastifyBaseLogger; readonly withinMs: number }

/** The one way out of the process, for signals, for faults and for a failed start. A second signal does not wait. */
export function shutdownOf({ logger, withinMs }: Options): Shutdown {
  const closers: { readonly name: string; readonly close: () => Promise<void> }[] = []
  let current = 'nothing yet'
  let stopping: Promise<never> | undefined
  let since = 0

  const closeAll = async (exitCode: number, reason: string): Promise<never> => {
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
    // Things such as a socket adapter's blocking read would keep the process alive.
    return process.exit(code)
  }
  const stop: Shutdown['stop'] = (exitCode, reason) => {
    if (stopping === undefined) {
      since = performance.now()
      stopping = closeAll(exitCode, reason)
    }
    return stopping
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
  return { closes: (name, close) => void closers.push({ name, close }), stop, isStopping: () => stopping !== undefined }
}

/** One line for the person at the terminal; a stack only for what nobody foresaw. */
export function startFailureText(error: unknown): string {
  if (error instanceof StartFailure) return `Aerie cannot start. ${error.message}.`
  // What the operating system refuses is about the machine, and where in our code it was met helps nobody.
  if (error instanceof Error && systemCode(error) !== '') return `Aerie cannot start. ${error.message.split('\n', 1)[0]}.`
  return `Aerie cannot start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
