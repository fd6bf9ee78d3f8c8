import type { SocketError } from '@aerie/wire/problem'
import type { Server } from 'socket.io'
import { packetOf } from './outgoing.ts'
import { type Connection, rawSocketOf } from './raw-socket.ts'

/** How long an ended connection may take to read why. */
const LAST_WORDS_MS = 1_000

const ended = new WeakSet<object>()

/** Ends a connection and tells every namespace of it why. What it has not read after a second it never will. */
export function endConnection(io: Server, connection: Connection, reason: SocketError): void {
  if (ended.has(connection)) return
  ended.add(connection)
  // Nothing more of it is parsed: Socket.IO listens to `data`.
  connection.removeAllListeners('data')
  for (const name of io._nsps.keys()) if (name !== '/') connection.write(packetOf(name, 'error', reason).text)
  connection.close()
  setTimeout(() => rawSocketOf(connection)?.terminate(), LAST_WORDS_MS).unref()
}
