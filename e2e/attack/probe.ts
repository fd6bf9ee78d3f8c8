/**
 * Loaded into the attacked server by `--import`: measures its event loop and its memory from inside, without its routes.
 * Answers on the unix socket that ATTACK_PROBE names: one JSON reading a connection; it starts anew after each.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

export type Reading = {
  /** Bytes. */
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
  /** Milliseconds that a timer came late since the last reading: with what the machine kept the thread waiting, and without. */
  readonly delayMaxMs: number
  readonly delayP99Ms: number
  readonly heldMaxMs: number
  /** How often it was held over 100 ms. */
  readonly heldOften: number
}

const EVERY_MS = 10
const LONG_MS = 100

/** Nanoseconds that this thread was ready to run and no processor was free: not its own doing. Linux only; else 0. */
function waitedNs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1])
  } catch {
    return 0
  }
}

function watchLoop() {
  const delays = monitorEventLoopDelay({ resolution: EVERY_MS })
  delays.enable()
  let [heldMax, delayMax, often] = [0, 0, 0]
  let [at, waited] = [performance.now(), waitedNs()]
  setInterval(() => {
    const [now, waitedNow] = [performance.now(), waitedNs()]
    const delay = now - at - EVERY_MS
    const held = delay - (waitedNow - waited) / 1e6
    delayMax = Math.max(delayMax, delay)
    heldMax = Math.max(heldMax, held)
    if (held > LONG_MS) often += 1
    at = now
    waited = waitedNow
  }, EVERY_MS).unref()
  return (): Pick<Reading, 'delayMaxMs' | 'delayP99Ms' | 'heldMaxMs' | 'heldOften'> => {
    const reading = { delayMaxMs: delayMax, delayP99Ms: delays.percentile(99) / 1e6 - EVERY_MS, heldMaxMs: heldMax, heldOften: often }
    delays.reset()
    heldMax = 0
    delayMax = 0
    often = 0
    ;[at, waited] = [performance.now(), waitedNs()]
    return reading
  }
}

function serveReadings(path: string): void {
  const readLoop = watchLoop()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // there once the flag is set
  const server = createServer((socket) => {
    socket.once('data', (words) => {
      const loop = readLoop()
      // A full collection holds the loop itself: only between two phases, and then the loop is measured anew.
      if (String(words) === 'collect') collect()
      const { rss, heapUsed, external } = process.memoryUsage()
      readLoop()
      socket.end(JSON.stringify({ ...loop, rss, heapUsed, external } satisfies Reading))
    })
    socket.on('error', () => socket.destroy())
  })
  server.listen(path)
  server.unref()
}

const path = process.env.ATTACK_PROBE
if (isMainThread && path !== undefined) serveReadings(path)
