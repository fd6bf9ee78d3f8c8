import { hostileEvents, malformedPackets, type Packet } from '@aerie/testkit/socket-packets'
import fc from 'fast-check'
import { type Burst, enter, isSettled, isTokenRefused, sendBurst } from './burst.ts'
import { NAMESPACES, type Namespace } from './namespaces.ts'
import { renew } from './people.ts'
import { inLanes, type Stage } from './stage.ts'

const LANES = 10
/** Packets per connection: below the flood guard's burst limit, so that none is dropped. */
const PACKETS = 40
const BATCH = 200
const MALFORMED_A_CONNECTION = 4

/** Sends hostile events on every namespace; each handful uses another user and address. */
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

/** @returns undefined if the user is logged out, or on no result, which is a fault */
async function asSomebody<T>(stage: Stage, namespace: string, open: (token: string) => Promise<T>): Promise<T | undefined> {
  const person = stage.people[stage.tally.inputs() % stage.people.length]!
  try {
    await person.renewing
    return await open(person.token)
  } catch (error) {
    // Logged out by another input, or expired: the next connection has a new token.
    if (isTokenRefused(error)) await renew(stage.server, person)
    else if (stage.isOn()) stage.tally.fault(`no connection to ${namespace}`, String(error))
    return undefined
  }
}

async function sendEvents(stage: Stage, namespace: Namespace, packets: readonly Packet[]): Promise<void> {
  const sentText = packets.map(({ frames }) => String(frames[0]).slice(0, 200)).join(' | ')
  const started = performance.now()
  const burst = await sendUntilRead(stage, namespace, packets)
  if (burst === undefined) return
  stage.tally.time(performance.now() - started, `${PACKETS} packets on ${namespace.name}`)
  if (burst.ending === 'lost' && stage.isOn())
    stage.tally.fault(`${namespace.name}: no answer to a good request after bad ones`, `${burst.why} | ${sentText}`)
  if (burst.received.some((text) => text.includes('"internal"'))) stage.tally.fault(`${namespace.name}: an error "internal"`, sentText)
  count(stage, namespace.name, burst)
}

/**
 * Another input's logout ends a connection legitimately: the packets are then sent by another user. @returns undefined once the attack is
 * over
 */
async function sendUntilRead(stage: Stage, namespace: Namespace, packets: readonly Packet[]): Promise<Burst | undefined> {
  let burst: Burst | undefined
  while (stage.isOn() && (burst === undefined || burst.ending === 'logged out')) {
    const { url } = stage.server
    burst = await asSomebody(stage, namespace.name, (token) => sendBurst({ url, token }, namespace, packets))
    if (burst?.ending === 'logged out') count(stage, namespace.name, burst)
  }
  return burst
}

/** Packets without any response before a disconnect are not counted as tried. */
function count({ tally }: Stage, group: string, { received, ending }: Burst): void {
  const limited = received.filter((text) => text.includes('"rate_limited"')).length
  const untried = ending === 'answered' ? Math.min(limited, PACKETS) : PACKETS
  if (untried > 0) tally.add({ group, result: ending === 'answered' ? 'limited' : ending, isHandled: false }, untried)
  if (PACKETS > untried) tally.add({ group, result: 'answered or ignored', isHandled: true }, PACKETS - untried)
}

/** Sends packets that Socket.IO cannot parse; only their own connection may be closed. */
export async function attackProtocol(stage: Stage, count: number): Promise<void> {
  const packets = fc.sample(malformedPackets, { numRuns: 1_000, seed: stage.seed })
  let left = count
  await inLanes(
    4,
    () => left > 0 && stage.isOn(),
    async () => {
      left -= MALFORMED_A_CONNECTION
      const namespace = NAMESPACES[left % 2]?.name ?? '/live'
      const raw = await asSomebody(stage, namespace, (token) => enter({ url: stage.server.url, token }, namespace))
      if (raw === undefined) return
      const some = Array.from({ length: MALFORMED_A_CONNECTION }, (_, index) => packets[(left + index + 7_000_000) % packets.length])
      for (const frame of some.flatMap((packet) => packet?.frames ?? [])) raw.send(frame)
      const goesOn = await isSettled(raw)
      stage.tally.add({ group: 'sockets, malformed', result: goesOn ? 'goes on' : 'ended', isHandled: true }, MALFORMED_A_CONNECTION)
      raw.end()
    },
  )
}
