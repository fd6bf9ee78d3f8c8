type ElectionOptions = {
  readonly locks: Locks
  readonly name: string
  readonly onLead: () => void
  readonly onFollow: () => void
  /** Not called for a stolen or aborted lock. */
  readonly onError: (error: unknown) => void
}

/** One window's participation in the election. */
export type Election = {
  readonly isLeader: () => boolean
  /** Queues for the lock: leads at once if it is free, else after all windows queued before. */
  readonly enqueue: () => void
  /** Steals the lock from the current leader. */
  readonly claim: () => void
  /** Releases the lock and queues again behind all others; if alone, it keeps leading. */
  readonly resign: () => void
  readonly close: () => void
}

/** Leader election by Web Lock, released when a window closes, crashes or resigns (https://w3c.github.io/web-locks/). */
export function election({ locks, name, onLead, onFollow, onError }: ElectionOptions): Election {
  let release: (() => void) | undefined
  let waiting: AbortController | undefined
  let isClosed = false

  const request = (steal: boolean): void => {
    waiting?.abort()
    waiting = steal ? undefined : new AbortController()
    const own = waiting
    let isHeld = false
    const hold = (): Promise<void> => {
      if (own !== undefined && own === waiting) waiting = undefined
      return new Promise((resolve) => {
        // Granted at the moment of the abort: release it.
        if (isClosed || own?.signal.aborted === true) return resolve()
        isHeld = true
        release = resolve
        onLead()
      })
    }
    const ended = (): void => {
      if (!isHeld) return
      isHeld = false
      release = undefined
      if (isClosed) return
      onFollow()
      enqueue()
    }
    locks.request(name, own === undefined ? { steal: true } : { signal: own.signal }, hold).then(ended, (error: unknown) => {
      if (!isAborted(error)) onError(error)
      ended()
    })
  }
  const enqueue = (): void => {
    if (!isClosed && waiting === undefined && release === undefined) request(false)
  }
  return {
    isLeader: () => release !== undefined,
    enqueue,
    claim: () => {
      if (!isClosed && release === undefined) request(true)
    },
    resign: () => release?.(),
    close: () => {
      isClosed = true
      waiting?.abort()
      release?.()
    },
  }
}

/** Used part of the Web Locks API, as in `navigator.locks`. */
export type Locks = {
  request<T>(name: string, options: LockOptions, callback: (lock: unknown) => Promise<T> | T): Promise<T>
}
/** Lock request options; see the standard. */
export type LockOptions = {
  readonly mode?: 'exclusive' | 'shared'
  readonly steal?: boolean
  /** The callback receives null instead of waiting. */
  readonly ifAvailable?: boolean
  readonly signal?: AbortSignal
}

/** Name of the leader's lock, one per user, so that each user's windows have their own leader. */
export const leaderLock = (user: string): string => `aerie-mirror-leader:${user}`

/** Name of the lock a window holds while open: being granted it means that the window is gone. */
export const windowLock = (from: string): string => `aerie-mirror-window:${from}`

/** Whether a request was aborted or its lock stolen, which is not an error. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
