import { frameFrom, joinNamespace, type RawSocket, rawSocket } from '@aerie/testkit/raw-socket'
import { hostileEvents, malformedPackets, type Packet } from '@aerie/testkit/socket-packets'
import fc from 'fast-check'
import { NAMESPACES, type Namespace } from './namespaces.ts'
import { newAddress, renew } from './people.ts'
import { inLanes, type Stage } from './stage.ts'

const LANES = 10
/** Packets of one connection: below what it may send at once, so that none is lost to the flood guard. */
const PACKETS = 40
const BATCH = 200
const MALFORMED_A_CONNECTION = 4

/** Sends hostile events on every namespace, a connection of another user and address for each handful. */
export async function attackSockets(stage: Stage, count: number): Promise<void> {
  await Promise.all(NAMESPACES.map((namespace) => attackNamespace(stage, namespace, Math.round((count * namespace.share) / 100))))
}

async function attackNamespace(stage: Stage, namespace: Namespace, count: number): Promise<void> {
  const events = hostileEvents(namespace.name, namespace.commands, stage.known)
  const ready: Packet[] = []
  let [left, batch] = [count, 0]
  const take = (): Packet[] => {
    if (ready.length < PACKETS) {
      batch += 1
      ready.push(...fc.sample(events, { numRuns: BATCH, seed: stage.seed + batch * 6_151 }))
    }
    return ready.splice(0, PACKETS)
  }
  await inLanes(
    Math.max(1, Math.round((LANES * namespace.share) / 100)),
    () => left > 0 && stage.isOn(),
    async () => {
      left -= PACKETS
      await sendEvents(stage, namespace, take())
    },
  )
}

async function join(stage: Stage, namespace: string, keep = true): Promise<RawSocket | undefined> {
  const person = stage.people[stage.tally.inputs() % stage.people.length]
  try {
    const raw = await rawSocket(stage.server.url, { localAddress: newAddress(), keep })
    await joinNamespace(raw, namespace, person?.token).catch((error: unknown) => {
      raw.end()
      throw error
    })
    return raw
  } catch (error) {
    // Logged out by another input, or out of time: the next connection has a new token.
    if (person !== undefined && String(error).includes('Invalid token')) await renew(stage.server, person)
    else if (stage.isOn()) stage.tally.fault(`no connection to ${namespace}`, String(error))
    return undefined
  }
}

async function sendEvents(stage: Stage, namespace: Namespace, packets: readonly Packet[]): Promise<void> {
  const said = packets.map(({ frames }) => String(frames[0]).slice(0, 200)).join(' | ')
  const started = performance.now()
  // A log-out by another input ends a connection rightly, but not twice in a row.
  const heard = (await exchange(stage, namespace, packets)) ?? (await exchange(stage, namespace, packets))
  stage.tally.time(performance.now() - started, `${PACKETS} packets on ${namespace.name}`)
  if (heard === undefined && stage.isOn()) stage.tally.fault(`${namespace.name}: no answer to a good request after bad ones`, said)
  if (heard?.some((text) => text.includes('"internal"'))) stage.tally.fault(`${namespace.name}: an error "internal"`, said)
  const limited = heard?.filter((text) => text.includes('"rate_limited"')).length ?? packets.length
  count(stage, namespace.name, { limited: Math.min(limited, packets.length), all: packets.length })
}

function count({ tally }: Stage, group: string, { limited, all }: { limited: number; all: number }): void {
  if (limited > 0) tally.add({ group, result: 'limited, or ended', isHandled: false }, limited)
  if (all > limited) tally.add({ group, result: 'answered or ignored', isHandled: true }, all - limited)
}

/** Sends packets and then something good. @returns what was heard; undefined where the good request had neither an answer nor a refusal */
async function exchange(stage: Stage, { name, ask, answer }: Namespace, packets: readonly Packet[]): Promise<string[] | undefined> {
  const raw = await join(stage, name)
  if (raw === undefined) return undefined
  for (const frame of packets.flatMap(({ frames }) => frames)) raw.send(frame)
  raw.send(`42${name},${JSON.stringify(ask)}`)
  const isAnswered = await frameFrom(raw, (text) => text.startsWith(`42${name},["${answer}"`)).then(
    () => true,
    () => false,
  )
  const isWhole = isAnswered && (await isSettled(raw))
  raw.end()
  // A user has one share on all connections: where others have spent it, the good request is refused in words.
  const isLimited = raw.heard.some((text) => text.includes('"rate_limited"'))
  return isWhole || isLimited ? raw.heard : undefined
}

/** One round trip of the connection: what was sent before it has been read. */
function isSettled(raw: RawSocket): Promise<boolean> {
  const from = raw.heard.length
  raw.send('40/nowhere,')
  return frameFrom(raw, (text) => text.startsWith('44/nowhere,'), from).then(
    () => true,
    () => false,
  )
}

/** Sends what Socket.IO cannot read; its connection may be ended, and no other. */
export async function attackProtocol(stage: Stage, count: number): Promise<void> {
  const packets = fc.sample(malformedPackets, { numRuns: 1_000, seed: stage.seed })
  let left = count
  await inLanes(
    4,
    () => left > 0 && stage.isOn(),
    async () => {
      left -= MALFORMED_A_CONNECTION
      const raw = await join(stage, NAMESPACES[left % 2]?.name ?? '/live')
      if (raw === undefined) return
      const some = Array.from({ length: MALFORMED_A_CONNECTION }, (_, index) => packets[(left + index + 7_000_000) % packets.length])
      for (const frame of some.flatMap((packet) => packet?.frames ?? [])) raw.send(frame)
      const goesOn = await isSettled(raw)
      stage.tally.add({ group: 'sockets, malformed', result: goesOn ? 'goes on' : 'ended', isHandled: true }, MALFORMED_A_CONNECTION)
      raw.end()
    },
  )
}
