import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { doorOf, type SocketEdge } from './handshakes.ts'
import { endConnection } from './outgoing.ts'
import { guardedParser, MESSAGE_LIMIT_BYTES } from './packet-decoder.ts'
import { type Connection, rawSocketOf } from './raw-socket.ts'
import { budgetsOf, SOCKET_LIMITS, type SocketLimits, setLimits } from './socket-limits.ts'

/** The decoder rejects messages over MESSAGE_LIMIT_BYTES with a reason; above this the WebSocket closes without one (1009). */
const FRAME_LIMIT_BYTES = 4 * MESSAGE_LIMIT_BYTES
/** Interval plus timeout is 20 s, the time a price may stay unmarked as stale. */
const PING_EVERY_MS = 10_000
const PONG_WITHIN_MS = 10_000

/** No compression (PERFORMANCE.md: 71 times the cost). No state recovery: it replays packets before the token is checked. */
export function socketServer(server: HttpServer, edge: SocketEdge = {}, limits: SocketLimits = SOCKET_LIMITS): Server {
  const io: Server = new Server(server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: FRAME_LIMIT_BYTES,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PONG_WITHIN_MS,
    perMessageDeflate: false,
    httpCompression: false,
    parser: guardedParser,
    allowRequest: doorOf(() => io, edge),
  })
  setLimits(io, limits)
  guardAgainstFloods(io)
  // Socket.IO opens the root namespace itself; it is unused.
  io.use((_socket, next) => next(new Error('Invalid namespace')))
  return io
}

const REASON = {
  code: 'rate_limited',
  message: 'Too many messages: the connection was closed. Wait a moment before the next one.',
} as const

/** Disconnects clients that exceed the packet rate, with an `error` event. */
function guardAgainstFloods(io: Server): void {
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
    // Each ping queues a pong, which piles up if unread; browsers never send pings.
    rawSocketOf(connection)?.on('ping', take)
  })
}
