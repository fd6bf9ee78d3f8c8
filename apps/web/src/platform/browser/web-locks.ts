import type { Locks } from '@aerie/mirror/election'

const AGAIN_MS = 50

/** Undefined on plain HTTP in a LAN: Web Locks require a secure context. */
export function webLocks(): Locks | undefined {
  const locks = navigator.locks as Locks | null | undefined // DOM type has more overloads than Aerie uses
  return locks ? repeating(locks) : undefined
}

/**
 * Chromium does not run the callback of a lock granted while the process is inside `window.open` for another window and a debugger is
 * attached: it releases the lock and rejects with "The provided callback is no longer runnable". The request is repeated then, since
 * callers rely on being called once the lock is free.
 */
export function repeating(locks: Locks): Locks {
  return {
    request: async (name, options, callback) => {
      for (;;) {
        try {
          return await locks.request(name, options, callback)
        } catch (error) {
          if (!isNotRun(error)) throw error
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
        }
      }
    },
  }
}

const isNotRun = (error: unknown): boolean => error instanceof Error && error.message.endsWith('callback is no longer runnable.')
