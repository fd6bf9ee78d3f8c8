import { setTimeout as sleep } from 'node:timers/promises'

/** Far above what the slower of two paths takes, so that neither shows. */
const FLOOR_MS = 120

/**
 * Runs `work` and lets its outcome out no sooner than the floor, whatever it is: for answers that must not tell by
 * their time whether an address is known.
 */
export async function evenTime<T>(work: () => Promise<T>, pause: (ms: number) => Promise<unknown> = sleep): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), pause(FLOOR_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
