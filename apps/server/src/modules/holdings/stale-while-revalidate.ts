import { SECOND_MS } from '@aerie/core/time'
import { coalesceByKey } from '@aerie/runtime/coalesce'
import { AppError } from '../../plugins/app-error.ts'

/** Who asks for a reading waits so long for a node; then the last known answer is given, with its own age. */
export const ANSWER_DEADLINE_MS = 0.8 * SECOND_MS
/** Who asks for what was never read has nothing to be given meanwhile, and waits so long. */
const FIRST_DEADLINE_MS = 4 * SECOND_MS
/** Answers that are remembered, by count and by characters of their JSON. */
const MOST_ANSWERS = 500
const MOST_CHARACTERS = 8_000_000
const RETRY_AFTER_SECONDS = 5

/** What `work` gives, or `late` where that takes longer. The work goes on. @throws what `work` throws in time */
export async function answerWithin<T>(work: Promise<T>, patienceMs: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A number of answers, the oldest forgotten first. */
class LastAnswers<T> {
  readonly #answers = new Map<string, { readonly answer: T; readonly size: number }>()
  #characters = 0

  get(key: string): T | undefined {
    return this.#answers.get(key)?.answer
  }

  set(key: string, answer: T): void {
    this.#drop(key)
    const size = JSON.stringify(answer).length
    this.#answers.set(key, { answer, size })
    this.#characters += size
    while (this.#answers.size > MOST_ANSWERS || this.#characters > MOST_CHARACTERS) this.#drop(this.#answers.keys().next().value ?? key)
  }

  #drop(key: string): void {
    this.#characters -= this.#answers.get(key)?.size ?? 0
    this.#answers.delete(key)
  }
}

type Options<T> = {
  /** @throws AppError unavailable where the chain does not answer */
  readonly read: (key: string) => Promise<T>
  /** Until the last answer is given. */
  readonly patienceMs?: number | undefined
  /** Until there is none. */
  readonly firstPatienceMs?: number | undefined
}

/**
 * Readings of the chain for people who wait: one at a time for each key, and where a node is slow or away, the last answer, which
 * says itself of which moment it is. The answer must not hold bigints.
 *
 * @throws AppError unavailable where there is none, and whatever else `read` throws
 */
export function staleWhileRevalidate<T>({
  read,
  patienceMs = ANSWER_DEADLINE_MS,
  firstPatienceMs = Math.max(patienceMs, FIRST_DEADLINE_MS),
}: Options<T>): (key: string) => Promise<T> {
  const last = new LastAnswers<T>()
  const inTurn = coalesceByKey(async (key) => {
    const answer = await read(key)
    last.set(key, answer)
    return answer
  })
  return async (key) => {
    const work = inTurn(key)
    // Late or not, a failure is told once: to who still waits.
    work.catch(() => undefined)
    const failed = (error: unknown): 'late' => {
      if (error instanceof AppError && error.code === 'unavailable' && last.get(key) !== undefined) return 'late'
      throw error
    }
    const answer = await answerWithin(work, last.get(key) === undefined ? firstPatienceMs : patienceMs).catch(failed)
    if (answer !== 'late') return answer
    const known = last.get(key)
    if (known !== undefined) return known
    throw new AppError('unavailable', { detail: 'The chain is not responding.', retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
