import { type Clock, MINUTE_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { ImportProgress } from '@aerie/wire/journal/journal-imports'
import { AppError } from '../../../plugins/app-error.ts'
import type { ImportThread } from './import-thread.ts'

/** Files that are read or written at one time, of all users: each has a thread and its rows in memory. */
const MOST_AT_ONCE = 2
/** Imports that wait for that; more are asked to come back. */
const MOST_WAITING = 64
const WAIT_MS = MINUTE_MS
/** Milliseconds of processor time of one user: ten of the largest files at once, then a tenth of a processor. */
const PROCESSOR_MS = { burst: 2 * MINUTE_MS, perSecond: 100 }

type Deps = { readonly clock: Clock; readonly makeThread: (userId: string) => ImportThread; readonly waitMs?: number }

/** Resolves once it is this import's turn. @throws AppError unavailable where that takes too long */
type Turn = () => Promise<ImportThread>

/** What is under way in this process: one import of a user at a time, few of all, the others in their order. */
export class RunningImports {
  readonly #progress = new Map<string, NonNullable<ImportProgress>>()
  readonly #makeThread: Deps['makeThread']
  readonly #waitMs: number
  readonly #processor
  #free = MOST_AT_ONCE
  readonly #waiting = new Set<() => void>()
  /** Imports that are being written, by id. */
  readonly writing = new Set<string>()

  constructor({ clock, makeThread, waitMs = WAIT_MS }: Deps) {
    this.#makeThread = makeThread
    this.#waitMs = waitMs
    this.#processor = keyedTokenBuckets({ clock, ...PROCESSOR_MS })
  }

  progress(userId: string): ImportProgress {
    return this.#progress.get(userId) ?? null
  }

  tell(userId: string, progress: NonNullable<ImportProgress>): void {
    this.#progress.set(userId, progress)
  }

  /** @throws AppError conflict where one of the user runs; rate_limited where the user's files have cost too much */
  refuse(userId: string): void {
    if (this.#progress.has(userId)) throw anotherRuns()
    if (this.#processor.isSpent(userId))
      throw new AppError('rate_limited', {
        detail: 'Your imports have taken a lot of computing time. Wait a minute.',
        retryAfterSeconds: 60,
      })
  }

  /** Runs `work` while no other import of the user does. @throws as `refuse` */
  async alone<T>(userId: string, work: (turn: Turn) => Promise<T>): Promise<T> {
    this.refuse(userId)
    this.tell(userId, { phase: 'reading', done: 0, total: 0 })
    let thread: ImportThread | undefined
    let hasTurn = false
    try {
      return await work(async () => {
        await this.#takeTurn()
        hasTurn = true
        thread = this.#makeThread(userId)
        return thread
      })
    } finally {
      this.#progress.delete(userId)
      this.#processor.charge(userId, thread?.usedMs() ?? 0)
      await thread?.end()
      if (hasTurn) this.#endTurn()
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    if (this.#waiting.size >= MOST_WAITING) throw tooMany()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    const limit = setTimeout(() => {
      this.#waiting.delete(resolve)
      reject(tooMany())
    }, this.#waitMs)
    await promise.finally(() => clearTimeout(limit))
  }

  #endTurn(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

export const anotherRuns = (): AppError =>
  new AppError('conflict', { word: 'import_running', detail: 'Another import is running. Wait until it is done.' })
const tooMany = (): AppError =>
  new AppError('unavailable', { detail: 'Many imports are waiting. Try again in a moment.', retryAfterSeconds: 10 })
