import { createConnection } from 'node:net'
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
