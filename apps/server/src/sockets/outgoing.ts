import type { Connection } from './raw-socket.ts'

/** An event as Socket.IO writes it, made once for all who get it. */
export type Packet = { readonly text: string; readonly bytes: number }

/** A packet of type 2 (event), as any stock client reads it. */
export function packetOf(namespace: string, event: string, message: unknown): Packet {
  const text = `2${namespace === '/' ? '' : `${namespace},`}${JSON.stringify([event, message])}`
  return { text, bytes: Buffer.byteLength(text) }
}

/** What was given to a connection and has not left this process yet. */
export type Waiting = { bytes: number; packets: number }
type Tally = Waiting & { readonly onTaken: Set<() => void> }

const tallies = new WeakMap<object, Tally>()
const tallyOf = (connection: Connection): Tally => {
  const tally = tallies.get(connection) ?? { bytes: 0, packets: 0, onTaken: new Set() }
  tallies.set(connection, tally)
  return tally
}

export const waitingOf = (connection: Connection): Readonly<Waiting> => tallyOf(connection)

/** Calls back once, when the network has taken all that was given to a connection; never for one that ends before. */
export function onceSent(connection: Connection, listener: () => void): void {
  tallyOf(connection).onTaken.add(listener)
}

/** Writes a packet past Socket.IO, which would encode it for each socket again, and counts it until the network has taken it. */
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
