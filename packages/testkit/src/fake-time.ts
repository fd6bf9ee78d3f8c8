import { type Clock, type EpochMs, epochMs } from '@aerie/core/time'

type Planned = { readonly at: number; readonly order: number; readonly run: () => void }

/** Manually advanced clock and timers. */
export type FakeTime = {
  readonly clock: Required<Clock>
  readonly timers: { readonly after: (ms: number, run: () => void) => () => void }
  /** Advances by `ms`, running due timers in order; real I/O may complete between them. */
  advance(ms: number): Promise<void>
  /** Shifts the wall clock (negative: back) without affecting timers or durations. */
  jump(ms: number): void
  planned(): number
}

/** Clock frozen at `start` (epoch ms, UTC) until advanced. */
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

/** Event loop rounds between two steps: enough for a request and its response even on a slow machine. */
const ROUNDS = 10

/** Advances by `ms` in steps with real I/O in between, for real servers with fake timers. `each` runs after each step. */
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

/** Advances in steps until `holds` is true. `what`: description for the error. @throws Error after 2,000 steps */
export async function passUntil(time: FakeTime, what: string, holds: () => boolean, stepMs = 500): Promise<void> {
  for (let steps = 0; !holds(); steps += 1) {
    if (steps > 2_000) throw new Error(`never happened: ${what}`)
    await pass(time, stepMs, { stepMs })
  }
}

/** Polls until `holds` is true, by default about 30 s, so only a hang fails. `what`: for the error. @throws Error */
export async function until(what: string, holds: () => boolean, tries = 7_500): Promise<void> {
  for (let turns = 0; turns < tries; turns += 1) {
    if (holds()) return
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  throw new Error(`never happened: ${what}`)
}
