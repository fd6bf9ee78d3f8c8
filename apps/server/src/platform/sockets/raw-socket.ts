import type { Socket } from 'socket.io'

export type Connection = Socket['conn']

/** From an untyped field, named as in the pinned engine.io 6 and ws 8; `live.int.test.ts` fails when that changes. */
export type RawSocket = {
  readonly readyState: number
  readonly bufferedAmount: number
  readonly _sender: { sendFrame(frame: readonly Buffer[]): void }
  on(event: 'ping', listener: () => void): void
  terminate(): void
}

export const rawSocketOf = (connection: Pick<Connection, 'transport'>): RawSocket | undefined =>
  (connection.transport as { socket?: RawSocket }).socket
