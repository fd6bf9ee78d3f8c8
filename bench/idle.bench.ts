import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { runningClusterUrl } from '../apps/server/src/platform/db/embedded/cluster.ts'
import { startAerie } from '../e2e/support/aerie-server.ts'
import type { Benchmark } from './benchmark.ts'
import { processTree, proportionalMemory } from './process-tree.ts'

/** `IDLE_MINUTES=2 npm run bench -- idle` is enough to compare two versions; the figures of results.md are taken over ten. */
const MINUTES = Number(process.env.IDLE_MINUTES ?? 10)
const HOUR_MS = 3_600_000
/** The first start writes the history of the simulated market. It is over once this little WAL is written in ten seconds. */
const STEADY_BYTES = 1_000_000
const TICKS_PER_SECOND = 100

type Look = {
  readonly at: number
  readonly cpuMs: number
  readonly walBytes: number
  readonly tableBytes: number
  readonly transactions: number
}
type Idle = Record<'cpuPercent' | 'memory' | 'walPerHour' | 'tablesPerHour' | 'transactions', number>

/** Processor time of living processes and of those that they have waited for. */
function cpuMsOf(pids: readonly number[]): number {
  const ticksOf = (pid: number): number => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  }
  return (pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / TICKS_PER_SECOND) * 1_000
}

async function measure(): Promise<Idle> {
  const server = await startAerie()
  const client = new Client({ connectionString: runningClusterUrl(server.dataDir) })
  await client.connect()
  const walBytes = async () => Number((await client.query(`select pg_current_wal_lsn() - '0/0' as bytes`)).rows[0].bytes)
  const look = async (): Promise<Look> => {
    const tables = `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
    const commits = 'select xact_commit as count from pg_stat_database where datname = current_database()'
    return {
      at: performance.now(),
      cpuMs: cpuMsOf(processTree(server.pid())),
      walBytes: await walBytes(),
      tableBytes: Number((await client.query(tables)).rows[0].bytes),
      transactions: Number((await client.query(commits)).rows[0].count),
    }
  }
  try {
    for (let before = await walBytes(), written = STEADY_BYTES; written >= STEADY_BYTES; ) {
      await pause(10_000)
      const now = await walBytes()
      written = now - before
      before = now
    }
    // Autovacuum would visit the new history once, minutes later, and write 40 to 70 MB of WAL.
    await client.query('vacuum analyze')
    // So that every run begins at the same place of the cycle: the first change of a page after a checkpoint writes the whole page.
    await client.query('checkpoint')
    const from = await look()
    await pause(MINUTES * 60_000)
    const to = await look()
    const perHour = (bytes: number) => (bytes / (to.at - from.at)) * (HOUR_MS / 1_000_000)
    return {
      cpuPercent: ((to.cpuMs - from.cpuMs) / (to.at - from.at)) * 100,
      memory: proportionalMemory(processTree(server.pid())),
      walPerHour: perHour(to.walBytes - from.walBytes),
      tablesPerHour: perHour(to.tableBytes - from.tableBytes),
      transactions: ((to.transactions - from.transactions) / (to.at - from.at)) * 1_000,
    }
  } finally {
    await client.end()
    await server.remove()
  }
}

let measured: Promise<Idle> | undefined
const idle = (name: string, figure: keyof Idle, unit: string, limit: number | null): Benchmark => ({
  name: `idle, simulated market, no client: ${name}`,
  run: async () => {
    measured ??= measure()
    return { value: (await measured)[figure], unit, limit }
  },
})

export const benchmarks: readonly Benchmark[] = [
  idle('processor, all processes', 'cpuPercent', '% of a core', 2),
  idle('memory of server, PostgreSQL and chain', 'memory', 'MB (PSS)', 300),
  idle('WAL, scaled to an hour', 'walPerHour', 'MB', 20),
  idle('growth of tables, scaled to an hour', 'tablesPerHour', 'MB', 4),
  idle('transactions of PostgreSQL', 'transactions', 'a second', null),
]
