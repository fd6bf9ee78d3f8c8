import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@aerie/testkit/free-port'
import { portOf } from '@aerie/testkit/port-of'
import type { Pool } from 'pg'
import { type OpenDatabase, openDatabase } from '../apps/server/src/platform/db/client.ts'
import { startCluster } from '../apps/server/src/platform/db/embedded/cluster.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { spawnSupervised, stopSupervised } from '../apps/server/src/platform/supervised-child.ts'
import { SERVER_ENV, SERVER_FLAGS } from '../scripts/server-options.mjs'
import { quietTick } from './alerts.bench.ts'
import { median } from './benchmark.ts'
import { ASSUMPTIONS, type Costs, estimate } from './capacity-estimate.ts'
import type { OrdersResult, OrdersTask } from './orders-asker.ts'
import { commandLine, processTree } from './process-tree.ts'
import { openTraders } from './traders.ts'

/**
 * `npm run capacity`: two web processes and a worker on PostgreSQL and Redis, with synthetic watchers and traders (docs/operate/capacity.md).
 * All clients use the first web process: the second shows what each one does for the traders of the others.
 */
const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const SECRET_KEY = 'the-key-of-a-run-of-npm-run-capacity'
const WINDOW_S = 10
const ORDERS_WINDOW_S = 12
/** After a change of the load. */
const SETTLE_MS = 2_000
const START_MS = 120_000
const STOP_MS = 12_000
/** Of all traders together: two cores carry it with the rest of the run. */
const ORDERS_PER_SECOND = 50
const LEAST_PAUSE_MS = 1_000
/** Beyond this the machine is too slow for the load, and costs per order mean nothing. */
const MOST_REFUSED = 0.05
const RULES = 100_000
const PAGE = '42/live,["assets",{"page":1}]'

const print = (name: string, value: unknown, unit: string): void => {
  const short = (_key: string, each: unknown): unknown => (typeof each === 'number' ? Number(each.toPrecision(4)) : each)
  process.stdout.write(`${JSON.stringify({ name, value, unit }, short)}\n`)
}
const note = (line: string): void => void process.stderr.write(`${line}\n`)
const step = (what: string): void => note(`${Math.round(performance.now() / 1_000)} s: ${what}`)

/** Undone in reverse, whatever ends the run. */
const undo: (() => unknown)[] = []
let closing: Promise<void> | undefined
const close = (): Promise<void> => {
  closing ??= (async () => {
    for (const last of undo.toReversed()) await (async () => last())().catch((error: unknown) => note(String(error)))
  })()
  return closing
}

type Server = { readonly url: string; readonly pid: number }

/** From the sources, as `npm start` runs it. Ends with this process. */
async function startServer(role: 'web' | 'worker', folder: string, shared: Readonly<Record<string, string>>): Promise<Server> {
  mkdirSync(folder)
  const port = await freePort()
  const settings = { PORT: `${port}`, DATA_DIR: folder, ROLE: role, SECRET_KEY, MARKET_SOURCE: 'sim', LOG_LEVEL: 'error' }
  const env = { PATH: process.env.PATH ?? '', ...SERVER_ENV, ...settings, ...shared, AERIE_PARENT_PID: `${process.pid}` }
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  undo.push(() => ended(child))
  const until = performance.now() + START_MS
  const url = `http://127.0.0.1:${port}`
  while (performance.now() < until && child.exitCode === null) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady && child.pid !== undefined) return { url, pid: child.pid }
    await sleep(100)
  }
  throw new Error(`The ${role} process was not ready after ${START_MS / 1_000} s.`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await gone
  clearTimeout(late)
}

const TICKS_PER_SECOND = 100
/** Microseconds of processor time so far; with those of children that have ended. */
function processorUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
  return ((user + system + childUser + childSystem) * 1e6) / TICKS_PER_SECOND
}
const treeUs = (root: number): number => processTree(root).reduce((sum, pid) => sum + tryProcessorUs(pid), 0)
function tryProcessorUs(pid: number): number {
  try {
    return processorUs(pid)
  } catch {
    return 0 // It has ended since, and counts for its parent.
  }
}
const residentMb = (pid: number): number => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000

/** Numbers of `INFO commandstats`, by Redis's inline protocol. */
function publishedBy(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('INFO commandstats\r\nQUIT\r\n'))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('end', () => resolve(Number(/cmdstat_publish:calls=(\d+)/.exec(text)?.[1] ?? 0)))
    socket.on('error', reject)
  })
}

