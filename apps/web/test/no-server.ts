import type { Socket } from 'socket.io-client'
import { vi } from 'vitest'

// For tests of the web app, all of them (vitest.config.ts): there is no server. What tried to reach one would only log that it did not,
// and what is on its way when a file ends would fail after its tests.

/** A test that is about requests plays the server's side itself (`vi.stubGlobal('fetch', …)`). */
globalThis.fetch = async () => {
  throw new TypeError('There is no server in a test.')
}

/** A test that is about sockets plays the server's side itself, or asks for the real library by `vi.unmock('socket.io-client')`. */
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
    return socket as unknown as Partial<Socket> // as much of one as the app uses
  }
  return { io }
})
