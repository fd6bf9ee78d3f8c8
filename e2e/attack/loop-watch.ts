import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'

export type LoopReading = {
  /** Milliseconds that a timer came late since the last reading, whoever was at fault. */
  readonly delayMaxMs: number
  readonly delayP99Ms: number
  /** The same without what the machine kept the thread waiting: the server's own doing. */
  readonly heldMaxMs: number
  /** How often it was held over 100 ms. */
  readonly heldOften: number
}

const EVERY_MS = 10
const LONG_MS = 100
/** Shorter ones need no second look. */
const WORTH_A_LOOK_MS = 50
const MOST_KEPT = 5_000

type Span = { readonly from: number; readonly to: number }
type Gap = Span & { readonly computedMs: number; readonly heldMs: number }

/** Nanoseconds that this thread has run, and that it was ready to run and no processor was free. Linux only; else none. */
function schedule(): { readonly ran: number; readonly waited: number } {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ').map(Number)
    return { ran, waited }
  } catch {
    return { ran: 0, waited: 0 }
  }
}

const overlap = (a: Span, b: Span): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))

/** A collection waits for helper threads, which have to wait for a processor: of its time only what this thread computed counts. */
const heldBy = (gap: Gap, collections: readonly Span[]): number => {
  const collecting = collections.reduce((sum, collection) => sum + overlap(gap, collection), 0)
  return Math.max(gap.computedMs, gap.heldMs - collecting)
}

/** Watches the event loop of this thread. Returns what reads it and starts anew. */
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
  let last = { at: performance.now(), ...schedule() }
  setInterval(() => {
    const now = { at: performance.now(), ...schedule() }
    const delay = now.at - last.at - EVERY_MS
    const heldMs = delay - (now.waited - last.waited) / 1e6
    delayMax = Math.max(delayMax, delay)
    if (heldMs > WORTH_A_LOOK_MS && gaps.length < MOST_KEPT)
      gaps.push({ from: last.at, to: now.at, heldMs, computedMs: Math.min(heldMs, (now.ran - last.ran) / 1e6 - EVERY_MS) })
    last = now
  }, EVERY_MS).unref()
  return () => {
    keepCollections(observer.takeRecords())
    const held = gaps.map((gap) => heldBy(gap, collections))
    const reading = {
      delayMaxMs: delayMax,
      delayP99Ms: delays.percentile(99) / 1e6 - EVERY_MS,
      heldMaxMs: Math.max(0, ...held),
      heldOften: held.filter((ms) => ms > LONG_MS).length,
    }
    delays.reset()
    gaps = []
    collections = []
    delayMax = 0
    last = { at: performance.now(), ...schedule() }
    return reading
  }
}
