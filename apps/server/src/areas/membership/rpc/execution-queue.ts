import { type Clock, elapsedMs } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'

export type Requester = { readonly caller: string; readonly signal: AbortSignal }

export class NotRun extends Error {
  override readonly name = 'NotRun'
}

/** The node shares the machine: more concurrency only slows each call. */
const AT_ONCE = 2
/** Per caller: two full batches. */
const LIMITS = { most: 500, mostOfCaller: 100 }
const WAIT_MS = 10_000
/** Measured on one core with the slowest code (keccak over memory). */
const GAS_PER_MS = 50_000
/** A burst of two seconds of node time, then half of one core. */
const SHARE = { burst: 100_000_000, perSecond: 25_000_000 }

const GONE = 'the caller has gone'
const BUSY = 'the chain is busy: come back in a few seconds'
const SPENT = 'this caller has kept the chain busy: come back in a few seconds'

type Job = { readonly caller: string; readonly gas: number; readonly start: () => void; readonly refuse: (reason: string) => void }

/** Two calls at once, callers in turn. Each reserves its gas limit and gets back what its duration shows as unused. */
export class ExecutionQueue {
  readonly #clock: Clock
  readonly #shares: ReturnType<typeof keyedTokenBuckets>
  readonly #waiting = fairQueue<Job>(LIMITS)
  #running = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#shares = keyedTokenBuckets({ clock, ...SHARE })
  }

  /** @throws NotRun if dropped or the caller's budget is exhausted; otherwise what `work` throws */
  run<T>({ caller, signal }: Requester, gas: number, work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const giveUp = (reason: string): void => {
      leave()
      this.#waiting.remove(job)
      reject(new NotRun(reason))
    }
    const onGone = (): void => giveUp(GONE)
    const timer = setTimeout(() => giveUp(BUSY), WAIT_MS).unref()
    const leave = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onGone)
    }
    const start = (): void => {
      leave()
      this.#measure(caller, gas, work).then(resolve, reject)
    }
    const job: Job = { caller, gas, start, refuse: giveUp }
    if (signal.aborted) onGone()
    else {
      signal.addEventListener('abort', onGone)
      if (this.#waiting.add(job)) this.#startNext()
      else giveUp(BUSY)
    }
    return promise
  }

  #startNext(): void {
    while (this.#running < AT_ONCE) {
      const job = this.#waiting.next()
      if (job === undefined) return
      if (this.#shares.take(job.caller, job.gas)) job.start()
      else job.refuse(SPENT)
    }
  }

  async #measure<T>(caller: string, gas: number, work: () => Promise<T>): Promise<T> {
    this.#running += 1
    const startedAt = elapsedMs(this.#clock)
    try {
      return await work()
    } finally {
      this.#running -= 1
      const lasted = Math.max(0, elapsedMs(this.#clock) - startedAt) * GAS_PER_MS
      // Time beyond the gas limit was spent waiting (CPU, disk, preceding transaction).
      this.#shares.giveBack(caller, gas - Math.min(gas, lasted))
      this.#startNext()
    }
  }
}

type Limits = { readonly most: number; readonly mostOfCaller: number }

/** FIFO per caller, round-robin across callers. */
function fairQueue<T extends { readonly caller: string }>({ most, mostOfCaller }: Limits) {
  const lines = new Map<string, T[]>()
  let size = 0
  const remove = (item: T): void => {
    const line = lines.get(item.caller) ?? []
    const at = line.indexOf(item)
    if (at < 0) return
    line.splice(at, 1)
    size -= 1
    if (line.length === 0) lines.delete(item.caller)
  }
  return {
    add: (item: T): boolean => {
      const line = lines.get(item.caller) ?? []
      if (size >= most || line.length >= mostOfCaller) return false
      line.push(item)
      lines.set(item.caller, line)
      size += 1
      return true
    },
    next: (): T | undefined => {
      const [caller, line] = lines.entries().next().value ?? []
      const item = line?.[0]
      if (caller === undefined || line === undefined || item === undefined) return undefined
      remove(item)
      lines.delete(caller)
      if (line.length > 0) lines.set(caller, line)
      return item
    },
    remove,
  }
}
