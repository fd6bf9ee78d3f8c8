import type { SocketError } from '@aerie/wire/problem'
import type { Server } from 'socket.io'
import { packetOf } from './outgoing.ts'
import { type Connection, rawSocketOf } from './raw-socket.ts'

/** Time for the client to read the reason. */
const CLOSE_GRACE_MS = 1_000

const ended = new WeakSet<object>()

/** Sends the reason on every namespace and closes the connection after a second at most. */
export function endConnection(io: Server, connection: Connection, reason: SocketError): void {
  if (ended.has(connection)) return
  ended.add(connection)
  // Stops parsing: Socket.IO listens to `data`.
  connection.removeAllListeners('data')
  for (const name of io._nsps.keys()) if (name !== '/') connection.write(packetOf(name, 'error', reason).text)
  connection.close()
  setTimeout(() => rawSocketOf(connection)?.terminate(), CLOSE_GRACE_MS).unref()
}
