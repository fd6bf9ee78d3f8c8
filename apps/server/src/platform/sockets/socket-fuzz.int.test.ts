import { itemAt } from '@aerie/core/item-at'
import { frameFrom, joinNamespace, type RawSocket, rawSocket } from '@aerie/testkit/raw-socket'
import { hostileEvents, malformedPackets, type Packet } from '@aerie/testkit/socket-packets'
import { agentCommands } from '@aerie/wire/agent/agent'
import { liveCommands } from '@aerie/wire/market/live-socket'
import { MIRROR_VERSION, mirrorCommands } from '@aerie/wire/workspace/mirror'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { testApp } from '../../../test/app.ts'

/** Maximum packets per connection, below the burst limit; then the minimum over all connections. */
const PACKETS = 40
const LEAST_PACKETS = 10_000
const CONNECTIONS = 560
/** Below the burst limit per user (socket-limits.ts): a rate-limited command exercises nothing. */
const COMMANDS_A_USER = 220
const PATIENCE = { timeout: 300_000 } as const
const SEED = 20_260_115

type Commands = Readonly<Record<string, z.core.$ZodType>>
type Namespace = {
  readonly name: string
  readonly commands: Commands
  readonly ask: string
  readonly answer: string
}
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const NAMESPACES: readonly Namespace[] = [
  { name: '/live', commands: liveCommands, ask: '42/live,["assets",{"page":1,"size":10}]', answer: '42/live,["assets"' },
  { name: '/agent', commands: agentCommands, ask: '42/agent,["conversations"]', answer: '42/agent,["conversations"' },
  {
    name: '/mirror',
    commands: mirrorCommands,
    ask: `42/mirror,["publish",{"term":0,"seq":1,"body":{"type":"cursor","cursor":1}}]`,
    answer: '42/mirror,["error"',
  },
  { name: '/messages', commands: {}, ask: '42/messages,["hello"]', answer: '42/messages,["error"' },
]
const SHARES: Readonly<Record<string, number>> = { '/live': 0.35, '/agent': 0.25, '/mirror': 0.3, '/messages': 0.1 }

let app: Awaited<ReturnType<typeof testApp>>
let url: string
let sent = 0
let tokens: { readonly token: string; left: number }[] = []
const thrown: unknown[] = []
const keepThrown = (error: unknown): void => void thrown.push(error)
let before: NodeJS.UncaughtExceptionListener[] = []

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' })
  url = await app.listen()
  app.mail.start()
  await app.market.start()
  // The test runner would only record it; here it is a failure.
  before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', keepThrown)
})
afterAll(async () => {
  process.removeAllListeners('uncaughtException')
  for (const listener of before) process.on('uncaughtException', listener)
  await app.close()
})

/** Signs up and verifies as one browser: cookies of the first response go with the second request. */
async function signUp(number: number): Promise<string> {
  const email = `fuzz.${number}@example.org`
  const remoteAddress = `192.0.2.${number % 250}`
  const post = (path: string, payload: object, cookies: Record<string, string> = {}) =>
    app.app.inject({ method: 'POST', url: `/api/v1/auth/${path}`, payload, cookies, remoteAddress })
  const accepted = await post('signup', { email, password: 'tangerine otter lamp 88', first_name: 'Ada', last_name: 'Lovelace' })
  const code = await vi.waitFor(async () => {
    const outbox = await app.app.inject({ url: '/dev/outbox', headers: { host: 'localhost' } })
    const mails = z.parse(z.array(z.object({ to: z.string(), text: z.string() })), outbox.json())
    return z.parse(z.string(), /\b\d{6}\b/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0])
  })
  const cookies = Object.fromEntries(accepted.cookies.map(({ name, value }) => [name, value]))
  const verified = await post('verify', { email, code }, cookies)
  return verified.json<{ data: { token: string } }>().data.token
}

let users = 0
async function tokenFor(commands: number): Promise<string> {
  const found = tokens.find(({ left }) => left >= commands)
  if (found !== undefined) {
    found.left -= commands
    return found.token
  }
  users += 1
  const token = await signUp(users)
  tokens = [{ token, left: COMMANDS_A_USER - commands }]
  return token
}

const schemaOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
const eventsOf = ({ name, commands }: Namespace) =>
  hostileEvents(name, Object.fromEntries(Object.entries(commands).map(([command, schema]) => [command, schemaOf(schema)])), {
    symbols: [['BTC', 'ETH']],
    symbol: ['BTC'],
    conversation: [uuid(1)],
    term: [0, 1],
  })

