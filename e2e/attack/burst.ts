import { randomUUID } from 'node:crypto'
import { frameFrom, joinNamespace, type RawSocket, rawSocket } from '@aerie/testkit/raw-socket'
import type { Packet } from '@aerie/testkit/socket-packets'
import type { Namespace } from './namespaces.ts'
import { newAddress } from './people.ts'

export type Burst = {
  readonly received: readonly string[]
  /**
   * `answered`: everything was read and the valid request answered or rejected. `ended in words`: closed for a limit, with a reason.
   * `logged out`: closed, and the token is rejected since. `lost`: none of these, a fault.
   */
  readonly ending: 'answered' | 'ended in words' | 'logged out' | 'lost'
  readonly why: string
}

type Door = { readonly url: string; readonly token: string }

/** Sends packets and then a valid request, all on one connection. @throws Error if the namespace rejects the token */
export async function sendBurst(door: Door, { name, ask }: Namespace, packets: readonly Packet[]): Promise<Burst> {
  const raw = await enter(door, name)
  try {
    for (const frame of packets.flatMap(({ frames }) => frames)) raw.send(frame)
    const why = await missingAnswer(raw, name, ask(randomUUID()))
    return { received: raw.received, why, ending: why === '' ? 'answered' : await endingOf(raw, door, name) }
  } finally {
    raw.end()
  }
}

/** Joins a namespace from an address of its own. @throws Error if the token is rejected */
export async function enter({ url, token }: Door, name: string): Promise<RawSocket> {
  const raw = await rawSocket(url, { localAddress: newAddress() })
  await joinNamespace(raw, name, token).catch((error: unknown) => {
    raw.end()
    throw error
  })
  return raw
}

async function missingAnswer(raw: RawSocket, name: string, { event, message, isAnswer }: ReturnType<Namespace['ask']>): Promise<string> {
  if (!(await isSettled(raw))) return 'the packets were not read to their end'
  const from = raw.received.length
  raw.send(`42${name},${JSON.stringify([event, message])}`)
  return (await receives(raw, isAnswer, from)) ? '' : `${event} was not answered`
}

/** One round trip of the connection: everything sent before it has been read. */
export function isSettled(raw: RawSocket): Promise<boolean> {
  const from = raw.received.length
  raw.send('40/nowhere,')
  return receives(raw, (text) => text.startsWith('44/nowhere,'), from)
}

const receives = (raw: RawSocket, isWanted: (text: string) => boolean, from: number): Promise<boolean> =>
  frameFrom(raw, isWanted, from).then(
    () => true,
    () => false,
  )

/** Why a response is missing. A claimed logout is verified: the same token must be rejected now. */
async function endingOf(raw: RawSocket, door: Door, name: string): Promise<Burst['ending']> {
  if (raw.isOpen()) return 'lost'
  if (raw.received.some(isLimitClosure)) return 'ended in words'
  return (await isRefused(door, name)) ? 'logged out' : 'lost'
}

const isLimitClosure = (text: string): boolean => text.includes('"rate_limited"') && text.includes('was closed')

const isRefused = (door: Door, name: string): Promise<boolean> =>
  enter(door, name).then((raw) => {
    raw.end()
    return false
  }, isTokenRefused)

export const isTokenRefused = (error: unknown): boolean => String(error).includes('Invalid token')
