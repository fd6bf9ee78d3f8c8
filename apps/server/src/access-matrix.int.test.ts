import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DAY_MS, systemClock } from '@aerie/core/time'
import { agentCommands } from '@aerie/wire/agent/agent'
import { TOKEN_SCOPES } from '@aerie/wire/endpoint'
import { liveCommands } from '@aerie/wire/market/live-socket'
import { messagesCommands } from '@aerie/wire/market/market-data'
import { mirrorCommands } from '@aerie/wire/workspace/mirror'
import { eq } from 'drizzle-orm'
import { io as connect, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask, type Operation, operationsOf, verdict } from '../test/access-matrix.ts'
import { ownedBy } from '../test/access-owned.ts'
import {
  type Access,
  GUEST_NAMESPACES,
  OUTSIDERS,
  PEOPLE,
  type Person,
  ROUTE_ACCESS,
  SOCKET_ACCESS,
  tokenVerdictOf,
  verdictOf,
} from '../test/access-rows.ts'
import { PASSWORD } from '../test/account-app.ts'
import { testAdministration } from '../test/administration.ts'
import { testApp } from '../test/app.ts'
import { sessions, users } from './platform/db/schema/accounts.ts'

type Aerie = Awaited<ReturnType<typeof testApp>>
type Someone = { readonly id: string; readonly token: string }
let aerie: Aerie
let operations: Operation[]
let url: string
const people = new Map<Person, string>()
const apiTokens = new Map<string, string>()
let ada: Someone
let bob: Someone

const ACCOUNT_STATUS: Readonly<Record<Exclude<Person, 'guest'>, Partial<typeof users.$inferInsert>>> = {
  claw: {},
  IPC: { subscription: 'IPC', grantedSubscription: 'IPC' },
  gold: { goldTierHolder: true },
  VIP: { isVip: true },
  unconfirmed: { isConfirmed: false },
  inactive: { isActive: false },
}

const logIn = async (email: string): Promise<Someone> => {
  const answer = await aerie.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password: PASSWORD } })
  const { token, user } = answer.json<{ data: { token: string; user: { user_id: string } } }>().data
  return { id: user.user_id, token }
}
const newUser = async (name: string): Promise<Someone> => {
  const administration = testAdministration(aerie.database.db)
  await administration.create({ email: `${name}@example.org`, password: PASSWORD, firstName: 'A', lastName: 'B' })
  return logIn(`${name}@example.org`)
}
const newApiToken = async (token: string, scopes: readonly string[]) => {
  const payload = { name: 'matrix', scopes, expires_at: new Date(systemClock.now() + DAY_MS).toISOString() }
  const made = await aerie.app.inject({
    method: 'POST',
    url: '/api/v1/account/tokens',
    headers: { authorization: `Bearer ${token}` },
    payload,
  })
  return made.json<{ data: { id: string; token: string } }>().data
}

const statusOf = async (token = '') =>
  (await aerie.app.inject({ url: '/api/v1/account', headers: { authorization: `Bearer ${token}` } })).statusCode

beforeAll(async () => {
  aerie = await testApp({}, { openWaitMs: 50 })
  url = await aerie.listen()
  operations = await operationsOf(aerie)
  for (const person of [...PEOPLE, ...OUTSIDERS]) {
    if (person === 'guest') continue
    const { id, token } = await newUser(person.toLowerCase())
    await aerie.database.db
      .update(users)
      .set({ ...ACCOUNT_STATUS[person], updatedAt: new Date() })
      .where(eq(users.id, id))
    people.set(person, token)
  }
  // Session state may be cached for up to five seconds: wait until the server rejects each outsider.
  for (const person of OUTSIDERS) await vi.waitFor(async () => expect(await statusOf(people.get(person))).toBe(401), { interval: 250 })
  ada = await newUser('ada')
  bob = await newUser('bob')
  for (const scope of TOKEN_SCOPES) apiTokens.set(scope, (await newApiToken(ada.token, [scope])).token)
})
afterAll(() => aerie.close())

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
const accessOf = (operation: Operation): Access => {
  const access = ROUTE_ACCESS[nameOf(operation)]
  if (access === undefined) throw new Error(`${nameOf(operation)} has no row`)
  return access
}
const asked = (): Operation[] => operations.filter((operation) => nameOf(operation) !== 'POST /api/v1/auth/logout')

