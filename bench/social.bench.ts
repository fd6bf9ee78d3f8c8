import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { systemClock } from '@aerie/core/time'
import { pino } from 'pino'
import { openDatabase } from '../apps/server/src/db/client.ts'
import { startCluster } from '../apps/server/src/db/embedded/cluster.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { MarketService } from '../apps/server/src/modules/market/market-service.ts'
import { socialModule } from '../apps/server/src/modules/social/social-module.ts'
import { scriptedSource } from '../apps/server/test/scripted-source.ts'
import { type Benchmark, median } from './benchmark.ts'

const LEADERS = 10_000
const FOLLOWS = 100_000
const ROUNDS = 50

/** Users, each an author with a place on the board, and who follows whom. */
const FILL = [
  `insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
   select gen_random_uuid(), 'u' || n || '@example.com', 'x', 'A', 'B', now(), now() from generate_series(1, ${LEADERS}) n`,
  'insert into social_authors (user_id, id, created_at) select id, gen_random_uuid(), now() from users',
  `insert into social_names (user_id, name, folded) select id, 'Name ' || left(id::text, 8), id::text from users`,
  `insert into idea_chains (source_id, source_kind, head) values ('sim:bench', 'sim', decode(repeat('00', 32), 'hex'))`,
  `insert into idea_standings (chain, author, scored, n, mean, low, high, excess, is_ranked)
   select 1, id, 30, 20, random(), random() - 0.5, random() + 1, random(), true from social_authors`,
  `insert into social_follows (user_id, author) select u.user_id, a.id from generate_series(1, ${FOLLOWS}) n
   join (select user_id, row_number() over () as place from social_authors) u on u.place = 1 + n % ${LEADERS}
   join (select id, row_number() over () as place from social_authors) a on a.place = 1 + (n * 7919) % ${LEADERS}
   on conflict do nothing`,
  'analyze',
]

async function openStage() {
  const dataDir = mkdtempSync('/tmp/aerie-bench-')
  chmodSync(dataDir, 0o711)
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }))
  const cluster = await startCluster({ dataDir, say: () => undefined, settings: {} })
  const admin = await openDatabase(cluster.url('postgres'), { maxConnections: 1 })
  await admin.pool.query('create database bench')
  await admin.close()
  const { db, pool } = await openDatabase(cluster.url('bench'))
  await migrate(db)
  for (const statement of FILL) await pool.query(statement)
  const script = scriptedSource({ id: 'sim:bench' })
  const logger = pino({ level: 'silent' })
  const market = new MarketService({ makeSource: () => script.source, coins: [], pool, logger })
  const deps = { config: { PAPER_FEES: 'hyperliquid-0' as const }, db, clock: systemClock, logger, market }
  const social = socialModule({ ...deps, notify: () => undefined, requireUser: async () => undefined })
  await market.start()
  const { rows } = await pool.query<{ id: string }>('select id from users limit 1')
  return { social, userId: rows[0]?.id ?? '' }
}

let opened: ReturnType<typeof openStage> | undefined

/** Milliseconds for a page of the board, from the place after `cursor` on. */
async function boardPage(cursor: string | undefined): Promise<number> {
  opened ??= openStage()
  const { social, userId } = await opened
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    const { data } = await social.feed.leaders(userId, { cursor, limit: '50' })
    took.push(performance.now() - began)
    if (data.length !== 50) throw new Error(`${data.length} leaders`)
  }
  return median(took)
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'social: first page of the board of 10,000 leaders',
    run: async () => ({ value: await boardPage(undefined), unit: 'ms', limit: 50 }),
  },
  {
    name: 'social: last page of the board of 10,000 leaders',
    run: async () => ({ value: await boardPage('9950'), unit: 'ms', limit: 50 }),
  },
]
