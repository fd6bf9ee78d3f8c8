import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { defined } from '@aerie/core/defined'
import { freePort } from '@aerie/testkit/free-port'
import { ACCESS_TOKEN_SECONDS } from '@aerie/wire/account/accounts'
import type { OwnLeader } from '@aerie/wire/copies'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { MIRROR_VERSION } from '@aerie/wire/workspace/mirror'
import { io as connect, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PASSWORD } from '../test/account-app.ts'
import { testAdministration } from '../test/administration.ts'
import { openWindow } from '../test/agent-window.ts'
import { type TestDatabase, testDatabase } from '../test/database.ts'
import { stop } from '../test/killed-server.ts'
import { programEnv, programFlags } from '../test/program-env.ts'
import { type TestRedis, testRedis } from '../test/redis-server.ts'
import { type Relay, relay } from '../test/relay.ts'
import { verifyChain } from './areas/forecast/service.ts'
import { rebuildJournal } from './areas/journal/index.ts'
import { rebuildAll } from './areas/trading/index.ts'
import { accountForPostgres } from './platform/db/embedded/os-account.ts'

/** As built: it starts in a third of the processor time. */
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const WAIT = { timeout: 240_000, interval: 100 }
const SECRET_KEY = 'one-key-for-all-processes-of-this-test'

/** A lease lasts 5 s without renewal. */
const PAUSED_MS = 8_000
/** `npm run faults` kills more often. */
const KILLS = Number(process.env.CLUSTER_KILLS ?? 4)
const ORDER_EVERY_MS = Math.max(200, KILLS / 4)
/** A conversation has at most 500 questions. */
const QUESTION_EVERY_MS = Math.max(1_000, 20 * KILLS)

/** What a fault run found, each in words. */
type Found = { readonly lost: readonly string[]; readonly doubled: readonly string[]; readonly violations: readonly string[] }
const together = (...all: readonly Found[]): Found => ({
  lost: all.flatMap(({ lost }) => lost),
  doubled: all.flatMap(({ doubled }) => doubled),
  violations: all.flatMap(({ violations }) => violations),
})
const NOTHING: Found = { lost: [], doubled: [], violations: [] }
/** A full disk needs a file system of its own, which only root may mount. */
const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0
const FAULTS = [
  'kills',
  'pauses',
  'cuts',
  'dropped',
  'away',
  'redis',
  'clocks',
  'update',
  ...(CAN_MOUNT ? (['disk'] as const) : []),
] as const
/** `npm run faults`; `npm test` leaves out the slowest faults. */
const IS_LONG_RUN = process.env.FAULTS_REPORT !== undefined
/** Of those that were made and counted. */
const found: Partial<Record<(typeof FAULTS)[number], Found>> = {}
let kills = 0

/** For scripts/faults.mjs. A run that stopped before it counted makes the sums unknown. */
function writeReport(): void {
  if (process.env.FAULTS_REPORT === undefined) return
  const known = FAULTS.map((fault) => found[fault]).filter((one) => one !== undefined)
  const count = (kind: keyof Found): number | null => (known.length < FAULTS.length ? null : together(...known)[kind].length)
  const report = { kills, lost: count('lost'), doubled: count('doubled'), violations: count('violations') }
  writeFileSync(process.env.FAULTS_REPORT, JSON.stringify(report))
}

type Role = 'web' | 'worker'
type Node = {
  readonly url: string
  readonly child: ChildProcess
  errors: string
  readonly start: (env?: Readonly<Record<string, string>>) => void
  /** Its connections to the servers. */
  readonly links: { readonly PostgreSQL: Relay; readonly Redis: Relay }
}

let database: TestDatabase
let redis: TestRedis
let web: readonly [Node, Node]
let workers: readonly [Node, Node]
/** Ada, whose orders Bob copies, and others: by the random ends of their ids, some of them trade at the other worker. */
const TRADERS = ['ada', 'carol', 'dave', 'erin', 'frank', 'grace'] as const
/** By user. */
const sessions = new Map<string, { readonly token: string; readonly until: number }>()
const folders: string[] = []