const COUNTS = `
  select xact_commit::float8 as commits, (tup_inserted + tup_updated + tup_deleted)::float8 as rows,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal, (select count(*)::float8 from trading_orders) as orders,
    (select count(*)::float8 from alert_firings) as firings, (select count(*)::float8 from deliveries where state = 'sent') as deliveries
  from pg_stat_database where datname = current_database()`
type Counts = Readonly<Record<'commits' | 'rows' | 'wal' | 'orders' | 'firings' | 'deliveries' | 'published', number>>

const PARTS = ['web', 'otherWeb', 'worker', 'servers', 'database', 'redis'] as const
type Part = (typeof PARTS)[number]
/** Mean of the seconds, and its standard error. */
type Rate = { readonly mean: number; readonly error: number }
type Window = {
  /** Microseconds of processor time per second. */
  readonly used: Readonly<Record<Part, Rate>>
  readonly webMb: number
  readonly bytes: number
  readonly perSecond: Counts
}

type Rig = {
  readonly web: Server
  readonly otherWeb: Server
  readonly worker: Server
  readonly redis: { readonly pid: number; readonly port: number }
  readonly databasePid: number
  readonly database: OpenDatabase
}

async function openRig(): Promise<Rig> {
  // Not in os.tmpdir(): socket paths have a length limit.
  step('starting PostgreSQL, Redis, a worker and two web processes')
  const dataDir = mkdtempSync('/tmp/aerie-bench-')
  chmodSync(dataDir, 0o711)
  undo.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const cluster = await startCluster({ dataDir, print: () => undefined })
  undo.push(() => cluster.stop())
  const databasePid = processTree(process.pid).find((pid) => commandLine(pid).includes('aerie-postgres'))
  const admin = await openDatabase(cluster.url('postgres'), { maxConnections: 1 })
  await admin.pool.query('create database bench')
  await admin.close()
  const database = await openDatabase(cluster.url('bench'))
  undo.push(() => database.close())
  await migrate(database.db)

  const port = await freePort()
  const command = ['redis-server', '--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = spawnSupervised('aerie-redis', command, { output: 'ignore' })
  undo.push(() => stopSupervised(redis))
  const shared = {
    DATABASE_URL: cluster.url('bench'),
    REDIS_URL: `redis://127.0.0.1:${port}`,
    WEBHOOK_ALLOW_PRIVATE: 'on',
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  }
  const worker = await startServer('worker', join(dataDir, 'worker'), shared)
  const [web, otherWeb] = await Promise.all(['web', 'other-web'].map((name) => startServer('web', join(dataDir, name), shared)))
  if (redis.pid === undefined || databasePid === undefined || web === undefined || otherWeb === undefined)
    throw new Error('PostgreSQL or Redis did not start.')
  return { web, otherWeb, worker, redis: { pid: redis.pid, port }, databasePid, database }
}

const countsOf = async ({ pool }: { readonly pool: Pool }, port: number): Promise<Counts> => {
  const { rows } = await pool.query<Omit<Counts, 'published'>>(COUNTS)
  if (rows[0] === undefined) throw new Error('PostgreSQL has no statistics of the database.')
  return { ...rows[0], published: await publishedBy(port) }
}

const usedBy = ({ web, otherWeb, worker, redis, databasePid }: Rig): Record<Part, number> => {
  const [one, two, three] = [processorUs(web.pid), processorUs(otherWeb.pid), processorUs(worker.pid)]
  return { web: one, otherWeb: two, worker: three, servers: one + two + three, database: treeUs(databasePid), redis: treeUs(redis.pid) }
}

/** Samples each second: their spread shows which differences are noise. */
async function observe(rig: Rig, seconds: number, bytesSoFar = () => 0): Promise<Window> {
  const samples: Record<Part, number>[] = []
  const resident: number[] = []
  const [counts, bytes, began] = [await countsOf(rig.database, rig.redis.port), bytesSoFar(), performance.now()]
  let last = { at: performance.now(), used: usedBy(rig) }
  for (let second = 0; second < seconds; second += 1) {
    await sleep(1_000)
    const now = { at: performance.now(), used: usedBy(rig) }
    const elapsed = (now.at - last.at) / 1_000
    samples.push(recordOf((part) => (now.used[part] - last.used[part]) / elapsed))
    resident.push(residentMb(rig.web.pid))
    last = now
  }
  const after = await countsOf(rig.database, rig.redis.port)
  const elapsed = (performance.now() - began) / 1_000
  const perSecond = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, (value - counts[name as keyof Counts]) / elapsed]),
  )
  return {
    used: recordOf((part) => rateOf(samples.map((sample) => sample[part]))),
    webMb: median(resident),
    bytes: (bytesSoFar() - bytes) / elapsed,
    perSecond: perSecond as Counts, // the same names
  }
}

