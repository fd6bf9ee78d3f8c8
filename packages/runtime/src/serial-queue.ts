/** The queue is full. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** Maximum pending work, including the running one. */
export type QueueLimits = { readonly maxWaiting?: number }

const MOST_WAITING = 10_000

/** Queue that runs work sequentially. */
export type SerialQueue = {
  /** Runs `work` after all earlier work has settled. @throws QueueFullError, or what `work` throws */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
  readonly idle: () => Promise<void>
}

/** Creates a FIFO queue; a failure rejects only its own caller. */
export function serialQueue(limits: QueueLimits = {}): SerialQueue {
  const { run, idle } = serializeByKey(limits)
  return { run: (work) => run('', work), idle: () => idle('') }
}

/** Sequential execution of work that shares a key. */
export type KeyedSerialQueue = {
  /** Runs `work` after all earlier work under any of these keys has settled. @throws QueueFullError, or what `work` throws */
  readonly run: <T>(keys: string | readonly string[], work: () => Promise<T>) => Promise<T>
  readonly idle: (key: string) => Promise<void>
}

/** Creates a serial queue per key; idle keys use no memory. */
export function serializeByKey({ maxWaiting = MOST_WAITING }: QueueLimits = {}): KeyedSerialQueue {
  /** Completion of each key's last work; these promises never reject. */
  const ends = new Map<string, Promise<void>>()
  let waiting = 0
  return {
    run: async (given, work) => {
      if (waiting >= maxWaiting) throw new QueueFullError(`${waiting} pieces of work wait already`)
      waiting += 1
      const keys = [given].flat()
      // All keys are entered synchronously, so the order is the same in each and no deadlock can occur.
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
