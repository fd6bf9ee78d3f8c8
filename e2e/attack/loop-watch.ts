import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { type Gap, type Hold, heldBy, type Span } from './holds.ts'
import { type Clocks, threadClocks } from './thread-clocks.ts'

export type LoopReading = {
  /** Maximum timer delay in ms since the last reading, whatever its cause. */
  readonly delayMaxMs: number
  readonly delayP99Ms: number
  readonly heldMaxMs: number
  readonly heldOften: number
  readonly heldForCertain: number
  readonly worst: readonly Hold[]
}

const EVERY_MS = 10
const LONG_MS = 100
const WORTH_A_LOOK_MS = 50
const MOST_KEPT = 5_000
const WORST = 5

const gapOf = (last: Clocks, now: Clocks): Gap => ({
  from: last.at,
  to: now.at,
  delayMs: now.at - last.at - EVERY_MS,
  waitedMs: now.waitedMs - last.waitedMs,
  ranMs: now.ranMs - last.ranMs,
  processMs: now.processMs - last.processMs,
  helpersMs: now.helpersMs - last.helpersMs,
  othersWaitedMs: Math.max(0, now.othersWaitedMs - last.othersWaitedMs),
  stolenMs: now.stolenMs - last.stolenMs,
  rss: process.memoryUsage.rss(),
})

/** Watches this thread's event loop; the returned function reads the result and resets it. */
export function watchLoop(): () => LoopReading {
  const delays = monitorEventLoopDelay({ resolution: EVERY_MS })
  delays.enable()
  let gaps: Gap[] = []
  let collections: Span[] = []
  let delayMax = 0
  const keepCollections = (entries: readonly { startTime: number; duration: number }[]): void => {
    for (const { startTime, duration } of entries)
      if (collections.length < MOST_KEPT) collections.push({ from: startTime, to: startTime + duration })
  }
  const observer = new PerformanceObserver((list) => keepCollections(list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  const clocks = threadClocks()
  let last = clocks()
  setInterval(() => {
    const now = clocks()
    const delay = now.at - last.at - EVERY_MS
    delayMax = Math.max(delayMax, delay)
    if (delay > WORTH_A_LOOK_MS && gaps.length < MOST_KEPT) gaps.push(gapOf(last, now))
    last = now
  }, EVERY_MS).unref()
  return () => {
    keepCollections(observer.takeRecords())
    const holds = gaps.map((gap) => heldBy(gap, collections)).toSorted((a, b) => b.heldMs - a.heldMs)
    const reading = {
      delayMaxMs: delayMax,
      delayP99Ms: delays.percentile(99) / 1e6 - EVERY_MS,
      heldMaxMs: Math.max(0, ...holds.map(({ heldMs }) => heldMs)),
      heldForCertain: holds.filter(({ certainMs }) => certainMs > LONG_MS).length,
      heldOften: holds.filter(({ heldMs }) => heldMs > LONG_MS).length,
      worst: holds.slice(0, WORST),
    }
    delays.reset()
    gaps = []
    collections = []
    delayMax = 0
    last = clocks()
    return reading
  }
}
