import type { Socket } from 'socket.io'

export type Connection = Socket['conn']

/**
 * The WebSocket under an Engine.IO connection. Engine.IO keeps it in an untyped place; the names are those of engine.io 6
 * and ws 8, which are pinned, and `live.int.test.ts` fails when they change.
 */
export type RawSocket = {
  readonly readyState: number
  readonly bufferedAmount: number
  readonly _sender: { sendFrame(frame: readonly Buffer[]): void }
  on(event: 'ping', listener: () => void): void
  terminate(): void
}

export const rawSocketOf = (connection: Pick<Connection, 'transport'>): RawSocket | undefined =>
  // The transport's own socket is not part of Engine.IO's types.
  (connection.transport as { socket?: RawSocket }).socket
