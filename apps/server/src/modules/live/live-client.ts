import type { Server, Socket } from 'socket.io'
import { endConnection } from '../../sockets/end-connection.ts'
import { rawSocketOf } from '../../sockets/raw-socket.ts'
import type { FanOutClient } from './fan-out.ts'

/** Untaken bytes at which a client that keeps asking is given up: it reads nothing. */
const HOPELESS_BYTES = 512 * 1024
const HOPELESS = { code: 'rate_limited', message: 'This connection is too slow and was closed.' } as const

const OPEN = 1

/** A connected client of `/live`: whole frames go past Socket.IO's packet queue, straight to its WebSocket. */
export function liveClient(io: Server, { conn }: Pick<Socket, 'conn'>): FanOutClient & { readonly writtenBytes: () => number } {
  const raw = rawSocketOf(conn)
  let written = 0
  return {
    buffered: () => raw?.bufferedAmount ?? 0,
    write: (frame) => {
      if (raw === undefined || raw.readyState !== OPEN) return
      if (raw.bufferedAmount > HOPELESS_BYTES) return endConnection(io, conn, HOPELESS)
      written += frame.length
      raw._sender.sendFrame([frame])
    },
    writtenBytes: () => written,
  }
}
