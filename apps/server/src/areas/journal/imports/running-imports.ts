import { type Clock, MINUTE_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { NoTurn, turnQueue } from '@aerie/runtime/turn-queue'
import type { ImportProgress } from '@aerie/wire/journal/journal-imports'
import { AppError } from '../../../platform/http/app-error.ts'
import type { ImportThread } from './import-thread.ts'

/** Limits for all users: each running import has a thread and its rows in memory. */
const TURNS = { atOnce: 2, waiting: 64, waitMs: MINUTE_MS }
/** CPU milliseconds per user: a burst for ten of the largest files, then a tenth of a CPU. */
const PROCESSOR_MS = { burst: 2 * MINUTE_MS, perSecond: 100 }

type Deps = { readonly clock: Clock; readonly makeThread: (userId: string) => ImportThread; readonly waitMs?: number }

type Turn = () => Promise<ImportThread>

export class RunningImports {
  readonly #progress = new Map<string, NonNullable<ImportProgress>>()
  readonly #makeThread: Deps['makeThread']
  readonly #processor
  readonly #takeTurn

  constructor({ clock, makeThread, waitMs = TURNS.waitMs }: Deps) {
    this.#makeThread = makeThread
    this.#takeTurn = turnQueue({ ...TURNS, waitMs })
    this.#processor = keyedTokenBuckets({ clock, ...PROCESSOR_MS })
  }

  progress(userId: string): ImportProgress {
    return this.#progress.get(userId) ?? null
  }

  report(userId: string, progress: NonNullable<ImportProgress>): void {
    this.#progress.set(userId, progress)
  }

  /** @throws AppError conflict if the user has one running; rate_limited if the user's CPU budget is exhausted */
  refuse(userId: string): void {
    if (this.#progress.has(userId)) throw anotherRuns()
    if (this.#processor.isSpent(userId))
      throw new AppError('rate_limited', {
        detail: 'Your imports have taken a lot of computing time. Wait a minute.',
        retryAfterSeconds: 60,
      })
  }

  async alone<T>(userId: string, work: (turn: Turn) => Promise<T>): Promise<T> {
    this.refuse(userId)
    this.report(userId, { phase: 'reading', done: 0, total: 0 })
    let thread: ImportThread | undefined
    let endTurn: (() => void) | undefined
    try {
      return await work(async () => {
        endTurn = await this.#takeTurn(userId).catch(refuseTurn)
        thread = this.#makeThread(userId)
        return thread
      })
    } finally {
      this.#progress.delete(userId)
      this.#processor.charge(userId, thread?.usedMs() ?? 0)
      await thread?.end()
      endTurn?.()
    }
  }

  /** Takes a turn for work that no request waits for: it has no progress and is not charged to the user. */
  async background<T>(userId: string, work: (thread: ImportThread) => Promise<T>): Promise<T> {
    const endTurn = await this.#takeTurn(userId).catch(refuseTurn)
    const thread = this.#makeThread(userId)
    try {
      return await work(thread)
    } finally {
      await thread.end()
      endTurn()
    }
  }
}

export const anotherRuns = (): AppError =>
  new AppError('conflict', { reason: 'import_running', detail: 'Another import is running. Wait until it is done.' })

function refuseTurn(error: unknown): never {
  if (!(error instanceof NoTurn)) throw error
  throw new AppError('unavailable', { detail: 'Many imports are waiting. Try again in a moment.', retryAfterSeconds: 10, cause: error })
}
