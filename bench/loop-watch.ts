import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

const IN_MS = 1_000
const LEAST_MS = 5

/** Longest block of an event loop: wall-clock time, and CPU time of its own thread. */
export type Held = { readonly clockMs: number; readonly processorMs: number }

/** Watches the calling thread's event loop with a 1 ms timer until `stop`. */
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
