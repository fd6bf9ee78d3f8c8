import type { Socket } from 'socket.io-client'
import { vi } from 'vitest'

// For tests of the web app, all of them (vitest.config.ts): there is no server. What tried to reach one would only log that it did not,
// and a request still pending when a file ends would fail after its tests.

/** Tests about requests stub the server themselves (`vi.stubGlobal('fetch', …)`). */
globalThis.fetch = async () => {
  throw new TypeError('There is no server in a test.')
}

/** Tests about sockets stub the server themselves or use the real library with `vi.unmock('socket.io-client')`. */
vi.mock('socket.io-client', () => {
  const nothing = (): undefined => undefined
  const io = (): Partial<Socket> => {
    const socket = {
      connected: false,
      active: true,
      on: () => socket,
      emit: () => socket,
      connect: () => socket,
      disconnect: () => socket,
      io: { on: nothing, _close: nothing },
    }
    return socket as unknown as Partial<Socket> // the part of a socket that the app uses
  }
  return { io }
})