/** Whether an event must be answered by `error`: unknown name, or a message that violates its schema. */
function isBad({ commands }: Namespace, { event }: Packet): boolean {
  if (event === undefined) return false
  const schema = Object.hasOwn(commands, event.name) ? commands[event.name] : undefined
  if (schema === undefined) return true
  const [text] = event.args
  return !z.safeParse(schema, text === undefined ? undefined : JSON.parse(text)).success
}

const errorsIn = ({ received }: RawSocket, { name }: Namespace): number =>
  received.filter((text) => text.startsWith(`42${name},["error"`)).length

/** As a user where one is required; guests have a limit per connection. */
async function openIn({ name }: Namespace, commands = 2): Promise<RawSocket> {
  const raw = await rawSocket(url)
  await joinNamespace(raw, name, name === '/live' ? undefined : await tokenFor(commands))
  return raw
}

/** Called twice: an event is handled a tick after its packet is read, a refused namespace is not. */
async function roundTrip(raw: RawSocket): Promise<void> {
  const from = raw.received.length
  raw.send('40/nowhere,')
  await frameFrom(raw, (text) => text.startsWith('44/nowhere,'), from)
}

async function ask(raw: RawSocket, { ask: request, answer }: Namespace): Promise<boolean> {
  const from = raw.received.length
  raw.send(request)
  try {
    await roundTrip(raw)
    await roundTrip(raw)
    await frameFrom(raw, (text) => text.startsWith(answer), from)
    return true
  } catch {
    return false
  }
}

/** Sends the packets, then a valid request, as packets of a connection are read in order. @returns the faults */
async function faultsOf(namespace: Namespace, packets: readonly Packet[]): Promise<string[]> {
  const raw = await openIn(namespace, packets.length + 1)
  thrown.length = 0
  for (const frame of packets.flatMap(({ frames }) => frames)) raw.send(frame)
  sent += packets.length
  const expected = packets.filter((packet) => isBad(namespace, packet)).length
  const isAnswered = await ask(raw, namespace)
  const reported = errorsIn(raw, namespace)
  raw.end()
  return [
    ...thrown.map((error) => `the process would have ended: ${String(error)}`),
    ...(isAnswered ? [] : ['a good request was not answered afterwards']),
    ...(reported < expected ? [`${expected} were bad, and ${reported} were answered by error`] : []),
  ]
}

it.each(NAMESPACES)(
  'survives hostile events on $name, responds to each bad one with an error, and continues',
  PATIENCE,
  async (namespace) => {
    const witness = await openIn(namespace)
    const numRuns = Math.round(CONNECTIONS * (SHARES[namespace.name] ?? 0))
    const packets = fc.array(eventsOf(namespace), { minLength: 1, maxLength: PACKETS, size: 'max' })
    const property = fc.asyncProperty(packets, async (some) => {
      expect(await faultsOf(namespace, some)).toEqual([])
    })
    await fc.assert(property, { seed: SEED, numRuns })
    expect(await ask(witness, namespace)).toBe(true)
    witness.end()
  },
)

it('has sent at least the intended number of packets', () => expect(sent).toBeGreaterThanOrEqual(LEAST_PACKETS))

it('disconnects at most the client that sends what Socket.IO cannot parse', PATIENCE, async () => {
  const live = itemAt(NAMESPACES, 0)
  const witness = await openIn(live)
  const property = fc.asyncProperty(fc.array(malformedPackets, { minLength: 1, maxLength: 5 }), async (packets) => {
    thrown.length = 0
    const raw = await openIn(live)
    for (const frame of packets.flatMap(({ frames }) => frames)) raw.send(frame)
    await ask(raw, live)
    raw.end()
    expect(thrown).toEqual([])
  })
  await fc.assert(property, { seed: SEED, numRuns: 300 })
  expect(await ask(witness, live)).toBe(true)
  witness.end()
})

it('survives the packets that once crashed it', async () => {
  const mirror = itemAt(NAMESPACES, 2)
  const join: Packet = { frames: ['42/mirror,7["join"]'], event: { name: 'join', args: [] } }
  const brackets = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const deep: Packet = { frames: [`42/mirror,["publish",${brackets}]`], event: { name: 'publish', args: [brackets] } }
  expect(await faultsOf(mirror, [join])).toEqual([])
  expect(await faultsOf(mirror, [deep])).toEqual([])
  const good = await openIn(mirror)
  good.send(`42/mirror,["join",{"v":${MIRROR_VERSION},"session":"${uuid(1)}"}]`)
  expect(await frameFrom(good, (text) => text.startsWith('42/mirror,["lease"'))).toContain(uuid(1))
  good.end()
})
