import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

const IN_MS = 1_000
/** Turns of the loop shorter than this are none of a hold. */
const LEAST_MS = 5

/** The longest that an event loop was held: by the clock, and in processor time of its own thread, which no other process adds to. */
export type Held = { readonly clockMs: number; readonly processorMs: number }

/** Watches the event loop of the calling thread until `stop`, by a timer of a millisecond. */
export function watchLoop(): { readonly stop: () => Held } {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let processorMs = 0
  let before = { at: performance.now(), used: usedMs() }
  const timer = setInterval(() => {
    const now = { at: performance.now(), used: usedMs() }
    if (now.at - before.at > LEAST_MS) processorMs = Math.max(processorMs, now.used - before.used)
    before = now
  }, 1)
  return {
    stop: () => {
      clearInterval(timer)
      delay.disable()
      return { clockMs: delay.max / 1e6, processorMs }
    },
  }
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / IN_MS
}
