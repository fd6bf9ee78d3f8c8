type Report = (error: unknown) => void
type EveryOptions = {
  /** Told of what `work` throws; without it, that is an uncaught error. */
  readonly onError?: Report | undefined
  /** Whether the first run is now. */
  readonly atOnce?: boolean
}

const rethrow = (error: unknown): never => {
  throw error
}

/**
 * Does `work` every `everyMs`, never two runs at a time: what would begin while one is under way is left out. In Node it does not
 * keep the process alive.
 *
 * @returns how to stop; a run that is under way goes on
 */
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
  // In a browser it is a number, which has none.
  timer.unref?.()
  return () => clearInterval(timer)
}

/** Work that repeats between `start` and `stop`. */
export type Ticker = {
  /** Begins; does nothing where it has begun. @param onError told of what the work throws */
  readonly start: (onError?: Report) => void
  /** Ends; it may be started again. A run that is under way goes on: see `idle`. */
  readonly stop: () => void
  /** Resolves when no run is under way. @throws never */
  readonly idle: () => Promise<void>
}

/**
 * As `every`, for whatever is started and stopped.
 *
 * @param atOnce whether the first run is at the start, not a time after it
 */
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
