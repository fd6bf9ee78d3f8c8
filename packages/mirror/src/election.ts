import { isAborted, type Locks } from './locks.ts'

type ElectionOptions = {
  readonly locks: Locks
  /** Of the lock; see `leaderLock`. */
  readonly name: string
  /** This window holds the lock from now on. */
  readonly onLead: () => void
  /** It does not any more; it stands again already. */
  readonly onFollow: () => void
  /** Anything else than a lock taken away. */
  readonly onError: (error: unknown) => void
}

/** One window's part in the election. */
export type Election = {
  readonly isLeader: () => boolean
  /** Waits for its turn: it leads at once where nobody does, and else when all that stood before it are gone. */
  readonly stand: () => void
  /** Leads now: takes the lock from whoever holds it. */
  readonly claim: () => void
  /** Lets the next one lead, and stands again behind all others; with nobody else it leads on. */
  readonly resign: () => void
  readonly close: () => void
}

/**
 * Leadership as a lock: the browser grants it to one window at a time, and passes it on when that window is closed, crashes or
 * lets it go, so that there is never none or two (https://w3c.github.io/web-locks/).
 */
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
        // Granted in the very moment in which it was taken back: passed on.
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
      stand()
    }
    locks.request(name, own === undefined ? { steal: true } : { signal: own.signal }, hold).then(ended, (error: unknown) => {
      if (!isAborted(error)) onError(error)
      ended()
    })
  }
  const stand = (): void => {
    if (!isClosed && waiting === undefined && release === undefined) request(false)
  }
  return {
    isLeader: () => release !== undefined,
    stand,
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
