import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type Candle, INTERVAL_MS } from '@aerie/core/market/candle'
import { DAY_MS, type EpochMs, systemClock } from '@aerie/core/time'
import { COINS } from '@aerie/market/catalogue'
import { pino } from 'pino'
import { buildApp } from '../apps/server/src/app.ts'
import { type CandleStore, candleStore } from '../apps/server/src/areas/market/candles/candle-store.ts'
import { market } from '../apps/server/src/areas/market/index.ts'
import { parseConfig } from '../apps/server/src/config.ts'
import { type OpenDatabase, openDatabase } from '../apps/server/src/platform/db/client.ts'
import { startCluster } from '../apps/server/src/platform/db/embedded/cluster.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'

export type MarketStage = {
  readonly url: string
  readonly database: OpenDatabase
  readonly store: CandleStore
  readonly close: () => Promise<void>
}

type Options = { readonly minuteDays: number; readonly coins: number }

const CANDLES_A_WRITE = 5_000
const SEED = 7

/** The whole production server on its own PostgreSQL, with the simulated market and `minuteDays` days of minute candles stored. */
export async function marketStage({ minuteDays, coins }: Options): Promise<MarketStage> {
  // Not in os.tmpdir(): socket paths have a length limit.
  const dataDir = mkdtempSync('/tmp/aerie-bench-')
  chmodSync(dataDir, 0o711)
  // The runner ends the process, and PostgreSQL with it; its folder is removed too.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }))
  const cluster = await startCluster({ dataDir, print: () => undefined, settings: {} })
  const admin = await openDatabase(cluster.url('postgres'), { maxConnections: 1 })
  await admin.pool.query('create database bench')
  await admin.close()
  const database = await openDatabase(cluster.url('bench'))
  await migrate(database.db)
  const store = await candleStore(database.pool, `sim:${SEED}`)
  for (const { symbol } of COINS.slice(0, coins)) await fillMinutes(store, symbol, minuteDays)
  await database.pool.query('vacuum analyze candles')

  const config = parseConfig({ PORT: '0', LOG_LEVEL: 'silent', MARKET_SOURCE: 'sim', MARKET_SEED: String(SEED), DATA_DIR: dataDir })
  const logger = pino({ level: 'silent' })
  const aerie = await buildApp({
    config,
    secretKey: new Uint8Array(32),
    db: database.db,
    clock: systemClock,
    logger,
    version: 'bench',
    webRoot: dataDir,
  })
  const url = await aerie.listen()
  await aerie.start()
  await aerie.apiOf(market).service.settled()
  return {
    url,
    database,
    store,
    close: async () => {
      await aerie.close()
      await database.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function walkOf(days: number, now: EpochMs | number = Date.now()): Candle[] {
  const step = INTERVAL_MS['1m'] / 1000
  const end = Math.floor(now / 1000 / step) * step
  const count = (days * DAY_MS) / INTERVAL_MS['1m']
  let price = 50_000
  return Array.from({ length: count }, (_, index) => {
    const open = price
    price *= 1 + Math.sin(index * 12.9898) * 0.001
    return {
      time: end - (count - index) * step,
      open,
      high: Math.max(open, price),
      low: Math.min(open, price),
      close: price,
      volume: 12.345_678 + (index % 7),
    }
  })
}

async function fillMinutes(store: CandleStore, symbol: string, days: number): Promise<void> {
  const candles = walkOf(days)
  for (let start = 0; start < candles.length; start += CANDLES_A_WRITE) {
    const batch = candles.slice(start, start + CANDLES_A_WRITE)
    await store.write(batch.map((candle) => ({ symbol, interval: '1m', candle })))
  }
  const [first, last] = [candles[0], candles.at(-1)]
  if (first !== undefined && last !== undefined) await store.write([], [{ symbol, interval: '1m', from: first.time, to: last.time + 60 }])
}
