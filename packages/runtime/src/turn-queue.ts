/** Limits of a turn queue. */
export type TurnLimits = {
  readonly atOnce: number
  readonly perKey?: number
  /** Maximum queued work; more is rejected immediately. */
  readonly waiting: number
  readonly waitMs: number
}

/** Timed out or rejected: no turn was available. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
}

type Waiting = { readonly key: string; readonly begin: () => void }

/** Limits concurrent work, FIFO; keys at their limit are passed. @returns acquire function resolving to release; rejects with `NoTurn` */
export function turnQueue({ atOnce, perKey = atOnce, waiting: mostWaiting, waitMs }: TurnLimits) {
  const running = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let free = atOnce

  const hasRoom = (key: string): boolean => free > 0 && (running.get(key) ?? 0) < perKey
  const begin = (key: string): (() => void) => {
    free -= 1
    running.set(key, (running.get(key) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      free += 1
      const left = (running.get(key) ?? 0) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
      for (const each of waiting) if (hasRoom(each.key)) return each.begin()
    }
  }
  return (key: string): Promise<() => void> => {
    if (hasRoom(key)) return Promise.resolve(begin(key))
    if (waiting.size >= mostWaiting) return Promise.reject(new NoTurn('too much is waiting'))
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const limit = setTimeout(() => {
      waiting.delete(mine)
      reject(new NoTurn('no turn came in time'))
    }, waitMs)
    const mine: Waiting = {
      key,
      begin: () => {
        clearTimeout(limit)
        waiting.delete(mine)
        resolve(begin(key))
      },
    }
    waiting.add(mine)
    return promise
  }
}
