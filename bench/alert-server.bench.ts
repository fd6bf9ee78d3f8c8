import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@aerie/core/time'
import { COINS } from '@aerie/market/catalogue'
import { listenerSet } from '@aerie/runtime/listener-set'
import type { Notice } from '@aerie/wire/notices'
import { pino } from 'pino'
import { deliveryStatesOf } from '../apps/server/src/areas/alerts/deliveries/deliveries-module.ts'
import { deliveriesOf, enqueue } from '../apps/server/src/areas/alerts/deliveries/delivery-outbox.ts'
import { alertsModule } from '../apps/server/src/areas/alerts/index.ts'
import { MarketService } from '../apps/server/src/areas/market/service.ts'
import { openDatabase } from '../apps/server/src/platform/db/client.ts'
import { startCluster } from '../apps/server/src/platform/db/embedded/cluster.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDuties } from '../apps/server/src/platform/duties/duty.ts'
import { createHealthRegistry } from '../apps/server/src/platform/health/health-registry.ts'
import { NO_SOURCES } from '../apps/server/test/no-alert-sources.ts'
import { scriptedSource, tickOf } from '../apps/server/test/scripted-source.ts'
import { testBus } from '../apps/server/test/test-bus.ts'
import { type Benchmark, median } from './benchmark.ts'

const ALERTS = 100_000
const FIRED = 1_000
const USERS = 200
const PRICE = 10_000
const TICKS = 100_000
const ROUNDS = 5
/** Users with an alert on their filled orders, one each. */
const TRADERS = 20_000
const FILLS = 2_000
const coins = COINS.slice(0, 67).map((coin) => ({ ...coin, logo: '', color: '#112233', industries: [] }))
const symbols = coins.map(({ symbol }) => symbol)

const FILL = `
  insert into alerts (id, user_id, kind, symbol, terms, state, phase, source_id, created_at, updated_at)
  select gen_random_uuid(), u.id, 'price', s.symbol, jsonb_build_object('kind', 'price', 'symbol', s.symbol, 'direction', 'above', 'level', s.level::text,
    'repeat', 'once', 'channels', '["app"]'::jsonb), 'active', 'false', 'sim:bench', now(), now()
  from (select n, ($3::text[])[case when n <= $2::int then 1 else 1 + n % array_length($3::text[], 1) end] as symbol,
    case when n <= $2::int then $4::float8 + 100 + n / 100.0 else $4::float8 * 2 + n % 89 end as level from generate_series(1, $1::int) n) s
  join (select id, row_number() over () as number from users) u on u.number = 1 + s.n % $5::int`

const FILL_TRADERS = `
  with traders as (
    insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
    select gen_random_uuid(), 't' || n || '@example.com', 'x', 'A', 'B', now(), now() from generate_series(1, $1::int) n returning id
  )
  insert into alerts (id, user_id, kind, symbol, terms, state, phase, source_id, judged_at, created_at, updated_at)
  select gen_random_uuid(), id, 'order_filled', $2, jsonb_build_object('kind', 'order_filled', 'symbol', $2::text, 'repeat', 'every',
    'channels', '["app"]'::jsonb), 'active', 'fresh', 'sim:bench', 0, now(), now() from traders returning user_id`

async function openStage() {
  const dataDir = mkdtempSync('/tmp/aerie-bench-')
  chmodSync(dataDir, 0o711)
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }))
  const cluster = await startCluster({ dataDir, print: () => undefined, settings: {} })
  const admin = await openDatabase(cluster.url('postgres'), { maxConnections: 1 })
  await admin.pool.query('create database bench')
  await admin.close()
  const { db, pool } = await openDatabase(cluster.url('bench'))
  await migrate(db)
  await pool.query(
    `insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
     select gen_random_uuid(), 'u' || n || '@example.com', 'x', 'A', 'B', now(), now() from generate_series(1, $1) n`,
    [USERS],
  )
  await pool.query(FILL, [ALERTS, FIRED, symbols, PRICE, USERS])
  const traders = (await pool.query<{ user_id: string }>(FILL_TRADERS, [TRADERS, symbols[0]])).rows.map(({ user_id }) => user_id)
  await pool.query('analyze')
  const script = scriptedSource({ id: 'sim:bench' })
  script.setNow(Date.now())
  const logger = pino({ level: 'silent' })
  const market = new MarketService({ makeSource: () => script.source, coins, pool, logger })
  const notices = listenerSet()
  const deliveries = {
    enqueue,
    deliveriesOf: (ids: readonly string[]) => deliveriesOf(db, ids),
    deliveryStatesOf: (ids: readonly string[]) => deliveryStatesOf(db, ids),
    hint: () => undefined,
  }
  const shared = {
    db,
    duties: openDuties({ pool }),
    clock: systemClock,
    logger,
    health: createHealthRegistry([]),
    market,
    deliveries,
    sources: NO_SOURCES,
    onTradingOpened: () => () => undefined,
  }
  const alerts = alertsModule({ ...shared, bus: testBus(), notify: () => notices.emit() })
  await market.start()
  script.emit().ticks(symbols.map((symbol) => tickOf(symbol, PRICE, Date.now())))
  await alerts.start?.()
  while (alerts.watch()?.count() !== ALERTS + TRADERS) await sleep(20)
  return { pool, script, alerts, notices, traders }
}

