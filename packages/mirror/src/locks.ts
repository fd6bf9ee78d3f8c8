/** The part of the Web Locks API that is used; `navigator.locks` is one. */
export type Locks = {
  request<T>(name: string, options: LockOptions, callback: (lock: unknown) => Promise<T> | T): Promise<T>
}
/** How a lock is asked for; see the standard. */
export type LockOptions = {
  readonly mode?: 'exclusive' | 'shared'
  readonly steal?: boolean
  readonly signal?: AbortSignal
}

/** Name of the lock whose holder leads; one for each user, so that another user's windows have a leader of their own. */
export const leaderLock = (user: string): string => `aerie-mirror-leader:${user}`

/** Name of the lock that a window holds as long as it lives: whoever is granted it knows that the window is gone. */
export const windowLock = (from: string): string => `aerie-mirror-window:${from}`

/** Whether a request ended because it was taken back or its lock was stolen, which is no fault. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
