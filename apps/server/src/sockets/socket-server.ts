import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { isSameOrigin } from '../plugins/same-origin.ts'
import { guardAgainstFloods } from './flood-guard.ts'

/** No message of a client is larger than this. */
const MESSAGE_LIMIT_BYTES = 64 * 1024
const RECOVERY_MS = 2 * 60_000
/** A side that hears nothing for both together knows that the other is gone: 20 s, as long as a price may stay unmarked. */
const PING_EVERY_MS = 10_000
const PONG_WITHIN_MS = 10_000

/**
 * Socket.IO for every namespace: websocket only, no compression (PERFORMANCE.md: 71 times the cost), small messages,
 * no pages of other origins, no floods. A recovered session passes the middlewares again: what was revoked stays out.
 */
export function socketServer(server: HttpServer, publicUrl: string | undefined): Server {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host
  const io = new Server(server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MESSAGE_LIMIT_BYTES,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PONG_WITHIN_MS,
    perMessageDeflate: false,
    httpCompression: false,
    connectionStateRecovery: { maxDisconnectionDuration: RECOVERY_MS, skipMiddlewares: false },
    allowRequest: (request, done) => done(null, isSameOrigin(request, publicHost)),
  })
  guardAgainstFloods(io)
  return io
}
