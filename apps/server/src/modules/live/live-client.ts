import type { LiveEvent } from '@aerie/wire/live-events'
import type { Socket } from 'socket.io'
import type { FanOutClient } from './fan-out.ts'
import { encodeEvent, type LiveMessage } from './frame.ts'

/** Untaken bytes at which a client that keeps asking is given up: it reads nothing. */
const HOPELESS_BYTES = 512 * 1024

/**
 * The WebSocket under a Socket.IO socket. Engine.IO keeps it in an untyped place; the names are those of engine.io 6
 * and ws 8, which are pinned, and `live.int.test.ts` fails when they change.
 */
type RawSocket = {
  readonly readyState: number
  readonly bufferedAmount: number
  readonly _sender: { sendFrame(frame: readonly Buffer[]): void }
}
const OPEN = 1

const rawSocketOf = (socket: Socket): RawSocket | undefined =>
  // The transport's own socket is not part of Engine.IO's types.
  (socket.conn.transport as unknown as { socket?: RawSocket }).socket

/** A connected client of `/live`: whole frames go past Socket.IO's packet queue, straight to its WebSocket. */
export function liveClient(socket: Socket): FanOutClient & { tell<E extends LiveEvent>(event: E, message: LiveMessage<E>): void } {
  const raw = rawSocketOf(socket)
  const write = (frame: Buffer): void => {
    if (raw === undefined || raw.readyState !== OPEN) return
    if (raw.bufferedAmount > HOPELESS_BYTES) socket.conn.close(true)
    else raw._sender.sendFrame([frame])
  }
  return {
    buffered: () => raw?.bufferedAmount ?? 0,
    write,
    tell: (event, message) => write(encodeEvent(event, message)),
  }
}
