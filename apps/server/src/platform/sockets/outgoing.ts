import type { SocketError } from '@aerie/wire/problem'
import type { Server } from 'socket.io'
import { type Connection, rawSocketOf } from './raw-socket.ts'

/** Encoded Socket.IO event, shared by all receivers. */
export type Packet = { readonly text: string; readonly bytes: number }

export function packetOf(namespace: string, event: string, message: unknown): Packet {
  const text = `2${namespace === '/' ? '' : `${namespace},`}${JSON.stringify([event, message])}`
  return { text, bytes: Buffer.byteLength(text) }
}

/** Written but not yet handed to the network. */
export type Waiting = { bytes: number; packets: number }
type Tally = Waiting & { readonly onTaken: Set<() => void> }

const tallies = new WeakMap<object, Tally>()
const tallyOf = (connection: Connection): Tally => {
  const tally = tallies.get(connection) ?? { bytes: 0, packets: 0, onTaken: new Set() }
  tallies.set(connection, tally)
  return tally
}

export const waitingOf = (connection: Connection): Readonly<Waiting> => tallyOf(connection)

/** Called once when everything was flushed; never if the connection closes first. */
export function onceSent(connection: Connection, listener: () => void): void {
  tallyOf(connection).onTaken.add(listener)
}

/** Bypasses Socket.IO, which would encode the packet per socket, and tracks it until flushed. */
export function writePacket(connection: Connection, { text, bytes }: Packet): void {
  const tally = tallyOf(connection)
  tally.bytes += bytes
  tally.packets += 1
  connection.write(text, {}, () => {
    tally.bytes -= bytes
    tally.packets -= 1
    if (tally.packets > 0) return
    const listeners = [...tally.onTaken]
    tally.onTaken.clear()
    for (const listener of listeners) listener()
  })
}

/** Time for the client to read the reason. */
const CLOSE_GRACE_MS = 1_000

const ended = new WeakSet<object>()

/** Sends the reason on every namespace and closes the connection after a second at most. */
export function endConnection(io: Server, connection: Connection, reason: SocketError): void {
  if (ended.has(connection)) return
  ended.add(connection)
  // Stops parsing: Socket.IO listens to `data`.
  connection.removeAllListeners('data')
  for (const name of io._nsps.keys()) if (name !== '/') connection.write(packetOf(name, 'error', reason).text)
  connection.close()
  setTimeout(() => rawSocketOf(connection)?.terminate(), CLOSE_GRACE_MS).unref()
}
