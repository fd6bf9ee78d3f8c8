/** Cancels a scheduled call; no effect after it has run. */
export type Cancel = () => void

/** All waiting in this package goes through it, so tests control time. */
export type Timers = { readonly after: (ms: number, run: () => void) => Cancel }

/** System timers. */
export const systemTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms`. @throws the signal's reason on abort */
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

/** `work`, abandoned by this caller on abort; it continues for other waiters. @throws the signal's reason, or what `work` throws */
export function abortable<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const aborted = () => reject(signal.reason)
    signal.addEventListener('abort', aborted, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}
