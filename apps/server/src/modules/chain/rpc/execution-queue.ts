import { type Clock, elapsedMs } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'

/** Who asks, and until when anybody waits for the answer. */
export type Requester = { readonly caller: string; readonly signal: AbortSignal }

/** Why something was not run, in words for the caller. */
export class NotRun extends Error {
  override readonly name = 'NotRun'
}

/** The chain has a process of its own on a machine that it shares: more at once only makes each slower. */
const AT_ONCE = 2
/** Of one caller, two whole batches. */
const LIMITS = { most: 500, mostOfCaller: 100 }
const WAIT_MS = 10_000
/** What the node runs in a millisecond of its slowest code (keccak over memory), measured on one core. */
const GAS_PER_MS = 50_000
/** Two seconds of the node at once, and half of one core after that. */
const SHARE = { burst: 100_000_000, perSecond: 25_000_000 }

const GONE = 'the caller has gone'
const BUSY = 'the chain is busy: come back in a few seconds'
const SPENT = 'this caller has kept the chain busy: come back in a few seconds'

type Job = { readonly caller: string; readonly gas: number; readonly start: () => void; readonly refuse: (reason: string) => void }

/**
 * Runs what costs the node time: two at once, callers in turn. Each start takes its gas limit from the share of its caller
 * and gives back what the time shows that it did not use, so that many small calls pass and a few endless ones do not.
 * What waits for somebody who has gone is dropped; what runs keeps its place until the node is done with it.
 */
export class ExecutionQueue {
  readonly #clock: Clock
  readonly #shares: ReturnType<typeof keyedTokenBuckets>
  readonly #waiting = fairQueue<Job>(LIMITS)
  #running = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#shares = keyedTokenBuckets({ clock, ...SHARE })
  }

  /**
   * Runs `work` when it is its turn.
   *
   * @param gas the most that it may use
   * @throws NotRun when it was dropped or its caller has no share left; otherwise what `work` throws
   */
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
      // What lasts longer than all of its gas has waited: for the processor, the disk, or the transaction before it.
      this.#shares.giveBack(caller, gas - Math.min(gas, lasted))
      this.#startNext()
    }
  }
}

type Limits = { readonly most: number; readonly mostOfCaller: number }

/** First in, first out for each caller, and callers in turn: who brings a hundred waits for his own. */
function fairQueue<T extends { readonly caller: string }>({ most, mostOfCaller }: Limits) {
  // Callers in the order of their turn; none without anything that waits.
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
    /** @returns false when it is full, for this caller or for all */
    add: (item: T): boolean => {
      const line = lines.get(item.caller) ?? []
      if (size >= most || line.length >= mostOfCaller) return false
      line.push(item)
      lines.set(item.caller, line)
      size += 1
      return true
    },
    /** Takes out the oldest of the caller whose turn it is. */
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