let opened: ReturnType<typeof openStage> | undefined
const stage = (): ReturnType<typeof openStage> => {
  opened ??= openStage()
  return opened
}

async function quietTick(): Promise<number> {
  const { script } = await stage()
  let at = Date.now()
  const round = (): number => {
    const before = process.cpuUsage()
    for (let tick = 0; tick < TICKS; tick += 1) {
      at += 1
      script.setNow(at)
      script.emit().ticks([tickOf(symbols[tick % symbols.length] ?? 'BTC', PRICE + (tick % 50), at)])
    }
    return process.cpuUsage(before).user / TICKS
  }
  round()
  return median(Array.from({ length: ROUNDS }, round))
}

async function firstNotice(): Promise<number> {
  const { pool, script, alerts, notices } = await stage()
  const first = Promise.withResolvers<number>()
  const at = Date.now() + 10_000_000
  script.setNow(at)
  await alerts.watch()?.idle()
  script.emit().ticks([tickOf(symbols[0] ?? 'BTC', PRICE + 100.015, at)])
  await alerts.watch()?.idle()
  await sleep(200)
  notices.subscribe(() => first.resolve(performance.now()))
  const began = performance.now()
  script.emit().ticks([tickOf(symbols[0] ?? 'BTC', PRICE + 200, at)])
  const took = (await first.promise) - began
  await alerts.watch()?.idle()
  const { rows } = await pool.query<{ fired: number; told: number }>(
    'select (select count(distinct alert_id)::int from alert_firings) as fired, (select count(*)::int from deliveries) as told',
  )
  if (rows[0]?.fired !== FIRED || rows[0]?.told !== FIRED) throw new Error(`lost: ${JSON.stringify(rows[0])}`)
  return took
}

const fillNotice = (id: number, symbol: string): Notice => {
  const updated_at = new Date().toISOString()
  return { kind: 'order', account: 'paper', first_seq: id, seq: id, data: { id: `order ${id}`, symbol, state: 'filled', updated_at } }
}

/** CPU microseconds of a fill whose user has an alert on fills of another coin. */
async function quietFill(): Promise<number> {
  const { alerts, traders } = await stage()
  const round = (): number => {
    const before = process.cpuUsage()
    for (let fill = 0; fill < FILLS; fill += 1) alerts.notify(traders[fill] ?? '', fillNotice(fill, symbols[1] ?? 'ETH'))
    return process.cpuUsage(before).user / FILLS
  }
  round()
  return median(Array.from({ length: ROUNDS }, round))
}

/** Microseconds a firing until all are stored, each of another user. */
async function storedFills(): Promise<number> {
  const { pool, alerts, traders } = await stage()
  const fired = traders.slice(0, FILLS)
  const began = performance.now()
  for (const [at, userId] of fired.entries()) alerts.notify(userId, fillNotice(at, symbols[0] ?? 'BTC'))
  await alerts.watch()?.idle()
  const took = performance.now() - began
  const { rows } = await pool.query<{ fired: number }>(
    "select count(distinct user_id)::int as fired from alert_firings where terms->>'kind' = 'order_filled'",
  )
  if (rows[0]?.fired !== FILLS) throw new Error(`lost: ${JSON.stringify(rows[0])}`)
  return (took * 1_000) / FILLS
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'alerts: a quiet tick through the server, 100,000 alerts on 67 coins',
    run: async () => ({ value: await quietTick(), unit: 'us', limit: 5 }),
  },
  { name: 'alerts: first notice of 1,000 firings, stored', run: async () => ({ value: await firstNotice(), unit: 'ms', limit: 50 }) },
  {
    name: 'alerts: a filled order that fires nothing, 20,000 alerts on filled orders',
    run: async () => ({ value: await quietFill(), unit: 'us', limit: 50 }),
  },
  {
    name: 'alerts: a firing of 2,000 for as many filled orders, stored',
    run: async () => ({ value: await storedFills(), unit: 'us', limit: 1_000 }),
  },
]
