import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { systemClock } from '@aerie/core/time'
import { userRepository } from '../apps/server/src/modules/accounts/details/user-repository.ts'
import { importService } from '../apps/server/src/modules/journal/imports/import-service.ts'
import { statisticsService } from '../apps/server/src/modules/journal/statistics/statistics-service.ts'
import { StatisticsThread } from '../apps/server/src/modules/journal/statistics/statistics-thread.ts'
import { tripService } from '../apps/server/src/modules/journal/trips/trip-service.ts'
import type { Benchmark } from './benchmark.ts'
import { type MarketStage, marketStage } from './market-stage.ts'

const ROWS = 100_000
const SYMBOLS = 40
const START = Date.UTC(2024, 0, 1)

/** Fills of forty markets that go to and fro: every second one closes a trip. */
function file(): Uint8Array {
  const lines = ['Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit']
  for (let at = 0; at < ROWS; at += 1) {
    const symbol = `C${at % SYMBOLS}USDT`
    const isBuy = Math.floor(at / SYMBOLS) % 2 === 0
    const time = new Date(START + at * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    const price = (100 + ((at * 7_919) % 1_000) / 100).toFixed(2)
    lines.push(`${time},${symbol},${isBuy ? 'BUY' : 'SELL'},${price},1.5,${price},0.0675,USDT,0`)
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

type Result = {
  readonly readMs: number
  readonly storeMs: number
  readonly heldMs: number
  readonly statisticsMs: number
  readonly columnsMs: number
  readonly heldReadingMs: number
}
let stage: MarketStage | undefined
let measured: Promise<Result> | undefined
const result = (): Promise<Result> => {
  measured ??= measure()
  return measured
}

async function newUser({ database: { db } }: MarketStage): Promise<string> {
  const id = randomUUID()
  await userRepository(db).insert({ id, email: 'bench@example.com', passwordHash: '', firstName: 'B', lastName: 'B', at: new Date() })
  return id
}

/** The time of `work`, and the longest that the event loop was held meanwhile. */
async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number; readonly heldMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  const value = await work()
  const ms = performance.now() - start
  delay.disable()
  return { value, ms, heldMs: delay.max / 1e6 }
}

async function measure(): Promise<Result> {
  stage = await marketStage({ minuteDays: 1, coins: 1 })
  const { db } = stage.database
  const userId = await newUser(stage)
  const imports = importService({ db, clock: systemClock })
  const bytes = file()
  const read = await timed(() => imports.create(userId, bytes, { name: 'bench.csv' }))
  const stored = await timed(() => imports.confirm(userId, read.value.id))
  if (stored.value.entries !== ROWS) throw new Error(`${stored.value.entries} of ${ROWS} were stored`)
  const thread = new StatisticsThread()
  const statistics = await timed(() => statisticsService(db, thread).statistics(userId, {}))
  await thread.stop()
  const columns = await timed(() => allColumns(userId))
  return {
    readMs: read.ms,
    storeMs: stored.ms,
    heldMs: Math.max(read.heldMs, stored.heldMs),
    statisticsMs: statistics.ms,
    columnsMs: columns.ms,
    heldReadingMs: Math.max(statistics.heldMs, columns.heldMs),
  }
}

async function allColumns(userId: string): Promise<void> {
  if (stage === undefined) throw new Error('the stage is down')
  const trips = tripService(stage.database.db)
  for (let cursor: string | undefined; ; ) {
    const page: { next: string | null } = JSON.parse(await trips.columns(userId, { form: 'columns', ...(cursor && { cursor }) })) as {
      next: string | null
    } // as the contract says
    if (page.next === null) return
    cursor = page.next
  }
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'journal: 100,000 rows imported, read and previewed, confirmed, round trips built',
    run: async () => ({ value: ((await result()).readMs + (await result()).storeMs) / 1_000, unit: 's', limit: 20 }),
  },
  { name: 'journal: the reading and preview of it', run: async () => ({ value: (await result()).readMs / 1_000, unit: 's', limit: null }) },
  {
    name: "journal: longest that the server's thread was held by it",
    run: async () => ({ value: (await result()).heldMs, unit: 'ms', limit: 50 }),
  },
  {
    name: 'journal: statistics of the 50,000 trips it came to',
    run: async () => ({ value: (await result()).statisticsMs / 1_000, unit: 's', limit: null }),
  },
  {
    name: 'journal: all of them by columns, parsed again',
    run: async () => ({ value: (await result()).columnsMs / 1_000, unit: 's', limit: null }),
  },
  {
    name: "journal: longest that the server's thread was held by both, the client's parsing included",
    run: async () => ({ value: (await result()).heldReadingMs, unit: 'ms', limit: null }),
  },
]

/** Stops what was started for it. */
export async function close(): Promise<void> {
  await stage?.close()
}
