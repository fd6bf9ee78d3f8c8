import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Server as SocketServer } from 'socket.io'

/** What is in flight when a stop is asked for has this long to be answered. */
const GRACE_MS = 4_000

/**
 * Closes connections in order when the app closes: clients of sockets are told "transport close", so that they come back
 * by themselves once a server answers again; what is in flight is answered, with `connection: close`; connections that
 * have said nothing, which Node counts as busy, are dropped at once; the rest after GRACE_MS.
 *
 * @returns whether the stop has begun
 */
export function drainOnClose(app: FastifyInstance, io: SocketServer): () => boolean {
  let isStopping = false
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', (done) => {
    isStopping = true
    io.engine.close()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
    done()
  })
  return () => isStopping
}
