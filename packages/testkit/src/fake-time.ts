import { type Clock, type EpochMs, epochMs } from '@aerie/core/time'

type Planned = { readonly at: number; readonly order: number; readonly run: () => void }

/** Time that moves only when told: a clock and its timers. */
export type FakeTime = {
  readonly clock: Required<Clock>
  readonly timers: { readonly after: (ms: number, run: () => void) => () => void }
  /** Lets `ms` pass, running what falls due in order; between two calls, real I/O may happen. */
  advance(ms: number): Promise<void>
  /** Sets the time of day by so much forward, or back where negative: no timer and no duration notices. */
  jump(ms: number): void
  /** Calls planned now. */
  planned(): number
}

/**
 * A clock that stands still at `start` (milliseconds since the epoch, UTC) until it is advanced.
 *
 * @throws never
 * @example const time = fakeTime(Date.UTC(2026, 0, 1)); await time.advance(60_000)
 */
export function fakeTime(start: number): FakeTime {
  let now: EpochMs = epochMs(start)
  let jumped = 0
  let order = 0
  const plans = new Set<Planned>()
  const nextBy = (end: number): Planned | undefined =>
    [...plans].filter((plan) => plan.at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0]
  return {
    clock: { now: () => epochMs(now + jumped), elapsed: () => now - start },
    timers: {
      after: (ms, run) => {
        order += 1
        const plan = { at: now + Math.max(0, ms), order, run }
        plans.add(plan)
        return () => plans.delete(plan)
      },
    },
    advance: async (ms) => {
      const end = now + ms
      for (let plan = nextBy(end); plan !== undefined; plan = nextBy(end)) {
        plans.delete(plan)
        now = epochMs(Math.max(now, plan.at))
        plan.run()
        await turn()
      }
      now = epochMs(end)
      await turn()
    },
    jump: (ms) => {
      jumped += ms
    },
    planned: () => plans.size,
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Rounds of real I/O between two steps: a request and its answer take a handful of them, and a slow machine no more. */
const ROUNDS = 10

/**
 * Lets `ms` pass in steps, with real I/O in between: for code that waits for real servers on fake timers.
 *
 * @param each called after each step
 * @throws whatever `each` throws
 */
export async function pass(
  time: FakeTime,
  ms: number,
  { stepMs = 1_000, each }: { stepMs?: number; each?: () => void } = {},
): Promise<void> {
  for (let gone = 0; gone < ms; gone += stepMs) {
    await time.advance(Math.min(stepMs, ms - gone))
    await new Promise((resolve) => setTimeout(resolve, 2))
    for (let round = 0; round < ROUNDS; round += 1) await turn()
    each?.()
  }
}

/**
 * Lets time pass in steps until `holds` is true.
 *
 * @param what what was awaited, for the error
 * @throws Error that names `what` when it has not happened after 2,000 steps
 */
export async function passUntil(time: FakeTime, what: string, holds: () => boolean, stepMs = 500): Promise<void> {
  for (let steps = 0; !holds(); steps += 1) {
    if (steps > 2_000) throw new Error(`never happened: ${what}`)
    await pass(time, stepMs, { stepMs })
  }
}

/**
 * Waits until `holds` is true, letting real I/O happen, for at most `tries` turns of a few milliseconds: by default half a minute, out of
 * which only what hangs runs.
 *
 * @param what what was awaited, for the error
 * @throws Error that names `what`
 */
export async function until(what: string, holds: () => boolean, tries = 7_500): Promise<void> {
  for (let turns = 0; turns < tries; turns += 1) {
    if (holds()) return
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  throw new Error(`never happened: ${what}`)
}