const recordOf = <T>(of: (part: Part) => T): Record<Part, T> => Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<Part, T> // of each part

function rateOf(values: readonly number[]): Rate {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return { mean, error: Math.sqrt(variance / values.length) }
}

/** What the second window uses more, for each of `count` per second; null unless it is more than twice its standard error. */
function costOf(part: Part, before: Window, after: Window, count: number): number | null {
  const more = after.used[part].mean - before.used[part].mean
  const error = Math.hypot(after.used[part].error, before.used[part].error)
  return count > 0 && more > 2 * error ? more / count : null
}

const MOST_QUIET_US = 100_000
const QUIET_S = 3
const MOST_WAIT_S = 40

/** A new server stores the history of its market first. */
async function untilQuiet(rig: Rig): Promise<void> {
  let quiet = 0
  for (let second = 0; second < MOST_WAIT_S && quiet < QUIET_S; second += 1) {
    const before = usedBy(rig)
    await sleep(1_000)
    quiet = usedBy(rig).servers - before.servers < MOST_QUIET_US * 3 ? quiet + 1 : 0
  }
  if (quiet < QUIET_S) note('The server was still busy with its start: what it needs without clients is too high.')
}

/** Firings are stored after the orders: on a busy machine they lag behind. */
async function untilFired({ database, redis }: Rig): Promise<void> {
  let before = -1
  for (let second = 0; second < MOST_WAIT_S; second += 2) {
    const { firings, deliveries } = await countsOf(database, redis.port)
    if (firings + deliveries === before) return
    before = firings + deliveries
    await sleep(2_000)
  }
}

