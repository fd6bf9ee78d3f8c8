/** So much is waiting already that nothing more is taken. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** How much may wait for its turn, what runs included. */
export type QueueLimits = { readonly maxWaiting?: number }

const MOST_WAITING = 10_000

/** Work that runs one after the other. */
export type SerialQueue = {
  /**
   * Runs `work` once everything asked for before is done, however it ended.
   *
   * @throws QueueFullError when too much waits already; otherwise what `work` throws
   */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
  /** Resolves when everything asked for so far is done. @throws never */
  readonly idle: () => Promise<void>
}

/** A serial queue: first come, first served, one at a time. A failure is told to whoever asked and stops nobody else. */
export function serialQueue(limits: QueueLimits = {}): SerialQueue {
  const { run, idle } = serializeByKey(limits)
  return { run: (work) => run('', work), idle: () => idle('') }
}

/** Work that runs one after the other where it shares a key. */
export type KeyedSerialQueue = {
  /**
   * Runs `work` once everything asked for before under any of these keys is done, however it ended.
   *
   * @throws QueueFullError when too much waits already; otherwise what `work` throws
   */
  readonly run: <T>(keys: string | readonly string[], work: () => Promise<T>) => Promise<T>
  /** Resolves when everything asked for so far under this key is done. @throws never */
  readonly idle: (key: string) => Promise<void>
}

/** A serial queue for each key; a key without work takes no memory. */
export function serializeByKey({ maxWaiting = MOST_WAITING }: QueueLimits = {}): KeyedSerialQueue {
  /** When the last work of a key is over; these never reject. */
  const ends = new Map<string, Promise<void>>()
  let waiting = 0
  return {
    run: async (given, work) => {
      if (waiting >= maxWaiting) throw new QueueFullError(`${waiting} pieces of work wait already`)
      waiting += 1
      const keys = [given].flat()
      // Entered all at once: two that share keys are in the same order in each, so neither waits for the other.
      const mine = Promise.all(keys.map((key) => ends.get(key) ?? Promise.resolve())).then(work)
      const settled = mine.then(forget, forget)
      for (const key of keys) ends.set(key, settled)
      function forget(): void {
        waiting -= 1
        for (const key of keys) if (ends.get(key) === settled) ends.delete(key)
      }
      return mine
    },
    idle: (key) => ends.get(key) ?? Promise.resolve(),
  }
}
