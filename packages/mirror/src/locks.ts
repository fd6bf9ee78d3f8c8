/** Used part of the Web Locks API, as in `navigator.locks`. */
export type Locks = {
  request<T>(name: string, options: LockOptions, callback: (lock: unknown) => Promise<T> | T): Promise<T>
}
/** Lock request options; see the standard. */
export type LockOptions = {
  readonly mode?: 'exclusive' | 'shared'
  readonly steal?: boolean
  readonly signal?: AbortSignal
}

/** Name of the leader's lock, one per user, so that each user's windows have their own leader. */
export const leaderLock = (user: string): string => `aerie-mirror-leader:${user}`

/** Name of the lock a window holds while open: being granted it means that the window is gone. */
export const windowLock = (from: string): string => `aerie-mirror-window:${from}`

/** Whether a request was aborted or its lock stolen, which is not an error. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
