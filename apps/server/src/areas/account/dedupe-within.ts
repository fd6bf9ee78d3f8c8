import { createHmac, randomBytes } from 'node:crypto'
import { type Clock, elapsedMs } from '@aerie/core/time'
import { boundedCache } from '../../platform/bounded-cache.ts'

const MOST_REMEMBERED = 10_000

/** Runs work once for equal inputs within the window and shares the result. Failures are not cached. Inputs are kept as keyed hashes. */
export const dedupeWithin = <T>(clock: Clock, windowMs: number) => {
  const key = randomBytes(32)
  const recent = boundedCache<Promise<T>>({ maxEntries: MOST_REMEMBERED, maxAgeMs: windowMs, now: () => elapsedMs(clock) })
  return (inputs: readonly string[], work: () => Promise<T>): Promise<T> => {
    const digest = createHmac('sha256', key).update(JSON.stringify(inputs)).digest('base64')
    const running = recent.get(digest)
    if (running !== undefined) return running
    const outcome = work().catch((error: unknown) => {
      recent.delete(digest)
      throw error
    })
    recent.set(digest, outcome)
    return outcome
  }
}
