import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '@aerie/core/time'

/**
 * Runs work once for equal inputs that arrive at the same time or shortly after each other; the later ones share the
 * outcome of the first. A failure is not kept. The inputs are remembered as a hash under a key that only this process has.
 */
export const repeatedOnce = (clock: Clock, windowMs: number) => {
  const key = randomBytes(32)
  const recent = new Map<string, { readonly until: number; readonly outcome: Promise<void> }>()
  return (inputs: readonly string[], work: () => Promise<void>): Promise<void> => {
    const now = clock.now()
    for (const [digest, { until }] of recent) if (until <= now) recent.delete(digest)
    const digest = createHmac('sha256', key).update(JSON.stringify(inputs)).digest('base64')
    const running = recent.get(digest)
    if (running !== undefined) return running.outcome
    const outcome = work().catch((error: unknown) => {
      recent.delete(digest)
      throw error
    })
    recent.set(digest, { until: now + windowMs, outcome })
    return outcome
  }
}
