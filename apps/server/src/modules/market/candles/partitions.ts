import { DAY_MS } from '@aerie/core/time'
import type { Pool, PoolClient } from 'pg'

/** A table cut by time into parts of equal calendar spans; `column` counts seconds or milliseconds. */
type Partitioned = {
  readonly table: 'candles_60' | 'candles_3600' | 'market_ticks'
  readonly period: 'day' | 'month' | 'year'
  readonly unitsPerMs: number
  /** Partitions that ended longer ago than this, by the market's clock, are dropped; null keeps all. */
  readonly keepMs: number | null
}

/** Minutes are kept for two months, hours for good, ticks for three days. */
const PARTITIONED = {
  '1m': { table: 'candles_60', period: 'month', unitsPerMs: 1e-3, keepMs: 62 * DAY_MS },
  '1h': { table: 'candles_3600', period: 'year', unitsPerMs: 1e-3, keepMs: null },
  ticks: { table: 'market_ticks', period: 'day', unitsPerMs: 1, keepMs: 3 * DAY_MS },
} as const satisfies Record<string, Partitioned>
export type PartitionedKind = keyof typeof PARTITIONED

const LENGTH = { day: 10, month: 7, year: 4 } as const

/** First instant of the period that holds `ms`, and of the next one. */
function bounds(period: Partitioned['period'], ms: number): { name: string; from: number; to: number } {
  const date = new Date(ms)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const name = date.toISOString().slice(0, LENGTH[period]).replaceAll('-', '_')
  if (period === 'year') return { name, from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }
  if (period === 'month') return { name, from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
  return { name, from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1) }
}

/** Any number will do; it must only never change. */
const PARTITION_LOCK = 4_800_002

async function locked(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local client_min_messages = warning')
    await client.query('select pg_advisory_xact_lock($1)', [PARTITION_LOCK])
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Makes the partitions that rows need before they come, and drops those whose time is over. */
export function partitionKeeper(pool: Pool) {
  const made = new Set<string>()
  return {
    /** Partitions for every instant between two (milliseconds, both inclusive). */
    ensure: async (kind: PartitionedKind, first: number, last: number): Promise<void> => {
      const { table, period, unitsPerMs } = PARTITIONED[kind]
      const missing = new Map<string, { from: number; to: number }>()
      for (let at = bounds(period, first); at.from <= last; at = bounds(period, at.to)) {
        const name = `${table}_${at.name}`
        if (!made.has(name)) missing.set(name, { from: at.from * unitsPerMs, to: at.to * unitsPerMs })
      }
      if (missing.size === 0) return
      await locked(pool, async (client) => {
        for (const [name, { from, to }] of missing) {
          await client.query(`create table if not exists ${name} partition of ${table} for values from (${from}) to (${to})`)
        }
      })
      for (const name of missing.keys()) made.add(name)
    },
    /** Drops what retention no longer keeps; the names of the dropped partitions. */
    dropOld: async (now: number): Promise<string[]> => {
      const dropped: string[] = []
      for (const { table, period, keepMs } of Object.values(PARTITIONED)) {
        if (keepMs === null) continue
        const oldest = `${table}_${bounds(period, now - keepMs).name}`
        const { rows } = await pool.query<{ name: string }>(
          'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
          [table],
        )
        const old = rows.map(({ name }) => name).filter((name) => name < oldest)
        if (old.length > 0) await locked(pool, async (client) => void (await client.query(`drop table ${old.join(', ')}`)))
        for (const name of old) made.delete(name)
        dropped.push(...old)
      }
      return dropped
    },
  }
}

export type PartitionKeeper = ReturnType<typeof partitionKeeper>
