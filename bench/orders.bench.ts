import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { systemClock } from '@aerie/core/time'
import { userRepository } from '../apps/server/src/areas/account/details/user-repository.ts'
import { accountKeys } from '../apps/server/src/areas/account/secrets.ts'
import { accessTokens } from '../apps/server/src/areas/account/sessions/access-tokens.ts'
import { sessionService } from '../apps/server/src/areas/account/sessions/session-service.ts'
import { type Benchmark, median } from './benchmark.ts'
import { type MarketStage, marketStage } from './market-stage.ts'
import type { OrdersResult, OrdersTask } from './orders-asker.ts'

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
  const tokens = await tokensOf(stage)
  const { data } = (await (await fetch(`${stage.url}/api/v1/assets/BTC`)).json()) as { data: { price: number } }
  const shared = { url: stage.url, tokens, everyMs: EVERY_MS, price: data.price }
  const warm = await ask({ ...shared, each: 2, name: 'warm' })
  if (warm.failed > 0) throw new Error(`${warm.failed} orders were refused`)
  const { times: all, failed } = await ask({ ...shared, each: EACH, name: 'bench' })
  if (failed > 0) throw new Error(`${failed} orders were refused`)
  return [...all]
}

async function tokensOf({ database: { db } }: MarketStage): Promise<string[]> {
  const keys = accountKeys(new Uint8Array(32))
  const tokens = accessTokens({ key: keys.signing, clock: systemClock })
  const sessions = sessionService({ db, clock: systemClock, tokens, refreshKey: keys.refresh, onOpen: () => Promise.resolve() })
  const users = Array.from({ length: USERS }, (_, index) => `bench${index}@example.com`)
  return Promise.all(
    users.map((email) =>
      db.transaction(async (tx) => {
        const repository = userRepository(tx)
        const at = new Date()
        const id = randomUUID()
        await repository.insert({ id, email, passwordHash: '', firstName: 'B', lastName: 'B', at })
        await repository.update(id, { isConfirmed: true }, at)
        const owner = await repository.findByEmail(email)
        if (owner === undefined) throw new Error(`${email} was not stored`)
        return (await sessions.open(tx, owner, { address: '127.0.0.1', userAgent: 'bench' })).token
      }),
    ),
  )
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
