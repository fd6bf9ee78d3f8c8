import { type ChildProcess, fork } from 'node:child_process'
import { type Benchmark, median } from './benchmark.ts'
import { type MarketStage, marketStage } from './market-stage.ts'
import type { OrdersResult, OrdersTask } from './orders-asker.ts'
import { openTraders } from './traders.ts'

const USERS = 100
const EACH = 12
const EVERY_MS = 500

let measured: Promise<number[]> | undefined
let stage: MarketStage | undefined
let child: ChildProcess | undefined

/** Milliseconds from sending an order to its response, which follows the write to disk. */
const times = (): Promise<number[]> => {
  measured ??= measure()
  return measured
}

async function measure(): Promise<number[]> {
  stage = await marketStage({ minuteDays: 1, coins: 1 })
  const tokens = await openTraders(stage.database.db, new Uint8Array(32), USERS)
  const { data } = (await (await fetch(`${stage.url}/api/v1/assets/BTC`)).json()) as { data: { price: number } }
  const shared = { url: stage.url, tokens, everyMs: EVERY_MS, price: data.price }
  const warm = await ask({ ...shared, each: 2, name: 'warm' })
  if (warm.failed > 0) throw new Error(`${warm.failed} orders were refused`)
  const { times: all, failed } = await ask({ ...shared, each: EACH, name: 'bench' })
  if (failed > 0) throw new Error(`${failed} orders were refused`)
  return [...all]
}

function ask(task: OrdersTask): Promise<OrdersResult> {
  child ??= fork(new URL('./orders-asker.ts', import.meta.url), { execArgv: [] })
  const asker = child
  return new Promise((resolve) => {
    asker.once('message', (result: OrdersResult) => resolve(result))
    asker.send(task)
  })
}

const BARE_INSERTS = 300

async function bareInserts(): Promise<number[]> {
  await times()
  const pool = stage?.database.pool
  if (pool === undefined) throw new Error('the stage is down')
  await pool.query('create table bare_inserts (n int)')
  const all: number[] = []
  for (let index = 0; index < BARE_INSERTS; index += 1) {
    const start = performance.now()
    await pool.query('insert into bare_inserts values ($1)', [index])
    all.push(performance.now() - start)
  }
  return all
}

const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'orders: over HTTP, acknowledged and durable, 100 users trading twice a second, median',
    run: async () => ({ value: median(await times()), unit: 'ms', limit: 20 }),
  },
  {
    name: 'orders: the same, p99',
    run: async () => ({ value: percentile(await times(), 0.99), unit: 'ms', limit: 60 }),
  },
  {
    name: 'orders: one row inserted and on disk, one after the other, median (what disk and machine need)',
    run: async () => ({ value: median(await bareInserts()), unit: 'ms', limit: null }),
  },
]

export async function close(): Promise<void> {
  child?.kill()
  await stage?.close()
}
