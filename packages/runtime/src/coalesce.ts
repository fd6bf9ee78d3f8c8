/** Runs `work` once at a time per key; each caller gets a run that started after its call. Idle keys use no memory. */
export function coalesceByKey<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  type Turn = { readonly running: Promise<T>; next?: Promise<T> }
  const turns = new Map<string, Turn>()
  const begin = (key: string): Promise<T> => {
    const turn: Turn = {
      running: work(key).finally(() => {
        if (turns.get(key) === turn) turns.delete(key)
      }),
    }
    turns.set(key, turn)
    return turn.running
  }
  return (key) => {
    const turn = turns.get(key)
    if (turn === undefined) return begin(key)
    const again = (): Promise<T> => begin(key)
    turn.next ??= turn.running.then(again, again)
    return turn.next
  }
}

/** `coalesceByKey` for a single key. */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  const run = coalesceByKey(work)
  return () => run('')
}

/** Work that runs at most once at a time. */
export type SingleFlight<Args extends readonly unknown[], T> = {
  /** Joins the current run, whatever its arguments; starts one if there is none. */
  readonly run: (...args: Args) => Promise<T>
  /** Resolves when the current run has settled. */
  readonly idle: () => Promise<void>
}

/** Shares each run of `work` with all calls that arrive during it. Unlike `coalesce`, these may get data from before their call. */
export function singleFlight<Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>): SingleFlight<Args, T> {
  let running: Promise<T> | undefined
  return {
    run: (...args) => {
      running ??= work(...args).finally(() => {
        running = undefined
      })
      return running
    },
    idle: async () => void (await Promise.allSettled([running])),
  }
}
