import { createConnection } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Reading } from './probe.ts'

/**
 * Asks the server's probe.
 *
 * @param how `collect` has the heap collected first, so that `heapUsed` is what is really kept
 */
export const readProbe = (path: string, how: 'look' | 'collect' = 'look'): Promise<Reading> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(path, () => socket.write(how))
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('end', () => resolve(JSON.parse(text) as Reading)) // our own probe wrote it
    socket.on('error', reject)
  })

/** V8 gives pages back a while after a collection, not at its end. */
const GIVEN_BACK_MS = 3_000

/** What the server really keeps: read once a collection is over and its pages are given back. */
export async function readKept(path: string): Promise<Reading> {
  await readProbe(path, 'collect')
  await pause(GIVEN_BACK_MS)
  return readProbe(path)
}
