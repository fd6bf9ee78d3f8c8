import { once } from 'node:events'
import { vi } from 'vitest'
import { WebSocket } from 'ws'

const PATIENCE = { timeout: 10_000, interval: 5 }

/** A client that says what no Socket.IO client says: whole packets as text, or bytes. */
export async function rawClient(url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const heard: string[] = []
  let isClosed = false
  socket.on('message', (data) => {
    const text = String(data)
    // The server's ping is answered, so that a client is never lost for its silence.
    if (text === '2') socket.send('3')
    else heard.push(text)
  })
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('error', () => undefined)
  await once(socket, 'open')
  const until = (word: string, count = 1): Promise<string> =>
    vi.waitFor(() => {
      const found = heard.filter((text) => text.includes(word))[count - 1]
      if (found === undefined) throw new Error(`not heard: ${word} in ${JSON.stringify(heard).slice(-1_000)}`)
      return found
    }, PATIENCE)
  return {
    socket,
    heard,
    until,
    isClosed: () => isClosed,
    closed: () => vi.waitUntil(() => isClosed, PATIENCE),
    send: (packet: string | Buffer) => socket.send(packet),
    /** Enters a namespace. */
    enter: async (namespace: string, auth: unknown = {}): Promise<void> => {
      socket.send(`40${namespace},${JSON.stringify(auth)}`)
      await until(`40${namespace},`)
    },
    /** Reads nothing more from now on. */
    stopReading: () => socket.pause(),
  }
}
export type RawClient = Awaited<ReturnType<typeof rawClient>>

/** `count` brackets, each in the one before it. */
export const nested = (count: number): string => '['.repeat(count) + ']'.repeat(count)
