import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Server as SocketServer } from 'socket.io'

const GRACE_MS = 4_000

/** Sockets get "transport close", so that clients reconnect; silent connections, which Node counts as busy, are dropped at once. */
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