async function startNode(role: Role): Promise<Node> {
  const folder = mkdtempSync(join(tmpdir(), `aerie-${role}-`))
  folders.push(folder)
  const port = await freePort()
  const socket = { path: `${new URL(database.url).searchParams.get('host')}/.s.PGSQL.5432` }
  const links = { PostgreSQL: await relay(socket), Redis: await relay({ port: Number(new URL(redis.url).port) }) }
  const urls = { DATABASE_URL: databaseAt(links.PostgreSQL), REDIS_URL: `redis://127.0.0.1:${links.Redis.port}` }
  const settings = { PORT: `${port}`, DATA_DIR: folder, ...urls, ROLE: role, SECRET_KEY, MARKET_SOURCE: 'sim', LOG_LEVEL: 'error' }
  const spawned = (given: Readonly<Record<string, string>> = {}) => {
    const env = { ...programEnv(), ...settings, ...given }
    const child = spawn(process.execPath, [...programFlags(), MAIN], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.on('data', (chunk: Buffer) => {
      node.errors = `${node.errors}${chunk.toString()}`.slice(-2_000)
    })
    return child
  }
  const node: Node = {
    url: `http://127.0.0.1:${port}`,
    errors: '',
    get child() {
      return child
    },
    start: (env) => {
      child = spawned(env)
    },
    links,
  }
  let child = spawned()
  return node
}

function databaseAt({ port }: Relay): string {
  const url = new URL(database.url)
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = `${port}`
  return url.href
}

/** @returns what is not ready; empty if all is */
const missing = ({ url, child, errors }: Node): Promise<string> =>
  fetch(`${url}/readyz`).then(
    async (answer) => (answer.ok ? '' : answer.text()),
    () => `no connection, exit code ${child.exitCode}: ${errors}`,
  )
const ready = (...nodes: readonly Node[]) =>
  vi.waitFor(async () => expect(await Promise.all(nodes.map(missing))).toEqual(nodes.map(() => '')), WAIT)

beforeAll(async () => {
  ;[database, redis] = await Promise.all([testDatabase(), testRedis()])
  // The first worker reads the market and trades, the second stands by.
  workers = [await startNode('worker'), await startNode('worker')]
  web = [await startNode('web'), await startNode('web')]
  await ready(...workers, ...web)
  for (const name of TRADERS) await createUser(name)
})
afterAll(async () => {
  writeReport()
  for (const { child } of [...web, ...workers]) if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGTERM')
  for (const { links } of [...web, ...workers]) for (const link of Object.values(links)) link.close()
  redis.kill()
  await database.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function createUser(name: string): Promise<void> {
  await testAdministration(database.db).create({ email: emailOf(name), password: PASSWORD, firstName: name, lastName: 'L' })
}
const emailOf = (name: string): string => `${name}@example.com`

/** Logs in again before the last token ends: a run takes hours. */
async function tokenOf(name: string): Promise<string> {
  const known = sessions.get(name)
  if (known !== undefined && performance.now() < known.until) return known.token
  const body = JSON.stringify({ email: emailOf(name), password: PASSWORD })
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const answer = await post(web[attempt % 2 === 0 ? 0 : 1], '/auth/login', body).catch(() => undefined)
    if (answer?.status === 200) {
      const { data } = (await answer.json()) as { data: { token: string } }
      sessions.set(name, { token: data.token, until: performance.now() + (ACCESS_TOKEN_SECONDS * 1_000) / 2 })
      return data.token
    }
    await sleep(100)
  }
  throw new Error(`${name} could not log in`)
}

const post = (node: Node, path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${node.url}/api/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

type Sender = { readonly method?: 'PUT'; readonly as?: string | { readonly token: string } }

async function ask<T>(
  node: Node,
  path: string,
  body?: object,
  { method, as = 'ada' }: Sender = {},
): Promise<{ readonly status: number; readonly data: T }> {
  const { token } = typeof as === 'string' ? { token: await tokenOf(as) } : as
  const answer = await fetch(`${node.url}/api/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...((await answer.json()) as { data: T }) }
}

const SMALL = { symbol: 'BTC', size: '0.0005' }
/** Of a coin of its own: a copy follows positions that were opened after it began. */
const COPIED = { symbol: 'ETH', size: '0.2' }

type Refusal = number | 'no connection'
type OrderAnswer = { readonly status: number; readonly data?: TradingOrder; readonly order?: TradingOrder }
/** @returns the order if it was stored, as one is that a new holder rejects because its book is stale */
async function sendOrder(node: Node, clientId: string, order: object = SMALL, as: string = 'ada') {
  const body = { client_id: clientId, side: 'buy', type: 'market', leverage: 5, ...order }
  const answer: OrderAnswer = await ask<TradingOrder>(node, '/orders', body, { as })
  return { status: answer.status, order: answer.data ?? answer.order }
}

/** Sends the same id to the web processes in turn until it is answered, as a client does. @returns the order, and what came before it */
async function place(
  node: Node,
  clientId: string,
  order: object = SMALL,
  as: string = 'ada',
): Promise<{ readonly order: TradingOrder; readonly refusals: readonly Refusal[] }> {
  const refusals: Refusal[] = []
  const turns = [node, ...web.filter((one) => one !== node)]
  const until = performance.now() + WAIT.timeout
  while (performance.now() < until) {
    const answer = await sendOrder(defined(turns[refusals.length % turns.length]), clientId, order, as).catch(() => undefined)
    if (answer?.order !== undefined) return { order: answer.order, refusals }
    refusals.push(answer?.status ?? 'no connection')
    await sleep(100)
  }
  throw new Error(`the order ${clientId} was never answered: ${refusals.slice(-5).join(', ')}`)
}

const rowsOf = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.db.$client.query<Row>(text, values)).rows
/** The orders that were sent, not those of Bob's copy. */
const ordersOf = async (): Promise<string[]> => {
  const rows = await rowsOf<{ client_id: string }>(`
    select client_id from trading_orders join trading_accounts a on a.id = account_id join users on users.id = a.user_id
    where email <> 'bob@example.com' order by client_id`)
  return rows.map(({ client_id }) => client_id)
}
/** @returns false if the condition did not become true in time; the comparison that follows shows the difference */
const reached = (isTrue: () => Promise<boolean>): Promise<boolean> =>
  vi
    .waitFor(async () => expect(await isTrue()).toBe(true), WAIT)
    .then(
      () => true,
      () => false,
    )
const badge = async (node: Node): Promise<string> => (await ask<{ market: { badge: string } }>(node, '/status')).data.market.badge

/** Each expected id must be stored once, and no other. */
function compare(expected: readonly string[], stored: readonly string[]): Found {
  const known = new Set(expected)
  const times = Map.groupBy(stored, (id) => id)
  return {
    lost: expected.filter((id) => !times.has(id)),
    doubled: [...times].filter(([, all]) => all.length > 1).map(([id]) => id),
    violations: [...times.keys()].filter((id) => !known.has(id)).map((id) => `${id} was not asked for`),
  }
}

/** Books that do not balance. */
async function bookFaults(): Promise<Found> {
  const violations = [
    ...(await rebuildAll(database.db)).differences,
    ...(await rebuildJournal(database.db)).differences,
    ...(await rowsOf('select account_id as unbalanced from trading_balances group by account_id having sum(amount) <> 0')),
    ...(await rowsOf('select account_id as numbers_with_gaps from trading_events group by account_id having max(seq) <> count(*)')),
  ]
  return { lost: [], doubled: [], violations: violations.map((one) => JSON.stringify(one)) }
}
/** After a fault: each order must be stored once, and the books must balance. */
const orderFaults = async (expected: readonly string[]): Promise<Found> => together(compare(expected, await ordersOf()), await bookFaults())

it('serves the market of a worker on every web process, and requests on those only', async () => {
  await expect.poll(async () => [await badge(web[0]), await badge(web[1])], WAIT).toEqual(['SIMULATED', 'SIMULATED'])
  // Stored by the worker, and read from the database by the web processes.
  const hours = async (node: Node) => (await ask<unknown[]>(node, '/candles/BTC?interval=1h&limit=500')).data?.length
  await expect.poll(async () => [await hours(web[0]), await hours(web[1])], WAIT).toEqual([500, 500])
  expect((await fetch(`${workers[0].url}/api/v1/status`)).status).toBe(404)
  const { rows } = await database.db.$client.query<{ name: string; holders: number }>(
    "select name, count(distinct holder)::int as holders from duties where until > now() and name in ('feed', 'broker', 'alerts', 'copy') group by name",
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['alerts', 'broker', 'copy', 'feed'])
  const slots = "select count(*)::int as slots from duties where until > now() and name like 'broker:%' group by holder"
  await expect.poll(() => rowsOf(slots), WAIT).toEqual([{ slots: 8 }, { slots: 8 }])
})

it('sends the result of a call to the sockets of its session at the other web process, before and after they connect', async () => {
  const ids: string[] = []
  const askPrice = async (): Promise<void> => {
    const { data } = await ask<{ message_id: string }>(web[0], '/info?command=info&payload=BTC')
    ids.push(data.message_id)
  }
  await askPrice()
  const received: string[] = []
  const socket = connect(`${web[1].url}/messages`, { transports: ['websocket'], auth: { token: await tokenOf('ada') }, forceNew: true })
  socket.on('message', ({ message_id }: { message_id: string }) => received.push(message_id))
  try {
    await expect.poll(() => received, WAIT).toEqual(ids)
    await askPrice()
    await expect.poll(() => received, WAIT).toEqual(ids)
  } finally {
    socket.disconnect()
  }
})

it('carries an order out once, through whichever web process it is sent, and notifies the trader at each', async () => {
  const token = await tokenOf('ada')
  const pages = web.map(({ url }) => connect(`${url}/messages`, { transports: ['websocket'], auth: { token }, forceNew: true }))
  const fills = pages.map(() => 0)
  for (const [at, page] of pages.entries()) {
    page.on('notify', ({ kind }: { kind: string }) => {
      if (kind === 'fill') fills[at] = (fills[at] ?? 0) + 1
    })
    await expect.poll(() => page.connected, WAIT).toBe(true)
  }
  const first = await place(web[0], 'through-both')
  const again = await place(web[1], 'through-both')
  expect(again.order.id).toBe(first.order.id)
  expect(await ordersOf()).toEqual(['through-both'])
  const positions = async () => (await ask<{ symbol: string }[]>(web[1], '/positions')).data.map(({ symbol }) => symbol)
  await expect.poll(positions, WAIT).toEqual(['BTC'])
  await expect.poll(() => fills, WAIT).toEqual([1, 1])
  for (const page of pages) page.disconnect()
})

/** Orders and questions one after the other, each sent to the web processes in turn until it is answered. */
function startTraffic(conversation: string) {
  const refusals: Record<string, number> = {}
  const orders: string[] = []
  const questions: string[] = []
  let longestMs = 0
  let isOver = false
  const turns = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !isOver; n += 1) await work(n)
  }
  const trade = async (n: number): Promise<void> => {
    const client_id = `load-${String(n).padStart(5, '0')}`
    const begun = performance.now()
    const side = n % (2 * TRADERS.length) < TRADERS.length ? 'buy' : 'sell'
    const answer = await place(n % 2 === 0 ? web[0] : web[1], client_id, { ...COPIED, side }, TRADERS[n % TRADERS.length])
    for (const one of answer.refusals) refusals[one] = (refusals[one] ?? 0) + 1
    longestMs = Math.max(longestMs, performance.now() - begun)
    orders.push(client_id)
    await sleep(ORDER_EVERY_MS)
  }
  const question = async (n: number): Promise<void> => {
    const id = randomUUID()
    const hasReply = async () => (await rowsOf('select 1 from agent_messages where reply_to = $1', [id])).length > 0
    const begun = performance.now()
    for (let attempt = n; !(await hasReply()); attempt += 1) {
      if (performance.now() - begun > WAIT.timeout) throw new Error(`the question ${n} was never answered`)
      const { url } = attempt % 2 === 0 ? web[0] : web[1]
      const token = await tokenOf('ada')
      const socket = connect(`${url}/agent`, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
      socket.emit('message', { conversation, text: 'What is the price of BTC?', id })
      for (let look = 0; look < 20 && !(await hasReply()); look += 1) await sleep(200)
      socket.disconnect()
    }
    questions.push(id)
    await sleep(QUESTION_EVERY_MS)
  }
  const running = Promise.all([turns(trade), turns(question)])
  // Awaited by `stop`.
  running.catch(() => undefined)
  return {
    /** Resolves once an order that was sent after this call is acknowledged. */
    next: async (): Promise<void> => {
      const before = orders.length
      await vi.waitFor(() => expect(orders.length).toBeGreaterThan(before + 1), WAIT)
    },
    stop: async () => {
      isOver = true
      await running
      return { orders, questions, seen: { orders: orders.length, questions: questions.length, refusals, longestMs: Math.round(longestMs) } }
    },
  }
}

it(`has every order, copy, alert and answer once after ${KILLS} kill -9 in turn under load`, {
  timeout: 120_000 + KILLS * 60_000,
}, async () => {
  await createUser('bob')
  await place(web[0], 'before-load')
  // Market orders are acknowledged before they are filled: the alert below is for later orders.
  expect(
    await reached(async () => (await rowsOf("select 1 from trading_orders where client_id = 'before-load' and is_done")).length > 0),
  ).toBe(true)
  const { data: leader } = await ask<OwnLeader>(web[0], '/copies/leader', { name: 'Ada', about: '' }, { method: 'PUT' })
  const limits = { per_trade_limit: '100000', daily_loss_limit: '9000', total_loss_limit: '9000', max_move_bps: 1_000, late_s: 300 }
  const copy = { leader: leader?.id, allocation: '2000', ...limits }
  // 409 if it was made, but answered too late.
  const begin = async () => (await ask(web[0], '/copies', copy, { as: 'bob' })).status
  await expect.poll(begin, { timeout: 60_000, interval: 1_000 }).toSatisfy((status) => status === 201 || status === 409)
  const rule = { kind: 'order_filled', repeat: 'every', channels: ['app'] }
  expect(await ask(web[0], '/alerts', rule)).toMatchObject({ status: 201 })
  const windows: Socket[] = []
  const { _id: conversation } = await openWindow(web[0].url, await tokenOf('ada'), windows).begin()
  for (const window of windows) window.disconnect()

  const traffic = startTraffic(conversation)
  const nodes = [workers[0], web[0], workers[1], web[1]] as const
  // Each alone, until another has taken over; then a worker and a web process at once, which start again at once.
  const rounds = [...nodes.map((node) => [node]), [workers[0], web[1]], [workers[1], web[0]]] as const
  for (let round = 0; kills < KILLS; round += 1) {
    const killed = defined(rounds[round % rounds.length])
    await Promise.all(killed.map(({ child }) => stop(child, 'SIGKILL')))
    kills += killed.length
    if (killed.length === 1) await traffic.next()
    for (const node of killed) node.start()
    await ready(...nodes)
    await traffic.next()
  }
  const { orders, questions, seen } = await traffic.stop()
  if (process.env.CLUSTER_KILLS !== undefined) console.log(`${KILLS} kills:`, seen)

  const stored = (await ordersOf()).filter((id) => id.startsWith('load-'))
  const answers = await rowsOf<{ id: string; replies: number; copies: number }>(
    `select id, count(*)::int as copies, (select count(*)::int from agent_messages r where r.reply_to = q.id) as replies
     from agent_messages q where id = any($1) group by id`,
    [questions],
  )
  const timesOf = ({ id, replies, copies }: (typeof answers)[number]) =>
    Array.from({ length: Math.min(replies, 1) * Math.max(replies, copies) }, () => id)
  await reached(async () => (await rowsOf("select 1 from trading_orders where client_id like 'load-%' and not is_done")).length === 0)
  // What was filled while no process evaluated alerts is caught up on.
  const clientIds = async (text: string): Promise<string[]> => (await rowsOf<{ id: string }>(text)).map(({ id }) => id)
  const filled = await clientIds(`
    select client_id as id from trading_orders join trading_accounts a on a.id = account_id join users on users.id = a.user_id
    where client_id like 'load-%' and body->>'state' = 'filled' and email = 'ada@example.com'`)
  const fired = () =>
    clientIds(`
      select coalesce(client_id, event_key) as id from alert_firings left join trading_orders on event_key = 'order ' || order_id
      where terms->>'kind' = 'order_filled'`)
  expect(filled.length).toBeGreaterThan(0)
  await reached(async () => new Set(await fired()).size >= filled.length)
  const firings = compare(filled, await fired())
  // A last order corrects what a copy may have missed: equities differ by a factor of five.
  const sizeOf = async (as: string): Promise<number> => {
    const { data } = await ask<TradingPosition[]>(web[0], '/positions', undefined, { as })
    return Number(data.find(({ symbol }) => symbol === COPIED.symbol)?.size ?? 0)
  }
  await place(web[0], 'after-load', COPIED)
  const violations: string[] = []
  if (!(await reached(async () => Math.abs((await sizeOf('bob')) - (await sizeOf('ada')) / 5) < 0.011))) violations.push('the copy differs')
  for (const { source_id } of await rowsOf<{ source_id: string }>('select distinct source_id from forecast_chains'))
    if (!(await verifyChain(database.db, source_id)).intact) violations.push(`the forecasts of ${source_id} are not intact`)
  const replies = compare(questions, answers.flatMap(timesOf))
  found.kills = together(compare(orders, stored), replies, firings, await bookFaults(), { ...NOTHING, violations })
  expect(found.kills).toEqual(NOTHING)
})

it('goes on after each worker in turn was paused past its leases and woken, with every acknowledged order once', async () => {
  const before = await ordersOf()
  const acknowledged: string[] = []
  for (const [at, worker] of workers.entries()) {
    worker.child.kill('SIGSTOP')
    const paused = performance.now()
    const during = `while-paused-${at}`
    try {
      await place(web[at % 2 === 0 ? 0 : 1], during)
      // Longer than any lease, whichever worker held the duties.
      await sleep(Math.max(0, PAUSED_MS - (performance.now() - paused)))
    } finally {
      worker.child.kill('SIGCONT')
    }
    // It may still believe that it holds the accounts.
    const woken = ['a', 'b', 'c', 'd'].map((each) => `after-pause-${at}-${each}`)
    await Promise.all(woken.map((clientId, index) => place(index % 2 === 0 ? web[0] : web[1], clientId)))
    acknowledged.push(during, ...woken)
    await ready(...workers)
  }
  found.pauses = await orderFaults([...before, ...acknowledged])
  expect(found.pauses).toEqual(NOTHING)
})

/** Held by each process that reads the market and trades. */
const DUTIES = ['alerts', 'broker', 'copy', 'feed', 'forecast', 'social']
type HeldDuty = { readonly name: string; readonly holder: string; readonly term: string }
const heldDuties = (): Promise<HeldDuty[]> =>
  rowsOf('select name, holder, term from duties where until > now() and name = any($1) order by name', [DUTIES])
/** @returns the duties, once one process holds all of them that is not `other` */
const heldByOne = (other?: string): Promise<HeldDuty[]> =>
  vi.waitFor(async () => {
    const held = await heldDuties()
    expect(held.map(({ name }) => name)).toEqual(DUTIES)
    expect(new Set(held.map(({ holder }) => holder)).size).toBe(1)
    expect(held[0]?.holder).not.toBe(other)
    return held
  }, WAIT)
/** @returns the first worker's duties: every one; the second stands by */
async function handAllToFirst(): Promise<HeldDuty[]> {
  await stop(workers[1].child, 'SIGTERM')
  await heldByOne()
  workers[1].start()
  await ready(...workers, ...web)
  return heldByOne()
}

const GROWING = { symbol: 'SOL', size: '1' }

/** Buys through the web processes in turn. What was read once, of a position that only grows, must never be read as less afterwards. */
function buyer(name: string) {
  const ids: string[] = []
  const refusals: Partial<Record<Refusal, number>> = {}
  const violations: string[] = []
  let longestMs = 0
  let largest = 0
  const readSize = async (node: Node): Promise<void> => {
    const answer = await ask<TradingPosition[]>(node, '/positions').catch(() => undefined)
    if (answer?.status !== 200) return
    const { data } = answer
    const size = Number(data.find(({ symbol }) => symbol === GROWING.symbol)?.size ?? 0)
    if (size < largest) violations.push(`${size} was read after ${largest} at ${ids.at(-1)}`)
    largest = Math.max(largest, size)
  }
  const buy = async (): Promise<readonly Refusal[]> => {
    const id = `${name}-${String(ids.length).padStart(3, '0')}`
    const begun = performance.now()
    const answer = await place(web[ids.length % 2 === 0 ? 0 : 1], id, GROWING)
    longestMs = Math.max(longestMs, performance.now() - begun)
    ids.push(id)
    for (const status of answer.refusals) refusals[status] = (refusals[status] ?? 0) + 1
    for (const node of web) await readSize(node)
    return answer.refusals
  }
  const buyUntil = async (done: Promise<unknown>): Promise<void> => {
    let isDone = false
    const end = () => {
      isDone = true
    }
    done.then(end, end)
    while (!isDone) await buy()
    await done
  }
  return {
    buyUntil,
    buyMore: async () => {
      // The first may have to wait until a new holder has read the accounts.
      await buy()
      for (let n = 0; n < 5; n += 1)
        for (const status of await buy()) violations.push(`${ids.at(-1)} was refused with ${status} while all was well`)
    },
    faults: async (before: readonly string[], more: readonly string[] = []): Promise<Found> => {
      if (process.env.CLUSTER_KILLS !== undefined)
        console.log(`${name}:`, { orders: ids.length, refusals, longestMs: Math.round(longestMs) })
      if (refusals[500] !== undefined) violations.push(`${refusals[500]} answers were 500`)
      return together({ ...NOTHING, violations: [...violations, ...more] }, await orderFaults([...before, ...ids]))
    },
  }
}
/** A new term of the same holder is an opening that failed and was tried again. */
const changedHands = (before: readonly HeldDuty[], after: readonly HeldDuty[]): string[] =>
  after.filter((one, at) => one.holder !== before[at]?.holder).map(({ name, term }) => `${name} changed hands again: term ${term}`)

/** Each makes the other worker the holder. */
const CUTS = [
  { server: 'PostgreSQL', how: 'cut' },
  { server: 'PostgreSQL', how: 'hold' },
  { server: 'Redis', how: 'cut' },
  { server: 'Redis', how: 'hold' },
] as const

it.runIf(IS_LONG_RUN)(
  'hands the duties of a worker that is cut off from PostgreSQL or Redis to the other one, which keeps them',
  {
    timeout: 900_000,
  },
  async () => {
    const all: Found[] = []
    let held = await handAllToFirst()
    for (const [at, { server, how }] of CUTS.entries()) {
      const before = await ordersOf()
      const { buyUntil, buyMore, faults } = buyer(`${server}-${how}`.toLowerCase())
      await buyMore()
      const link = (at % 2 === 0 ? workers[0] : workers[1]).links[server]
      link[how]()
      const taking = heldByOne(held[0]?.holder)
      await buyUntil(taking)
      await buyMore()
      link.restore()
      await buyUntil(ready(...workers, ...web))
      await buyMore()
      held = await heldByOne()
      all.push(await faults(before, changedHands(await taking, held)))
    }
    found.cuts = together(...all)
    expect(found.cuts).toEqual(NOTHING)
  },
)

it('goes on after PostgreSQL has dropped every connection, with every acknowledged order once', async () => {
  const before = await ordersOf()
  const ids = Array.from({ length: 12 }, (_, at) => `dropped-${String(at).padStart(2, '0')}`)
  const placed = Promise.all(ids.map((clientId, at) => place(at % 2 === 0 ? web[0] : web[1], clientId)))
  await database.db.$client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await placed
  await ready(...workers, ...web)
  found.dropped = await orderFaults([...before, ...ids])
  expect(found.dropped).toEqual(NOTHING)
})

it.runIf(IS_LONG_RUN)('refuses orders while no process reaches PostgreSQL, and goes on when it is back', async () => {
  const before = await ordersOf()
  const { buyUntil, buyMore, faults } = buyer('away')
  await buyMore()
  for (const { links } of [...workers, ...web]) links.PostgreSQL.cut()
  await expect.poll(async () => (await sendOrder(web[0], 'while-away')).status, WAIT).toBe(503)
  // Longer than any lease.
  await expect.poll(heldDuties, WAIT).toEqual([])
  expect((await sendOrder(web[1], 'while-away')).status).toBe(503)
  for (const { links } of [...workers, ...web]) links.PostgreSQL.restore()
  await place(web[0], 'while-away')
  await buyUntil(ready(...workers, ...web))
  await buyMore()
  found.away = await faults([...before, 'while-away'])
  expect(found.away).toEqual(NOTHING)
})

/** A file system of its own for the orders, as a tablespace. */
async function ownDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-disk-'))
  const { uid = 0, gid = 0 } = accountForPostgres() ?? {}
  const run = (command: string, ...args: string[]) => expect(spawnSync(command, args).status, command).toBe(0)
  const query = (text: string) => database.db.$client.query(text)
  run('mount', '-t', 'tmpfs', '-o', `size=64m,mode=0700,uid=${uid},gid=${gid}`, 'tmpfs', folder)
  await query(`create tablespace own_disk location '${folder}'`)
  await query('alter table trading_orders set tablespace own_disk')
  const ballast = join(folder, 'ballast')
  const empty = (): void => rmSync(ballast, { force: true })
  return {
    // Writes until there is no room.
    fill: (): void => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']),
    empty,
    remove: async (): Promise<void> => {
      empty()
      await query('alter table trading_orders set tablespace pg_default')
      await query('drop tablespace own_disk')
      run('umount', folder)
      rmSync(folder, { recursive: true })
    },
  }
}

it.runIf(IS_LONG_RUN && CAN_MOUNT)('refuses orders while PostgreSQL’s disk is full, and goes on when there is room', async () => {
  const before = await ordersOf()
  const disk = await ownDisk()
  try {
    disk.fill()
    const acknowledged: string[] = []
    const violations: string[] = []
    const next = () => `full-${String(acknowledged.length).padStart(4, '0')}`
    // The last pages still take some.
    await vi.waitFor(async () => {
      const { status, order } = await sendOrder(web[acknowledged.length % 2 === 0 ? 0 : 1], next())
      if (order !== undefined) acknowledged.push(next())
      else if (status !== 503) violations.push(`an order was answered ${status}`)
      expect(status).toBe(503)
    }, WAIT)
    if (process.env.CLUSTER_KILLS !== undefined) console.log('disk:', { acknowledged: acknowledged.length })
    disk.empty()
    const { buyMore, faults } = buyer('room')
    await place(web[0], next())
    acknowledged.push(next())
    await buyMore()
    found.disk = await faults([...before, ...acknowledged], violations)
  } finally {
    await disk.remove()
  }
  expect(found.disk).toEqual(NOTHING)
})

it.runIf(IS_LONG_RUN)('loses nothing while the processes are updated in turn', { timeout: 900_000 }, async () => {
  const before = await ordersOf()
  const { buyUntil, buyMore, faults } = buyer('update')
  const violations: string[] = []
  const update = async (node: Node): Promise<void> => {
    await stop(node.child, 'SIGTERM')
    if (node.child.exitCode !== 0) violations.push(`a process ended with ${node.child.exitCode ?? node.child.signalCode}: ${node.errors}`)
    node.start()
    await ready(...workers, ...web)
  }
  for (const node of [...workers, ...web]) await buyUntil(update(node))
  await buyMore()
  found.update = await faults(before, violations)
  expect(found.update).toEqual(NOTHING)
})

it('refuses orders without Redis, shows prices as stale, and goes on when it is back', async () => {
  const before = await ordersOf()
  // A page that may have missed notices reconnects, and reads again what it shows.
  const page = connect(`${web[0].url}/messages`, { auth: { token: await tokenOf('ada') }, transports: ['websocket'], forceNew: true })
  let connections = 0
  page.on('connect', () => {
    connections += 1
  })
  await expect.poll(() => connections, WAIT).toBe(1)
  redis.kill()
  const body = { client_id: 'without-redis', symbol: 'BTC', side: 'buy', type: 'market', size: '0.0005', leverage: 5 }
  await expect.poll(async () => (await ask(web[0], '/orders', body)).status, WAIT).toBe(503)
  await expect.poll(() => badge(web[0]), WAIT).toBe('STALE')
  expect((await ask(web[0], '/account')).status).toBe(200)
  await redis.start()
  await place(web[0], 'without-redis')
  await expect.poll(() => badge(web[0]), WAIT).toBe('SIMULATED')
  await expect.poll(() => connections, WAIT).toBeGreaterThan(1)
  page.disconnect()
  found.redis = await orderFaults([...before, 'without-redis'])
  expect(found.redis).toEqual(NOTHING)
})

it('relays between a user’s machines at different web processes, and hands the lead on', async () => {
  const token = await tokenOf('ada')
  const machines = web.map(({ url }, at) => {
    const session = `00000000-0000-4000-8000-00000000000${at + 1}`
    const socket = connect(`${url}/mirror`, { auth: { token }, transports: ['websocket'], forceNew: true })
    const received: { lease?: { term: number; holder: string | null; machines: number }; relayed?: unknown } = {}
    socket.onAny((event: string, message: unknown) => Object.assign(received, { [event]: message }))
    return { session, socket, received }
  })
  const [one, two] = machines as [(typeof machines)[0], (typeof machines)[0]] // one for each process
  const agreed = (holder: string, count: number, of = machines) =>
    vi.waitFor(() => {
      const { term } = two.received.lease ?? {}
      expect(of.map(({ received }) => received.lease)).toEqual(of.map(() => ({ term, holder, machines: count })))
    }, WAIT)
  one.socket.emit('join', { v: MIRROR_VERSION, session: one.session })
  await expect.poll(() => one.received.lease?.holder, WAIT).toBe(one.session)
  two.socket.emit('join', { v: MIRROR_VERSION, session: two.session })
  await agreed(one.session, 2)
  const message = { term: one.received.lease?.term, seq: 1, body: { type: 'state', state: { channels: [], layout: null } } }
  one.socket.emit('publish', message)
  await expect.poll(() => two.received.relayed, WAIT).toEqual({ session: one.session, ...message })
  one.socket.disconnect()
  await agreed(two.session, 1, [two])
  two.socket.disconnect()
})

const HOUR_S = 3_600
/** For `node --import`: a clock an hour ahead of all others. */
const AHEAD = `data:text/javascript,${encodeURIComponent(`
  const Real = Date
  const now = () => Real.now() + ${HOUR_S * 1_000}
  globalThis.Date = class extends Real {
    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given))
    }
    static now = now
  }
`)}`

it.runIf(IS_LONG_RUN)('keeps times, sessions and duties right with a web process and a worker whose clocks are an hour ahead', async () => {
  const before = await ordersOf()
  const ahead = { NODE_OPTIONS: `--import=${AHEAD}` }
  const wrongly = [web[1], workers[0]]
  await Promise.all(wrongly.map(({ child }) => stop(child, 'SIGTERM')))
  for (const node of wrongly) node.start(ahead)
  await ready(...workers, ...web)
  const { buyUntil, buyMore, faults } = buyer('ahead')
  const violations: string[] = []
  const session = async (node: Node) => {
    const answer = await post(node, '/auth/login', JSON.stringify({ email: 'ada@example.com', password: PASSWORD }))
    const cookie = defined(
      answer.headers
        .getSetCookie()
        .find((one) => one.includes('refresh'))
        ?.split(';')[0],
    )
    const { data } = (await answer.json()) as { data: { token: string } }
    return { cookie, token: data.token }
  }
  const [own, others] = [await session(web[0]), await session(web[1])]
  for (const node of web)
    for (const [issuer, one] of Object.entries({ own, others })) {
      const { status } = await ask(node, '/account', undefined, { as: one })
      if (status !== 200) violations.push(`a token of ${issuer} is answered ${status}`)
    }
  for (const { token: each } of [own, others]) {
    const { exp } = JSON.parse(Buffer.from(each.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
    if (Math.abs(exp - ACCESS_TOKEN_SECONDS - Date.now() / 1_000) > HOUR_S / 2) violations.push(`a token ends at ${exp}`)
  }
  // Two tabs renew one session at once, each at another process.
  for (const node of web) {
    const { status } = await post(node, '/auth/refresh', '{}', { cookie: own.cookie })
    if (status !== 200) violations.push(`a renewed session is answered ${status}`)
  }
  await buyMore()
  // The first worker trades by the wrong clock from here on.
  await stop(workers[1].child, 'SIGTERM')
  await buyUntil(heldByOne())
  workers[1].start()
  await buyUntil(ready(...workers, ...web))
  const taken = await heldByOne()
  await buyMore()
  violations.push(...changedHands(taken, await heldByOne()))
  // And back, to accounts and candles that it has written.
  await stop(workers[0].child, 'SIGKILL')
  await buyUntil(heldByOne(taken[0]?.holder))
  await buyMore()
  const wrong = await rowsOf<{ what: string; at: string }>(
    `select what, at from (
      select 'an event of an account' as what, to_timestamp(at / 1000.0) as at from trading_events
      union all select 'a firing', to_timestamp(at / 1000.0) from alert_firings
      union all select 'a firing as seen', seen_at from alert_firings
      union all select 'a session', created_at from sessions
      union all select 'a candle', to_timestamp(open_time) from candles
    ) times where at > now() + interval '2 minutes' limit 5`,
  )
  violations.push(...wrong.map(({ what, at }) => `${what} is of ${at}`))
  workers[0].start()
  await ready(...workers, ...web)
  found.clocks = await faults(before, violations)
  expect(found.clocks).toEqual(NOTHING)
})