/** Concurrency limit: a request that waits ten seconds for a pool connection gets 503, which says nothing about its guard. */
const AT_ONCE = 8

const compared = async (token: string | undefined, expected: (access: Access) => string) => {
  const verdicts: Record<string, string> = {}
  const rows: Record<string, string> = {}
  const judge = async (operation: Operation): Promise<void> => {
    verdicts[nameOf(operation)] = verdict(await ask(aerie, operation, token))
    rows[nameOf(operation)] = expected(accessOf(operation))
  }
  const left = asked().values()
  const judgeAll = async (): Promise<void> => {
    for (const operation of left) await judge(operation)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, judgeAll))
  return { verdicts, rows }
}

describe('the routes', () => {
  it('match the OpenAPI document: each route has a row and each row has a route', () => {
    expect(operations.map(nameOf).toSorted()).toEqual(Object.keys(ROUTE_ACCESS).toSorted())
  })

  it('declare their required authentication in the OpenAPI document', () => {
    const named = operations.map((operation) => [nameOf(operation), operation.scopes])
    const scopes: readonly string[] = TOKEN_SCOPES
    const expected = operations.map((operation) => {
      const access = accessOf(operation)
      if (access === 'public' || access === 'cookie') return [nameOf(operation), null]
      return [nameOf(operation), scopes.includes(access) ? [access] : []]
    })
    expect(named).toEqual(expected)
  })

  it.concurrent.each([...PEOPLE, ...OUTSIDERS])('respond to %s as their rows specify', async (person) => {
    const { verdicts, rows } = await compared(people.get(person), (access) => verdictOf(access, person))
    expect(verdicts).toEqual(rows)
  })

  it.concurrent.each(TOKEN_SCOPES)('respond to an API token with %s as their rows specify', async (scope) => {
    const { verdicts, rows } = await compared(apiTokens.get(scope), (access) => tokenVerdictOf(access, scope))
    expect(verdicts).toEqual(rows)
  })

  it('never let an API token log out, whatever its scopes', async () => {
    const { token } = await newApiToken(ada.token, TOKEN_SCOPES)
    const answer = await aerie.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers: { authorization: `Bearer ${token}` } })
    expect(verdict(answer)).toBe('401')
  })

  it.concurrent('require reauthentication exactly where their row specifies it, once the last proof is too old', async () => {
    const { id, token } = await newUser('long-ago')
    await aerie.database.db
      .update(sessions)
      .set({ reauthenticatedAt: new Date(0) })
      .where(eq(sessions.userId, id))
    const { verdicts, rows } = await compared(token, (access) => (access === 'proven' ? 'proof' : verdictOf(access, 'claw')))
    expect(verdicts).toEqual(rows)
  })
})

/** Resources that only a market or an exchange creates: the named test covers access by another user. */
const SHOWN_ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  '/api/v1/orders/{id}': ['areas/trading/trading.int.test.ts', 'shows an order only to its owner, and lets nobody else change it'],
  '/api/v1/journal/trips/{id}': ['areas/journal/trips/trips.int.test.ts', "shows no user another user's trips"],
  '/api/v1/account/apex/orders/{id}': ['areas/venues/apex.int.test.ts', 'deletes a key, and shows and cancels nothing of another user'],
  '/api/v1/account/apex/live-orders/{client_id}': [
    'areas/venues/live-orders.int.test.ts',
    'sends and shows nothing of another user, and wants a proof of who is there',
  ],
}

const EVERYBODYS: readonly string[] = [
  'GET /api/v1/lessons/{id}',
  'POST /api/v1/lessons/{id}/answers',
  'POST /api/v1/lessons/{id}/task',
  'GET /api/v1/copies/leaders/{id}',
  'GET /api/v1/ideas/{idea}',
  'PATCH /api/v1/ideas/{idea}',
  'GET /api/v1/ideas/{idea}/comments',
  'POST /api/v1/ideas/{idea}/comments',
]