/** Sockets in a process of their own. */
function openClients(url: string) {
  const child = fork(new URL('./fanout-clients.ts', import.meta.url), { execArgv: [] })
  let bytes = 0
  let open = 0
  child.on('message', (message: { open?: true; bytes?: number }) => {
    bytes = message.bytes ?? bytes
    if (message.open) open += 1
  })
  const stop = () => void child.kill('SIGKILL')
  undo.push(stop)
  let orders = 0
  return {
    stop,
    bytes: () => bytes,
    add: async (hello: readonly string[], count: number): Promise<void> => {
      if (count === 0) return
      orders += 1
      child.send({ url: `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, hello, count, reads: true })
      const until = performance.now() + START_MS
      while (open < orders) {
        if (child.exitCode !== null || performance.now() > until) throw new Error('The clients could not connect.')
        await sleep(20)
      }
    },
  }
}

/** Paper orders over HTTP from a process of their own. */
function openAsker(url: string, price: number) {
  const child = fork(new URL('./orders-asker.ts', import.meta.url), { execArgv: [] })
  undo.push(() => void child.kill('SIGKILL'))
  /** @returns the share of refused orders */
  return async (task: Omit<OrdersTask, 'url' | 'price'>): Promise<number> => {
    child.send({ ...task, url, price } satisfies OrdersTask)
    const [{ failed }] = (await once(child, 'message')) as [OrdersResult]
    const share = failed / (task.tokens.length * task.each)
    if (share > MOST_REFUSED) note(`${Math.round(share * 100)} % of the orders were refused: the machine is too slow for this load.`)
    return share
  }
}

type Ask = { readonly token?: string; readonly method?: 'POST' | 'PATCH'; readonly body?: object }

async function ask<T>(url: string, path: string, { token, method, body }: Ask = {}): Promise<T> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    ...(method && { method, body: JSON.stringify(body) }),
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

const AT_ONCE = 20
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) done.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))))
  return done
}

async function webhookReceiver(): Promise<string> {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  undo.push(() => receiver.close())
  return `http://127.0.0.1:${portOf(receiver)}/`
}

type WatcherWindows = {
  readonly idle: Window
  readonly few: Window
  readonly many: Window
  readonly added: number
  readonly watchers: number
}

async function watch(rig: Rig, watchers: number): Promise<WatcherWindows> {
  step('waiting until the start is over')
  await untilQuiet(rig)
  step('without clients')
  const idle = await observe(rig, WINDOW_S)
  const clients = openClients(rig.web.url)
  const few = Math.floor(watchers / 4)
  const open = async (count: number): Promise<Window> => {
    step(`connecting ${count} more watchers`)
    await clients.add(['40/live,', PAGE], count)
    await sleep(SETTLE_MS)
    return observe(rig, WINDOW_S, clients.bytes)
  }
  const windows = { idle, few: await open(few), many: await open(watchers - few), added: watchers - few, watchers }
  clients.stop()
  return windows
}

type TraderWindows = Readonly<Record<'few' | 'all' | 'orders' | 'firings' | 'deliveries', Window>> & {
  readonly added: number
  readonly isOverloaded: boolean
}

async function trade(rig: Rig, traders: number): Promise<TraderWindows> {
  const { web, database } = rig
  step(`${traders} traders log in and connect`)
  const tokens = await openTraders(database.db, new TextEncoder().encode(SECRET_KEY), traders)
  const clients = openClients(web.url)
  const hello = (token: string) => [`40/messages,${JSON.stringify({ token })}`, `40/live,${JSON.stringify({ token })}`, PAGE]
  await each(tokens, (token) => clients.add(hello(token), 1))
  const { price } = await ask<{ price: number }>(web.url, '/assets/BTC')
  const send = openAsker(web.url, price)
  const few = Math.floor(traders / 4)
  const everyMs = Math.max(LEAST_PAUSE_MS, (traders * 1_000) / ORDERS_PER_SECOND)
  let refused = 0
  /** A first order each leaves a position. */
  const enter = async (entering: readonly string[], name: string): Promise<Window> => {
    step(`${entering.length} more traders open a position`)
    const pause = Math.max(LEAST_PAUSE_MS, (entering.length * 1_000) / ORDERS_PER_SECOND)
    if (entering.length > 0) refused = Math.max(refused, await send({ tokens: entering, each: 1, everyMs: pause, name }))
    await sleep(SETTLE_MS)
    return observe(rig, WINDOW_S)
  }
  const underOrders = async (name: string, what: string): Promise<Window> => {
    step(what)
    const sent = send({ tokens, each: Math.ceil(((ORDERS_WINDOW_S + 3) * 1_000) / everyMs), everyMs, name })
    await sleep(SETTLE_MS)
    const window = await observe(rig, ORDERS_WINDOW_S)
    refused = Math.max(refused, await sent)
    await untilFired(rig)
    return window
  }
  const fewOpen = await enter(tokens.slice(0, few), 'few')
  const allOpen = await enter(tokens.slice(few), 'all')
  const orders = await underOrders('plain', 'orders')
  const alert = { kind: 'order_filled', repeat: 'every', channels: ['app'] }
  const alerted = tokens.slice(0, Math.max(1, few))
  const alerts = await each(alerted, (token) => ask<{ id: string }>(web.url, '/alerts', { token, method: 'POST', body: alert }))
  const firings = await underOrders('alerts', 'orders that fire alerts')
  const url = await webhookReceiver()
  await each([...alerted.entries()], async ([at, token]) => {
    await ask(web.url, '/webhooks', { token, method: 'POST', body: { url } })
    await ask(web.url, `/alerts/${alerts[at]?.id}`, { token, method: 'PATCH', body: { channels: ['app', 'webhook'] } })
  })
  const deliveries = await underOrders('webhooks', 'orders that fire alerts with webhooks')
  clients.stop()
  return { few: fewOpen, all: allOpen, orders, firings, deliveries, added: traders - few, isOverloaded: refused > MOST_REFUSED }
}

function costsOf({ idle, few, many, added, watchers }: WatcherWindows, traders: TraderWindows): Costs {
  const { orders, firings, deliveries } = traders
  const ofTraders = (count: number): number => (traders.isOverloaded ? 0 : count)
  const rate = ofTraders(orders.perSecond.orders)
  const perOrder = (part: Part) => costOf(part, traders.all, orders, rate)
  const counted = (name: keyof Counts) => {
    const more = orders.perSecond[name] - traders.all.perSecond[name]
    return rate > 0 && more > 0 ? more / rate : null
  }
  const memory = ((many.webMb - few.webMb) * 1_000) / added
  const orderRedisUs = costOf('redis', traders.all, orders, ofTraders(orders.perSecond.published - traders.all.perSecond.published))
  return {
    webIdleUs: idle.used.otherWeb.mean,
    workerIdleUs: idle.used.worker.mean,
    webIdleMb: idle.webMb,
    watcherUs: costOf('web', few, many, added),
    watcherBytes: many.bytes > 0 ? many.bytes / watchers : null,
    watcherKb: memory > 0 ? memory : null,
    accountUs: costOf('worker', traders.few, traders.all, ofTraders(traders.added)),
    orderWebUs: perOrder('web'),
    orderWorkerUs: perOrder('worker'),
    orderDatabaseUs: perOrder('database'),
    orderCommits: counted('commits'),
    orderRows: counted('rows'),
    orderWalBytes: counted('wal'),
    orderMessages: counted('published'),
    firingWorkerUs: costOf('worker', orders, firings, ofTraders(firings.perSecond.firings)),
    firingDatabaseUs: costOf('database', orders, firings, ofTraders(firings.perSecond.firings)),
    deliveryUs: costOf('servers', firings, deliveries, ofTraders(deliveries.perSecond.deliveries)),
    deliveryDatabaseUs: costOf('database', firings, deliveries, ofTraders(deliveries.perSecond.deliveries)),
    idleMessages: idle.perSecond.published,
    redisUs: orderRedisUs,
  }
}

const ROWS: readonly (readonly [cost: keyof Costs, name: string, unit: string])[] = [
  ['webIdleUs', 'web process without clients', 'us CPU/s'],
  ['webIdleMb', 'web process without clients, memory', 'MB'],
  ['workerIdleUs', 'worker with all duties, without accounts', 'us CPU/s'],
  ['idleMessages', 'Redis without clients, published', 'messages/s'],
  ['watcherUs', 'watcher, web process', 'us CPU/s'],
  ['watcherBytes', 'watcher, network', 'bytes/s'],
  ['watcherKb', 'watcher, memory of the web process', 'kB'],
  ['accountUs', 'account with a position, worker', 'us CPU/s'],
  ['orderWebUs', 'order, web process that receives it', 'us CPU'],
  ['orderWorkerUs', 'order, worker', 'us CPU'],
  ['orderDatabaseUs', 'order, PostgreSQL', 'us CPU'],
  ['orderCommits', 'order, PostgreSQL', 'commits'],
  ['orderRows', 'order, PostgreSQL', 'rows written'],
  ['orderWalBytes', 'order, PostgreSQL', 'bytes of WAL'],
  ['orderMessages', 'order, Redis', 'messages'],
  ['redisUs', 'message received, Redis', 'us CPU'],
  ['firingWorkerUs', 'alert fired, worker', 'us CPU'],
  ['firingDatabaseUs', 'alert fired, PostgreSQL', 'us CPU'],
  ['deliveryUs', 'delivery by webhook, all processes', 'us CPU'],
  ['deliveryDatabaseUs', 'delivery by webhook, PostgreSQL', 'us CPU'],
]

async function run(watchers: number, traders: number): Promise<void> {
  print('load average of the machine before the run', loadavg()[0], 'waiting')
  print('watchers', watchers, 'sockets')
  print('traders', traders, 'users')
  print(`price judged against ${RULES} alerts`, quietTick(RULES), 'us CPU')
  const rig = await openRig()
  const watched = await watch(rig, watchers)
  const traded = await trade(rig, traders)
  print('orders while measured', traded.orders.perSecond.orders, 'orders/s')
  print('alerts fired while measured', traded.firings.perSecond.firings, 'firings/s')
  print('deliveries while measured', traded.deliveries.perSecond.deliveries, 'deliveries/s')
  const costs = costsOf(watched, traded)
  const unknown: string[] = []
  for (const [cost, name, unit] of ROWS) {
    print(name, costs[cost], unit)
    if (costs[cost] === null) unknown.push(`${name} (${unit})`)
  }
  if (unknown.length > 0) note(`Not distinguished from noise; use more watchers or traders, or a quieter machine: ${unknown.join('; ')}.`)
  print('load average of the machine after the run', loadavg()[0], 'waiting')
  print('estimate', { assumptions: ASSUMPTIONS, not_measured: unknown, rows: estimate(costs) }, 'needs')
}

const [watchers = 0, traders = 0] = process.argv.slice(2).map(Number)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void close().then(() => process.exit(130)))
try {
  await run(watchers, traders)
} catch (error) {
  if (closing === undefined) note(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
await close()
process.exit()
