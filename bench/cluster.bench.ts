import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@aerie/testkit/free-port'
import { io, type Socket } from 'socket.io-client'
import { testAdministration } from '../apps/server/test/administration.ts'
import { until } from '../e2e/support/until.ts'
import { bareDatabase } from './bare-database.ts'
import { type Benchmark, median } from './benchmark.ts'

/** What a second process costs: one reads the market and trades, the other only serves; PostgreSQL and Redis as in production. */
type Stage = { readonly own: string; readonly other: string; readonly token: string; readonly redisPort: string }

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const SECRET_KEY = 'one-key-for-all-processes-of-this-benchmark'
const PASSWORD = 'correct horse battery staple'
const WITHIN_MS = 120_000

const children: ChildProcess[] = []
const folders: string[] = []
const sockets: Socket[] = []

async function startServer(settings: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-bench-node-'))
  folders.push(folder)
  const port = String(await freePort())
  const env = {
    PATH: process.env.PATH ?? '',
    ...settings,
    PORT: port,
    DATA_DIR: folder,
    SECRET_KEY,
    MARKET_SOURCE: 'sim',
    LOG_LEVEL: 'error',
  }
  children.push(spawn(process.execPath, [MAIN], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] }))
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true ? true : undefined)
  await until('a server that is ready', isReady, WITHIN_MS)
  return url
}

async function open(): Promise<Stage> {
  const { db, url: database } = await bareDatabase()
  const redisPort = String(await freePort())
  children.push(
    spawn('redis-server', ['--port', redisPort, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' }),
  )
  const settings = { DATABASE_URL: database, REDIS_URL: `redis://127.0.0.1:${redisPort}` }
  const own = await startServer({ ...settings, ROLE: 'all' })
  const other = await startServer({ ...settings, ROLE: 'web' })
  const email = 'bench@example.com'
  await testAdministration(db).create({ email, password: PASSWORD, firstName: 'B', lastName: 'B' })
  const answer = await fetch(`${own}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return { own, other, token: data.token, redisPort }
}

let opened: Promise<Stage> | undefined
const stage = (): Promise<Stage> => {
  opened ??= open()
  return opened
}

type Tick = readonly [symbol: string, price: number, asOf: number]

function watch(url: string, onTick: (key: string) => void): void {
  const socket = io(`${url}/live`, { transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  socket.on('connect', () => void socket.emit('watch', { symbols: ['BTC', 'ETH', 'SOL', 'XRP'] }))
  socket.on('ticks', (ticks: readonly Tick[]) => {
    for (const tick of ticks) onTick(tick.join(' '))
  })
}
function closeSockets(): void {
  for (const socket of sockets.splice(0)) socket.disconnect()
}

const TICKS = 400

async function tickDelay(): Promise<number> {
  const { own, other } = await stage()
  const [here, there] = [new Map<string, number>(), new Map<string, number>()]
  watch(own, (key) => here.set(key, performance.now()))
  watch(other, (key) => there.set(key, performance.now()))
  const delays = () => [...there].flatMap(([key, at]) => (here.has(key) ? [at - (here.get(key) ?? Number.NaN)] : []))
  await until('enough ticks at both', () => (delays().length >= TICKS ? true : undefined), WITHIN_MS)
  closeSockets()
  return median(delays())
}

const ORDERS = 200

async function orderMs(url: string, token: string, index: number): Promise<number> {
  const body = { client_id: `bench-${index}`, symbol: 'BTC', side: index % 2 === 0 ? 'buy' : 'sell', type: 'market', size: '0.0005' }
  const from = performance.now()
  const answer = await fetch(`${url}/api/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  if (answer.status !== 201) throw new Error(`an order was answered ${answer.status}`)
  return performance.now() - from
}

async function orderDelay(): Promise<number> {
  const { own, other, token } = await stage()
  const [direct, through]: [number[], number[]] = [[], []]
  // Alternately, so that both meet the same load; the first ones warm up.
  for (let index = 0; index < 2 * (ORDERS + 10); index += 1) {
    const isDirect = index % 4 < 2
    const ms = await orderMs(isDirect ? own : other, token, index)
    if (index >= 20) (isDirect ? direct : through).push(ms)
    await pause(20)
  }
  return median(through) - median(direct)
}

const WATCHERS = 200
const COUNTED_MS = 15_000

async function busCommands({ redisPort }: Stage): Promise<number> {
  const commands = () =>
    Number(/total_commands_processed:(\d+)/.exec(execFileSync('redis-cli', ['-p', redisPort, 'info', 'stats'], { encoding: 'utf8' }))?.[1])
  const before = commands()
  await pause(COUNTED_MS)
  return commands() - before
}

async function busRatio(): Promise<number> {
  const all = await stage()
  const without = await busCommands(all)
  let ticks = 0
  for (let index = 0; index < WATCHERS; index += 1) watch(index % 2 === 0 ? all.own : all.other, () => (ticks += 1))
  await until('ticks at every watcher', () => (ticks > 10 * WATCHERS ? true : undefined), WITHIN_MS)
  const busy = await busCommands(all)
  closeSockets()
  return busy / without
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'cluster: a tick at a socket of another process, after the same tick at one of its own, median',
    run: async () => ({ value: await tickDelay(), unit: 'ms', limit: 10 }),
  },
  {
    name: 'cluster: an order through another process, compared with one through the process that trades, median',
    run: async () => ({ value: await orderDelay(), unit: 'ms', limit: 8 }),
  },
  {
    name: `cluster: Redis commands with ${WATCHERS} watchers, compared with none`,
    run: async () => ({ value: await busRatio(), unit: 'times', limit: 1.1 }),
  },
]

export async function close(): Promise<void> {
  closeSockets()
  await Promise.all(
    children.map(async (child) => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.kill('SIGTERM')) await ended
    }),
  )
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
