import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@aerie/testkit/free-port'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { MIRROR_VERSION } from '@aerie/wire/workspace/mirror'
import { io as connect } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PASSWORD } from '../test/account-app.ts'
import { testAdministration } from '../test/administration.ts'
import { type TestDatabase, testDatabase } from '../test/database.ts'
import { stop } from '../test/killed-server.ts'
import { programEnv } from '../test/program-env.ts'
import { type TestRedis, testRedis } from '../test/redis-server.ts'
import { rebuildAll } from './areas/trading/index.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const WAIT = { timeout: 120_000, interval: 100 }
const SECRET_KEY = 'one-key-for-all-processes-of-this-test'

/** A lease lasts 5 s without renewal. */
const PAUSED_MS = 8_000

type Role = 'web' | 'worker'
type Node = { readonly url: string; child: ChildProcess; readonly start: () => void }

let database: TestDatabase
let redis: TestRedis
let web: readonly [Node, Node]
let workers: readonly [Node, Node]
let token: string
const folders: string[] = []

async function startNode(role: Role): Promise<Node> {
  const folder = mkdtempSync(join(tmpdir(), `aerie-${role}-`))
  folders.push(folder)
  const port = await freePort()
  const settings = { PORT: `${port}`, DATA_DIR: folder, DATABASE_URL: database.url, REDIS_URL: redis.url, ROLE: role, SECRET_KEY }
  const env = { ...programEnv(), ...settings, MARKET_SOURCE: 'sim', LOG_LEVEL: 'error' }
  const spawned = () => spawn(process.execPath, [MAIN], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const node: Node = {
    url: `http://127.0.0.1:${port}`,
    child: spawned(),
    start: () => {
      node.child = spawned()
    },
  }
  return node
}

const isReady = ({ url }: Node) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
const ready = (...nodes: readonly Node[]) =>
  vi.waitFor(async () => expect(await Promise.all(nodes.map(isReady))).not.toContain(false), WAIT)

beforeAll(async () => {
  ;[database, redis] = await Promise.all([testDatabase(), testRedis()])
  // The first worker reads the market and trades, the second stands by.
  workers = [await startNode('worker'), await startNode('worker')]
  web = [await startNode('web'), await startNode('web')]
  await ready(...workers, ...web)
  await testAdministration(database.db).create({ email: 'ada@example.com', password: PASSWORD, firstName: 'Ada', lastName: 'L' })
  const { data } = await ask<{ token: string }>(web[0], '/auth/login', { email: 'ada@example.com', password: PASSWORD })
  token = data.token
})
afterAll(async () => {
  for (const { child } of [...web, ...workers]) if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGTERM')
  redis.kill()
  await database.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function ask<T>(node: Node, path: string, body?: object): Promise<{ readonly status: number; readonly data: T }> {
  const answer = await fetch(`${node.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...((await answer.json()) as { data: T }) }
}

/** Sends the same id until it is answered, as a client does. @returns the order, and the statuses before it */
async function place(node: Node, clientId: string): Promise<{ readonly order: TradingOrder; readonly refusals: readonly number[] }> {
  const refusals: number[] = []
  const body = { client_id: clientId, symbol: 'BTC', side: 'buy', type: 'market', size: '0.0005', leverage: 5 }
  const until = performance.now() + WAIT.timeout
  while (performance.now() < until) {
    const { status, data } = await ask<TradingOrder>(node, '/orders', body)
    if (status === 200 || status === 201) return { order: data, refusals }
    refusals.push(status)
    await sleep(100)
  }
  throw new Error(`the order ${clientId} was never answered: ${refusals.slice(-5).join(', ')}`)
}

const ordersOf = async (): Promise<string[]> => {
  const { rows } = await database.db.$client.query<{ client_id: string }>('select client_id from trading_orders order by client_id')
  return rows.map(({ client_id }) => client_id)
}
const badge = async (node: Node): Promise<string> => (await ask<{ market: { badge: string } }>(node, '/status')).data.market.badge

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
})

it('carries an order out once, through whichever web process it is sent', async () => {
  const first = await place(web[0], 'through-both')
  const again = await place(web[1], 'through-both')
  expect(again.order.id).toBe(first.order.id)
  expect(await ordersOf()).toEqual(['through-both'])
  const positions = async () => (await ask<{ symbol: string }[]>(web[1], '/positions')).data.map(({ symbol }) => symbol)
  await expect.poll(positions, WAIT).toEqual(['BTC'])
})

it('trades on after kill -9 of each worker in turn, with every acknowledged order once', async () => {
  const acknowledged = ['through-both']
  for (const [at, worker] of workers.entries()) {
    worker.child.kill('SIGKILL')
    const clientId = `after-kill-${at}`
    await place(web[at % 2 === 0 ? 0 : 1], clientId)
    acknowledged.push(clientId)
    worker.start()
    await ready(...workers)
  }
  expect(await ordersOf()).toEqual(acknowledged.toSorted())
  const rebuilt = await rebuildAll(database.db)
  expect(rebuilt.differences).toEqual([])
})

it('goes on after each worker in turn was paused past its leases and woken, with every acknowledged order once', async () => {
  const before = await ordersOf()
  const acknowledged: string[] = []
  for (const [at, worker] of workers.entries()) {
    worker.child.kill('SIGSTOP')
    const paused = performance.now()
    const during = `while-paused-${at}`
    await place(web[at % 2 === 0 ? 0 : 1], during)
    // Longer than any lease, whichever worker held the duties.
    await sleep(Math.max(0, PAUSED_MS - (performance.now() - paused)))
    worker.child.kill('SIGCONT')
    // It may still believe that it holds the accounts.
    const woken = ['a', 'b', 'c', 'd'].map((each) => `after-pause-${at}-${each}`)
    await Promise.all(woken.map((clientId, index) => place(index % 2 === 0 ? web[0] : web[1], clientId)))
    acknowledged.push(during, ...woken)
    await ready(...workers)
  }
  expect(await ordersOf()).toEqual([...before, ...acknowledged].toSorted())
  expect((await rebuildAll(database.db)).differences).toEqual([])
})

it('goes on after PostgreSQL has dropped every connection, with every acknowledged order once', async () => {
  const before = await ordersOf()
  const ids = Array.from({ length: 12 }, (_, at) => `dropped-${String(at).padStart(2, '0')}`)
  const placed = Promise.all(ids.map((clientId, at) => place(at % 2 === 0 ? web[0] : web[1], clientId)))
  await database.db.$client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await placed
  await ready(...workers, ...web)
  expect(await ordersOf()).toEqual([...before, ...ids].toSorted())
  expect((await rebuildAll(database.db)).differences).toEqual([])
})

it('refuses orders without Redis, shows prices as stale, and goes on when it is back', async () => {
  // A page that may have missed notices reconnects, and reads again what it shows.
  const page = connect(`${web[0].url}/messages`, { auth: { token }, transports: ['websocket'], forceNew: true })
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
  expect((await ordersOf()).filter((id) => id === 'without-redis')).toHaveLength(1)
  await expect.poll(() => connections, WAIT).toBeGreaterThan(1)
  page.disconnect()
})

it('relays between a user’s machines at different web processes, and hands the lead on', async () => {
  const machines = web.map(({ url }, at) => {
    const session = `00000000-0000-4000-8000-00000000000${at + 1}`
    const socket = connect(`${url}/mirror`, { auth: { token }, transports: ['websocket'], forceNew: true })
    const heard: { lease?: { term: number; holder: string | null; machines: number }; relayed?: unknown } = {}
    socket.onAny((event: string, message: unknown) => Object.assign(heard, { [event]: message }))
    return { session, socket, heard }
  })
  const [one, two] = machines as [(typeof machines)[0], (typeof machines)[0]] // one for each process
  const agreed = (holder: string, count: number, of = machines) =>
    vi.waitFor(() => {
      const { term } = two.heard.lease ?? {}
      expect(of.map(({ heard }) => heard.lease)).toEqual(of.map(() => ({ term, holder, machines: count })))
    }, WAIT)
  one.socket.emit('join', { v: MIRROR_VERSION, session: one.session })
  await expect.poll(() => one.heard.lease?.holder, WAIT).toBe(one.session)
  two.socket.emit('join', { v: MIRROR_VERSION, session: two.session })
  await agreed(one.session, 2)
  const message = { term: one.heard.lease?.term, seq: 1, body: { type: 'state', state: { channels: [], layout: null } } }
  one.socket.emit('publish', message)
  await expect.poll(() => two.heard.relayed, WAIT).toEqual({ session: one.session, ...message })
  one.socket.disconnect()
  await agreed(two.session, 1, [two])
  two.socket.disconnect()
})
