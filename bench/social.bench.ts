import { systemClock } from '@aerie/core/time'
import { pino } from 'pino'
import { MarketService } from '../apps/server/src/areas/market/service.ts'
import { socialModule } from '../apps/server/src/areas/social/index.ts'
import { openDuties } from '../apps/server/src/platform/duties/duty.ts'
import { scriptedSource, tickOf } from '../apps/server/test/scripted-source.ts'
import { bareDatabase } from './bare-database.ts'
import { type Benchmark, median } from './benchmark.ts'

const LEADERS = 10_000
const FOLLOWS = 100_000
const ROUNDS = 50
const COINS = [{ symbol: 'BTC', name: 'BTC', logo: '', color: '#112233', industries: [] }]
const IDEA = { symbol: 'BTC', side: 'long', target: 110, stop: 95, horizon_s: 900, text: 'Up.' } as const

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
  const { db, pool } = await bareDatabase()
  for (const statement of FILL) await pool.query(statement)
  const script = scriptedSource({ id: 'sim:bench' })
  const logger = pino({ level: 'silent' })
  const market = new MarketService({ makeSource: () => script.source, coins: COINS, pool, logger })
  const deps = { config: { PAPER_FEES: 'hyperliquid-0' as const }, db, duties: openDuties({ pool }), clock: systemClock, logger, market }
  const social = socialModule({ ...deps, notify: () => undefined })
  await market.start()
  await market.settled()
  script.emit().ticks([tickOf('BTC', 100)])
  const { rows } = await pool.query<{ id: string }>('select id from users limit 1')
  return { social, pool, userId: rows[0]?.id ?? '' }
}

let opened: ReturnType<typeof openStage> | undefined

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

type Post = { readonly stored: number; readonly notified: number }

/** Milliseconds until an idea of an author with all users as followers is stored, and until all of them have its notice. */
async function post(): Promise<Post> {
  opened ??= openStage()
  const { social, pool, userId } = await opened
  await pool.query('delete from social_follows f using social_authors a where f.author = a.id and f.user_id = a.user_id')
  await pool.query(
    `insert into social_follows (user_id, author)
     select u.id, a.id from users u, social_authors a where a.user_id = $1 and u.id <> $1 on conflict do nothing`,
    [userId],
  )
  const all: Post[] = []
  for (let round = 0; round < 3; round += 1) {
    const began = performance.now()
    await social.posting.post(userId, { body: IDEA, key: undefined })
    const stored = performance.now() - began
    await social.notifyPosts()
    all.push({ stored, notified: performance.now() - began })
  }
  const { rows } = await pool.query<{ n: number }>("select count(*)::int as n from social_news where event = 'posted'")
  if (rows[0]?.n !== all.length * (LEADERS - 1)) throw new Error(`${rows[0]?.n} were told`)
  return { stored: median(all.map((one) => one.stored)), notified: median(all.map((one) => one.notified)) }
}

let posted: Promise<Post> | undefined
const postOnce = (): Promise<Post> => {
  posted ??= post()
  return posted
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
  {
    name: 'social: an idea of an author with 10,000 followers, stored',
    run: async () => ({ value: (await postOnce()).stored, unit: 'ms', limit: 20 }),
  },
  {
    name: 'social: the same, until each follower has it in their news',
    run: async () => ({ value: (await postOnce()).notified, unit: 'ms', limit: null }),
  },
]
