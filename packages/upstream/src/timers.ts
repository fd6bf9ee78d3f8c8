/** Takes back a planned call; harmless when it has already run. */
export type Cancel = () => void

/** The only way this package waits, so that tests move time by hand. */
export type Timers = { readonly after: (ms: number, run: () => void) => Cancel }

/** The machine's timers. */
export const systemTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Resolves after `ms`.
 *
 * @throws the signal's reason, as soon as it aborts
 */
export function pause(timers: Timers, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const aborted = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = timers.after(ms, () => {
      signal?.removeEventListener('abort', aborted)
      resolve()
    })
    signal?.addEventListener('abort', aborted, { once: true })
  })
}

/**
 * `work`, but given up by this caller as soon as `signal` aborts; the work itself goes on for whoever else waits.
 *
 * @throws the signal's reason, or whatever `work` throws
 */
export function abortable<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const aborted = () => reject(signal.reason)
    signal.addEventListener('abort', aborted, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}
