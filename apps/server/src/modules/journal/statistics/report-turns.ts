import { QueueFullError, serializeByKey, serialQueue } from '@aerie/runtime/serial-queue'
import { AppError } from '../../../plugins/app-error.ts'

/** Long reports that wait for each other, one of each user; each takes seconds. */
const MOST_WAITING = 12
/** Questions of all users that wait for an earlier one of the same user. */
const MOST_OF_USERS = 200

/** Whose report is made when. */
export class ReportTurns {
  readonly #shortOnes = serializeByKey({ maxWaiting: MOST_OF_USERS })
  readonly #longOnes = serializeByKey({ maxWaiting: MOST_OF_USERS })
  readonly #long = serialQueue({ maxWaiting: MOST_WAITING })

  /** One at a time of each user. @throws AppError unavailable where too many wait; what `work` throws */
  short<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return orBusy(this.#shortOnes.run(userId, work))
  }

  /**
   * One at a time of all; of each user one is in the queue, so that nobody waits for ten of another's.
   *
   * @throws AppError unavailable where too many wait, or nobody waits for this one any more; what `work` throws
   */
  long<T>(userId: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const begin = async (): Promise<T> => {
      refuseLeft(signal)
      return work()
    }
    return orBusy(
      this.#longOnes.run(userId, async () => {
        refuseLeft(signal)
        return this.#long.run(begin)
      }),
    )
  }
}

/** @throws AppError unavailable where nobody waits any more */
export function refuseLeft(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('unavailable', { detail: 'Nobody waits for these statistics.', retryAfterSeconds: 1 })
}

async function orBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    throw new AppError('unavailable', { detail: 'Many statistics are being computed. Try again in a moment.', retryAfterSeconds: 10 })
  }
}
