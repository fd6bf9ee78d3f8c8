import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '@aerie/core/time'
import { userRepository } from '../apps/server/src/areas/account/details/user-repository.ts'
import { importService } from '../apps/server/src/areas/journal/imports/import-service.ts'
import { statisticsService } from '../apps/server/src/areas/journal/statistics/statistics-service.ts'
import { StatisticsThread } from '../apps/server/src/areas/journal/statistics/statistics-thread.ts'
import { tripService } from '../apps/server/src/areas/journal/trips/trip-service.ts'
import type { Benchmark } from './benchmark.ts'
import { type Held, watchLoop } from './loop-watch.ts'
import { type MarketStage, marketStage } from './market-stage.ts'

const ROWS = 100_000
const SYMBOLS = 40
const START = Date.UTC(2024, 0, 1)
const IDLE_MS = 10_000

/** A column that no format reads: 200,000 rows make a file of some 50 MB. */
const REMARK = 'x'.repeat(170)
const MOST_ROWS = 200_000

/** Fills of forty markets, alternating sides: every second one closes a trip. */
function file(rows: number, remark = ''): Uint8Array {
  const lines = ['Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit,Remark']
  for (let at = 0; at < rows; at += 1) {
    const symbol = `C${at % SYMBOLS}USDT`
    const isBuy = Math.floor(at / SYMBOLS) % 2 === 0
    const time = new Date(START + at * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    const price = (100 + ((at * 7_919) % 1_000) / 100).toFixed(2)
    lines.push(`${time},${symbol},${isBuy ? 'BUY' : 'SELL'},${price},1.5,${price},0.0675,USDT,0,${remark}${remark === '' ? '' : at}`)
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

/** Our own export: each row is a trip, every second one with a note. */
function ownFile(rows: number): Uint8Array {
  const lines = [
    'trip,origin,source,symbol,side,opened_at,closed_at,size,entry,exit,currency,gross,fees,funding,net,risk,r,mae,mfe,mae_part,mfe_part,resolution,slippage,arrival_slippage,trigger_slippage,tags,rating,note',
  ]
  for (let at = 0; at < rows; at += 1) {
    const [opened, closed] = [0, 45 * 60_000].map((after) => new Date(START + at * 60_000 + after).toISOString())
    const gross = ((at % 101) - 50) / 8
    const money = `${gross},0.125,-0.0625,${gross - 0.1875},20.5,${(gross - 0.1875) / 20.5},-7.25,8.5,-0.0483,0.0567`
    const optionalFields = at % 2 === 0 ? 'breakout,4,' : ',,'
    lines.push(
      `${randomUUID()},paper,live,C${at % SYMBOLS},long,${opened},${closed},1.5,100.25,101.5,USDC,${money},tick,0.05,0.04,,${optionalFields}`,
    )
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

type Result = {
  readonly ownMs: number
  readonly againMs: number
  readonly readMs: number
  readonly storeMs: number
  readonly held: Held
  readonly idle: Held
  readonly largest: Held
  readonly statisticsMs: number
  readonly columnsMs: number
  readonly heldReading: Held
}
let stage: MarketStage | undefined
let measured: Promise<Result> | undefined
const result = (): Promise<Result> => {
  measured ??= measure()
  return measured
}

async function newUser({ database: { db } }: MarketStage): Promise<string> {
  const id = randomUUID()
  await userRepository(db).insert({ id, email: `${id}@example.com`, passwordHash: '', firstName: 'B', lastName: 'B', at: new Date() })
  return id
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number; readonly held: Held }> {
  const watch = watchLoop()
  const start = performance.now()
  const value = await work()
  return { value, ms: performance.now() - start, held: watch.stop() }
}

const longer = (a: Held, b: Held): Held => ({
  clockMs: Math.max(a.clockMs, b.clockMs),
  processorMs: Math.max(a.processorMs, b.processorMs),
})

async function measure(): Promise<Result> {
  stage = await marketStage({ minuteDays: 1, coins: 1 })
  const { db } = stage.database
  const userId = await newUser(stage)
  const imports = importService({ db, clock: systemClock, folder: mkdtempSync(join(tmpdir(), 'aerie-bench-')) })
  const bytes = file(ROWS)
  const idle = await timed(() => setTimeout(IDLE_MS))
  const read = await timed(() => imports.create(userId, Readable.from([bytes]), { name: 'bench.csv' }))
  const stored = await timed(() => imports.confirm(userId, read.value.id))
  if (stored.value.entries !== ROWS) throw new Error(`${stored.value.entries} of ${ROWS} were stored`)
  const most = file(MOST_ROWS, REMARK)
  const largest = await timed(async () => {
    const { id } = await imports.create(userId, Readable.from([most]), { name: 'largest.csv' })
    await imports.choose(userId, id, { date_order: 'day-first' })
  })
  const thread = new StatisticsThread()
  const { statistics: report } = statisticsService(db, { few: thread, many: thread })
  const statistics = await timed(() => report(userId, {}))
  const again = await timed(() => report(userId, {}))
  await thread.stop()
  const columns = await timed(() => allColumns(userId))
  const other = await newUser(stage)
  const ownBytes = ownFile(ROWS)
  const own = await timed(async () => {
    const { id } = await imports.create(other, Readable.from([ownBytes]), { name: 'journal.csv' })
    return imports.confirm(other, id)
  })
  if (own.value.trips !== ROWS) throw new Error(`${own.value.trips} of ${ROWS} exported trips were stored`)
  return {
    ownMs: own.ms,
    againMs: again.ms,
    readMs: read.ms,
    storeMs: stored.ms,
    held: longer(read.held, stored.held),
    idle: idle.held,
    largest: largest.held,
    statisticsMs: statistics.ms,
    columnsMs: columns.ms,
    heldReading: longer(statistics.held, columns.held),
  }
}

async function allColumns(userId: string): Promise<void> {
  if (stage === undefined) throw new Error('the stage is down')
  const trips = tripService(stage.database.db)
  for (let cursor: string | undefined; ; ) {
    const page: { next: string | null } = JSON.parse(await trips.columns(userId, { form: 'columns', ...(cursor && { cursor }) })) as {
      next: string | null
    }
    if (page.next === null) return
    cursor = page.next
  }
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'journal: 100,000 rows imported, read and previewed, confirmed, round trips built',
    run: async () => ({ value: ((await result()).readMs + (await result()).storeMs) / 1_000, unit: 's', limit: 20 }),
  },
  { name: 'journal: parsing and preview alone', run: async () => ({ value: (await result()).readMs / 1_000, unit: 's', limit: null }) },
  {
    name: "journal: longest block of the server's thread meanwhile, wall time",
    run: async () => ({ value: (await result()).held.clockMs, unit: 'ms', limit: 50 }),
  },
  {
    name: 'journal: the same, CPU time of that thread',
    run: async () => ({ value: (await result()).held.processorMs, unit: 'ms', limit: 50 }),
  },
  {
    name: 'journal: the same without an import, wall time',
    run: async () => ({ value: (await result()).idle.clockMs, unit: 'ms', limit: null }),
  },
  {
    name: 'journal: parsing a file of 50 MB and 200,000 rows twice: longest block of that thread, CPU time',
    run: async () => ({ value: (await result()).largest.processorMs, unit: 'ms', limit: 50 }),
  },
  {
    name: 'journal: statistics of the resulting 50,000 trips',
    run: async () => ({ value: (await result()).statisticsMs / 1_000, unit: 's', limit: null }),
  },
  {
    name: 'journal: the same requested again, unchanged',
    run: async () => ({ value: (await result()).againMs / 1_000, unit: 's', limit: null }),
  },
  {
    name: 'journal: 100,000 round trips of our own export imported, read and previewed, confirmed',
    run: async () => ({ value: (await result()).ownMs / 1_000, unit: 's', limit: 20 }),
  },
  {
    name: 'journal: all of them by columns, parsed by the client',
    run: async () => ({ value: (await result()).columnsMs / 1_000, unit: 's', limit: null }),
  },
  {
    name: "journal: longest block of the server's thread by both, client parsing included",
    run: async () => ({ value: (await result()).heldReading.clockMs, unit: 'ms', limit: null }),
  },
]

export async function close(): Promise<void> {
  await stage?.close()
}
