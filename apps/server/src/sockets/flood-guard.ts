import type { Server } from 'socket.io'
import { endConnection } from './end-connection.ts'
import { type Connection, rawSocketOf } from './raw-socket.ts'
import { budgetsOf } from './socket-limits.ts'

const REASON = {
  code: 'rate_limited',
  message: 'Too many messages: the connection was closed. Wait a moment before the next one.',
} as const

/** Ends connections that send faster than any client of the product does, and tells them why in an `error` event. */
export function guardAgainstFloods(io: Server): void {
  const { packets } = budgetsOf(io)
  let connections = 0
  io.engine.on('connection', (connection: Connection) => {
    connections += 1
    const id = String(connections)
    const take = (): void => {
      if (packets.take(id, 1)) return
      connection.removeListener('packet', take)
      endConnection(io, connection, REASON)
    }
    connection.on('packet', take)
    // Each is answered with a pong that waits for who does not read; no browser sends any.
    rawSocketOf(connection)?.on('ping', take)
  })
}
