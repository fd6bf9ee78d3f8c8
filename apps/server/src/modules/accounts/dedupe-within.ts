import { createHmac, randomBytes } from 'node:crypto'
import { type Clock, elapsedMs } from '@aerie/core/time'
import { boundedCache } from '../../bounded-cache.ts'

/** Of each kind of work; beyond it the oldest are forgotten, and would run again. */
const MOST_REMEMBERED = 10_000

/**
 * Runs work once for equal inputs that arrive at the same time or shortly after each other; the later ones share the
 * outcome of the first. A failure is not kept. The inputs are remembered as a hash under a key that only this process has.
 */
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
