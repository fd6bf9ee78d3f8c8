import { setTimeout as sleep } from 'node:timers/promises'

const STEP_MS = 100
/** At least this is waited after the work: longer than one path differs from another, and a mail is on its way by then. */
const REST_MS = 60

type Timing = { readonly now: () => number; readonly pause: (ms: number) => Promise<unknown> }
const REAL: Timing = { now: () => performance.now(), pause: sleep }

/** Lets the outcome of its work out no sooner than all others of its kind. */
export type ConstantTime = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs `work` and lets its outcome out, whatever it is, at the next full tenth of a second since the start: for answers
 * that must not tell by their time whether an address is known. The work itself is made alike too; this hides the rest.
 */
export async function constantTime<T>(work: () => Promise<T>, { now, pause }: Timing = REAL): Promise<T> {
  const start = now()
  const [outcome] = await Promise.allSettled([work()])
  const taken = now() - start
  await pause(Math.ceil((taken + REST_MS) / STEP_MS) * STEP_MS - taken)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
