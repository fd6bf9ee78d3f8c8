import { createConnection } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Reading } from './probe.ts'

/** @param how `collect` forces a garbage collection first, so that `heapUsed` is live memory */
export const readProbe = (path: string, how: 'look' | 'collect' = 'look'): Promise<Reading> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(path, () => socket.write(how))
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('end', () => resolve(JSON.parse(text) as Reading))
    socket.on('error', reject)
  })

/** V8 returns pages a while after a collection, not at its end. */
const GIVEN_BACK_MS = 3_000

/** Reads live memory, after a collection whose pages were returned. */
export async function readKept(path: string): Promise<Reading> {
  await readProbe(path, 'collect')
  await pause(GIVEN_BACK_MS)
  return readProbe(path)
}