const NAMED = /\{(?:id|idea|comment|client_id)\}/
const baseOf = ({ path }: Operation): string => /^.*?\{(?:id|idea|comment|client_id)\}/.exec(path)?.[0] ?? path

const BODIES: Readonly<Record<string, object>> = {
  'PATCH /api/v1/webhooks/{id}': { enabled: false },
  'PATCH /api/v1/alerts/{id}': { note: 'x' },
  'POST /api/v1/ideas/{idea}/addenda': { text: 'And up.' },
}

async function strangersAnswer(operation: Operation, id: string): Promise<string> {
  const { method, path } = operation
  const body = BODIES[nameOf(operation)] ?? (method === 'PATCH' ? {} : undefined)
  const payload = body && { payload: body }
  const of = ({ token }: Someone, which: string) =>
    aerie.app.inject({ method, url: path.replace(NAMED, which), headers: { authorization: `Bearer ${token}` }, ...payload })
  const foreign = await of(bob, id)
  const unknown = await of(bob, randomUUID())
  const own = await of(ada, id)
  return `${foreign.statusCode} ${foreign.body === unknown.body ? 'as unknown' : foreign.body}, ${own.statusCode === 404 ? own.body : 'there'}`
}

describe('another user', () => {
  /** Export files are authorized by their link, not by the caller: see export.int.test.ts. */
  const byId = () => operations.filter((one) => NAMED.test(one.path) && !one.path.endsWith('/file') && !EVERYBODYS.includes(nameOf(one)))
  const ownedOf = (operation: Operation) => {
    const newToken = async () => (await newApiToken(ada.token, ['market:read'])).id
    const newSession = async () => {
      const { token } = await logIn('ada@example.org')
      const listed = await aerie.app.inject({ url: '/api/v1/account/sessions', headers: { authorization: `Bearer ${token}` } })
      return listed.json<{ data: { id: string }[] }>().data[0]?.id ?? ''
    }
    const owned = ownedBy({ db: aerie.database.db, userId: ada.id, newToken, newSession })
    return owned[operation.path] ?? owned[baseOf(operation)]
  }

  it('has a row for each route that takes an id', () => {
    const missing = byId().filter((operation) => ownedOf(operation) === undefined && !(baseOf(operation) in SHOWN_ELSEWHERE))
    expect(missing.map(nameOf)).toEqual([])
  })

  it.each(Object.entries(SHOWN_ELSEWHERE))('is covered for %s by a test of that area', (_path, [file, title]) => {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(title)
  })

  it('gets the same answer for somebody else’s resource as for a missing one, and the owner still has it', async () => {
    const answers: Record<string, string> = {}
    for (const operation of byId()) {
      const make = ownedOf(operation)
      if (make !== undefined) answers[nameOf(operation)] = await strangersAnswer(operation, await make())
    }
    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, '404 as unknown, there'])))
    expect(Object.keys(answers).length).toBeGreaterThan(10)
  })
})
describe('the sockets', () => {
  const COMMANDS = { '/live': liveCommands, '/messages': messagesCommands, '/agent': agentCommands, '/mirror': mirrorCommands }
  const sockets: Socket[] = []
  afterAll(() => sockets.forEach((socket) => void socket.disconnect()))

  const open = async (namespace: string, token: string | undefined): Promise<Socket | string> => {
    const socket = connect(`${url}${namespace}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: token === undefined ? {} : { token },
    })
    sockets.push(socket)
    const { promise, resolve } = Promise.withResolvers<Socket | string>()
    socket.on('connect', () => resolve(socket)).on('connect_error', (error) => resolve(error.message))
    return await promise
  }
  const enter = async (namespace: string, token: string | undefined): Promise<string> => {
    const entered = await open(namespace, token)
    if (typeof entered === 'string') return entered
    entered.disconnect()
    return 'in'
  }

  it('match the contract: a new namespace or command needs a row', () => {
    const named = Object.fromEntries(Object.entries(SOCKET_ACCESS).map(([name, rows]) => [name, Object.keys(rows)]))
    expect(named).toEqual(Object.fromEntries(Object.entries(COMMANDS).map(([name, commands]) => [name, Object.keys(commands)])))
    const served = [...aerie.io._nsps.keys()].filter((name) => name !== '/')
    expect(served.toSorted()).toEqual(Object.keys(SOCKET_ACCESS).toSorted())
  })

  it.each(Object.keys(SOCKET_ACCESS))('%s admits whom its row specifies, and no API token', async (namespace) => {
    const refused = 'Authentication error: Invalid token'
    const isIn = (person: Person) =>
      PEOPLE.some((one) => one === person) || (person === 'guest' && GUEST_NAMESPACES.includes(namespace)) ? 'in' : refused
    const everybody = [...PEOPLE, ...OUTSIDERS]
    expect(await Promise.all(everybody.map((person) => enter(namespace, people.get(person))))).toEqual(everybody.map(isIn))
    expect(await Promise.all([...apiTokens.values()].map((token) => enter(namespace, token)))).toEqual(TOKEN_SCOPES.map(() => refused))
  })

  const payloadOf = (event: string): unknown =>
    ({
      assets: { page: 1, size: 10 },
      watch: { symbols: ['NOCOIN'] },
      board: { show: true },
      book: { symbol: 'NOCOIN' },
      // A valid token and an unlinked wallet: a permitted caller receives the "not linked" error.
      wallet_connect: { wallet: `0x${'0'.repeat(40)}`, token: ada.token },
      wallet_disconnect: { wallet: `0x${'0'.repeat(40)}`, token: ada.token },
    })[event] ?? null

  /** Sends an event, then one with two payloads (always rejected) as an end marker; resolves with the error codes before the marker. */
  const codesOf = (socket: Socket, event: string): Promise<string[]> => {
    const { promise, resolve } = Promise.withResolvers<string[]>()
    const codes: string[] = []
    const isWallet = event.startsWith('wallet_')
    socket.on('wallet_error', ({ code }: { code: string }) => resolve([...codes, code]))
    socket.on('error', ({ code, message }: { code: string; message: string }) => {
      if (!message.endsWith('a message has one payload.')) codes.push(code)
      else if (!isWallet) resolve(codes)
    })
    socket.emit(event, payloadOf(event))
    socket.emit(event, null, null)
    return promise.finally(() => socket.off('error').off('wallet_error'))
  }
  const eventVerdicts = async (namespace: string, token: string | undefined): Promise<Record<string, string>> => {
    const events = Object.keys(SOCKET_ACCESS[namespace] ?? {})
    const entered = await open(namespace, token)
    if (typeof entered === 'string') return Object.fromEntries(events.map((event) => [event, '401']))
    const verdicts: Record<string, string> = {}
    for (const event of events) verdicts[event] = (await codesOf(entered, event)).some((code) => code === 'unauthenticated') ? '401' : 'yes'
    entered.disconnect()
    return verdicts
  }
  const expectedOf = (namespace: string, isAllowed: (access: 'public' | 'session') => boolean) =>
    Object.fromEntries(Object.entries(SOCKET_ACCESS[namespace] ?? {}).map(([event, access]) => [event, isAllowed(access) ? 'yes' : '401']))

  it.each(Object.keys(SOCKET_ACCESS))('%s responds to each event as its row specifies', async (namespace) => {
    for (const person of [...PEOPLE, ...OUTSIDERS]) {
      const isGuest = person === 'guest'
      const isIn = PEOPLE.some((one) => one === person)
      expect([person, await eventVerdicts(namespace, people.get(person))]).toEqual([
        person,
        expectedOf(namespace, (access) => isIn || (isGuest && access === 'public')),
      ])
    }
    for (const [scope, token] of apiTokens)
      expect([scope, await eventVerdicts(namespace, token)]).toEqual([scope, expectedOf(namespace, () => false)])
  })
})
