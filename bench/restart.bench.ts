import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@aerie/testkit/free-port'
import { Client } from 'pg'
import { runningClusterUrl } from '../apps/server/src/platform/db/embedded/cluster.ts'
import { readPostmaster } from '../apps/server/src/platform/db/embedded/orphan.ts'
import { ROOT } from '../e2e/support/aerie-server.ts'
import { until } from '../e2e/support/until.ts'
import { SERVER_ENV, SERVER_FLAGS } from '../scripts/server-options.mjs'
import { type Benchmark, median } from './benchmark.ts'
import { commandLine, processTree } from './process-tree.ts'

/** `RESTART_KILLS=2 npm run bench -- restart` for a quick look. */
const KILLS = Number(process.env.RESTART_KILLS ?? 10)
const WITHIN_MS = 180_000
/** Each kill is a first crash: sooner after another, `supervise.sh` would pause for up to 5 s, which is not the time of a restart. */
const STEADY_MS = 11_000
const WRITING_MS = 1_000

type Times = { readonly answering: number; readonly allParts: number }
type Killed = Record<'server' | 'postgres', Times[]>

const isOk = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Writes until the connection breaks. @returns the newest confirmed number */
async function writeRows(client: Client, first: number): Promise<number> {
  let confirmed = first - 1
  client.on('error', () => undefined)
  try {
    for (;;) {
      await client.query('insert into confirmed (n) values ($1)', [confirmed + 1])
      confirmed += 1
    }
  } catch {
    return confirmed
  }
}

async function measure(): Promise<Killed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'aerie-bench-'))
  chmodSync(dataDir, 0o755)
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, ...SERVER_ENV, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, MARKET_SOURCE: 'sim' }
  const started = [process.execPath, join(ROOT, 'scripts/start.mjs'), url, String(Date.now()), ...SERVER_FLAGS]
  const args = [join(ROOT, 'scripts/supervise.sh'), ...started, join(ROOT, 'apps/server/dist/main.js')]
  const supervisor = spawn('/bin/sh', args, { cwd: dataDir, env, stdio: 'ignore' })
  const server = () => processTree(supervisor.pid ?? 0).find((pid) => commandLine(pid).includes('apps/server/dist/main.js') && isNode(pid))
  const isNode = (pid: number) => !commandLine(pid).includes('supervise.sh')
  const postgres = () => readPostmaster(join(dataDir, 'postgres/cluster'))?.pid ?? 0
  const connect = async () => {
    const client = new Client({ connectionString: runningClusterUrl(dataDir) })
    await client.connect()
    return client
  }
  const ready = () => until('all parts', async () => ((await isOk(`${url}/readyz`)) ? true : undefined), WITHIN_MS)
  await ready()
  const first = await connect()
  await first.query('create table confirmed (n integer primary key)')
  await first.end()

  const times: Killed = { server: [], postgres: [] }
  let next = 1
  for (let kill = 0; kill < 2 * KILLS; kill += 1) {
    const kind = kill % 2 === 0 ? 'server' : 'postgres'
    const before = server()
    await sleep(STEADY_MS - WRITING_MS)
    const writing = writeRows(await connect(), next)
    await sleep(WRITING_MS)
    const from = performance.now()
    process.kill(kind === 'server' ? (before ?? 0) : postgres(), 'SIGKILL')
    const isNew = () => server() !== undefined && server() !== before
    await until('an answer', async () => (isNew() && (await isOk(`${url}/healthz`)) ? true : undefined), WITHIN_MS)
    const answering = (performance.now() - from) / 1_000
    await ready()
    times[kind].push({ answering, allParts: (performance.now() - from) / 1_000 })
    const confirmed = await writing
    const client = await connect()
    const { rows } = await client.query('select coalesce(max(n), 0) as n, count(*)::int as count from confirmed')
    await client.end()
    if (rows[0].n < confirmed || rows[0].count !== rows[0].n) throw new Error(`row ${confirmed} was confirmed, ${rows[0].count} are there`)
    next = rows[0].n + 1
  }
  const end = once(supervisor, 'exit')
  supervisor.kill('SIGTERM')
  await end
  return times
}

let measured: Promise<Killed> | undefined
const restart = (kind: keyof Killed, name: string, figure: keyof Times, limit: number): readonly Benchmark[] =>
  [['median', median] as const, ['worst', (values: readonly number[]) => Math.max(...values)] as const].map(([which, of]) => ({
    name: `restart: kill -9 of ${name}, ${which} of ${KILLS}`,
    run: async () => {
      measured ??= measure()
      return { value: of((await measured)[kind].map((one) => one[figure])), unit: 's', limit }
    },
  }))

/** Every run also checks that no confirmed row is lost. */
export const benchmarks: readonly Benchmark[] = [
  ...restart('postgres', 'PostgreSQL to the first answer', 'answering', 6),
  ...restart('postgres', 'PostgreSQL to all parts', 'allParts', 8),
  ...restart('server', 'the server to the first answer', 'answering', 4),
  ...restart('server', 'the server to all parts', 'allParts', 6),
]
