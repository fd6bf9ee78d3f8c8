/**
 * Loaded into the attacked server by `--import`: measures its event loop and memory without its routes. Responds on the unix socket
 * ATTACK_PROBE with one JSON reading per connection, and resets after each.
 */
import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { type LoopReading, watchLoop } from './loop-watch.ts'

export type Reading = LoopReading & {
  readonly rss: number
  readonly heapTotal: number
  readonly heapUsed: number
  readonly external: number
}

function serveReadings(path: string): void {
  const readLoop = watchLoop()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const server = createServer((socket) => {
    socket.once('data', (chunk) => {
      const loop = readLoop()
      // A full collection blocks the loop itself: only between two phases, after which measurement restarts.
      if (chunk.toString() === 'collect') collect()
      const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
      readLoop()
      socket.end(JSON.stringify({ ...loop, rss, heapTotal, heapUsed, external } satisfies Reading))
    })
    socket.on('error', () => socket.destroy())
  })
  server.listen(path)
  server.unref()
}

const path = process.env.ATTACK_PROBE
if (isMainThread && path !== undefined) serveReadings(path)
