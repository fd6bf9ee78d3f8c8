type Report = (error: unknown) => void
type EveryOptions = {
  /** Receives errors of `work`; otherwise they are uncaught. */
  readonly onError?: Report | undefined
  readonly atOnce?: boolean
}

const rethrow = (error: unknown): never => {
  throw error
}

/** Runs `work` every `everyMs` without overlap, without keeping Node alive. @returns stop function; a current run continues */
export function every(everyMs: number, work: () => unknown, { onError = rethrow, atOnce = false }: EveryOptions = {}): () => void {
  let isBusy = false
  const run = (): void => {
    if (isBusy) return
    try {
      const running = work()
      if (!(running instanceof Promise)) return
      isBusy = true
      void running.catch(onError).finally(() => {
        isBusy = false
      })
    } catch (error) {
      onError(error)
    }
  }
  if (atOnce) run()
  const timer = setInterval(run, everyMs)
  // Browser timers are numbers without `unref`.
  timer.unref?.()
  return () => clearInterval(timer)
}

/** Repeating work with start and stop. */
export type Ticker = {
  readonly start: (onError?: Report) => void
  /** Stops; restartable. A current run continues, see `idle`. */
  readonly stop: () => void
  readonly idle: () => Promise<void>
}

/** `every` with start and stop. `atOnce`: run immediately on start. */
export function ticker(everyMs: number, work: () => unknown, { atOnce = false }: Pick<EveryOptions, 'atOnce'> = {}): Ticker {
  let end: (() => void) | undefined
  let running: Promise<unknown> | undefined
  // A run from before a stop counts, too.
  const join = (): unknown => {
    if (running !== undefined) return running
    const result = work()
    if (!(result instanceof Promise)) return result
    running = result.finally(() => {
      running = undefined
    })
    return running
  }
  return {
    start: (onError) => {
      end ??= every(everyMs, join, { onError, atOnce })
    },
    stop: () => {
      end?.()
      end = undefined
    },
    idle: async () => void (await Promise.allSettled([running])),
  }
}

/** A timer with at most one pending run. */
type Timer = {
  /** Runs `work` after `ms`, instead of the pending run. */
  readonly start: (ms: number, work: () => void) => void
  readonly stop: () => void
}

/** Creates a timer that can be restarted and stopped. */
export function timer(): Timer {
  let pending: ReturnType<typeof setTimeout> | undefined
  return {
    start: (ms, work) => {
      clearTimeout(pending)
      pending = setTimeout(work, ms)
    },
    stop: () => clearTimeout(pending),
  }
}
