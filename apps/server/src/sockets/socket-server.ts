import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { endConnection } from './end-connection.ts'
import { doorOf, type SocketEdge } from './handshakes.ts'
import { guardedParser, MESSAGE_LIMIT_BYTES } from './packet-decoder.ts'
import { type Connection, rawSocketOf } from './raw-socket.ts'
import { budgetsOf, SOCKET_LIMITS, type SocketLimits, setLimits } from './socket-limits.ts'

/** The decoder refuses messages over MESSAGE_LIMIT_BYTES and says why; beyond this the WebSocket closes without a word (1009). */
const FRAME_LIMIT_BYTES = 4 * MESSAGE_LIMIT_BYTES
/** A side that hears nothing for both together knows that the other is gone: 20 s, as long as a price may stay unmarked. */
const PING_EVERY_MS = 10_000
const PONG_WITHIN_MS = 10_000

/**
 * Socket.IO for every namespace: websocket only, no compression (PERFORMANCE.md: 71 times the cost), small messages,
 * no pages of other origins, no floods of connections or packets. There is no state recovery: it would keep every packet, and hand missed ones out before
 * anybody's token is looked at. Who comes back asks again. A namespace is opened by `openNamespace` only.
 */
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
  // Socket.IO opens this one by itself; nothing is served there.
  io.use((_socket, next) => next(new Error('Invalid namespace')))
  return io
}

const REASON = {
  code: 'rate_limited',
  message: 'Too many messages: the connection was closed. Wait a moment before the next one.',
} as const

/** Ends connections that send faster than any client of the product does, and tells them why in an `error` event. */
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
    // Each is answered with a pong that waits for who does not read; no browser sends any.
    rawSocketOf(connection)?.on('ping', take)
  })
}
