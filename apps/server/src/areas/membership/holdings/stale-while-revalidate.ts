import { SECOND_MS } from '@aerie/core/time'
import { coalesceByKey } from '@aerie/runtime/coalesce'
import { AppError } from '../../../platform/http/app-error.ts'

/** Maximum wait before the cached response is returned, with its own timestamp. */
export const ANSWER_DEADLINE_MS = 0.8 * SECOND_MS
/** Maximum wait if nothing is cached yet. */
const FIRST_DEADLINE_MS = 4 * SECOND_MS
const MOST_ANSWERS = 500
const MOST_CHARACTERS = 8_000_000
const RETRY_AFTER_SECONDS = 5

/** Returns `late` on timeout; the work continues. @throws what `work` throws in time */
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
  readonly read: (key: string) => Promise<T>
  readonly patienceMs?: number | undefined
  readonly firstPatienceMs?: number | undefined
}

/** On timeout or failure returns the cached response, without bigints. @throws AppError unavailable if nothing is cached */
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
    // Prevents an unhandled rejection; a failure is reported to current waiters only.
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
