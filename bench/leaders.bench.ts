import { leaderBoard } from '../apps/server/src/areas/copy/leaders/leader-board.ts'
import { bareDatabase } from './bare-database.ts'
import { type Benchmark, median } from './benchmark.ts'

const LEADERS = 10_000
const ROUNDS = 30
const SOURCE = 'sim:bench'

const FILL = [
  `insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
   select gen_random_uuid(), 'u' || n || '@example.com', 'x', 'A', 'B', now(), now() from generate_series(1, ${LEADERS}) n`,
  `insert into trading_accounts (id, user_id, source_id, source_kind, kind, deposit, seq, opened_at)
   select gen_random_uuid(), id, '${SOURCE}', 'sim', 'paper', 10000000000, 0, 0 from users`,
  `insert into copy_leaders (user_id, id, name, about, is_open, created_at, updated_at)
   select id, gen_random_uuid(), left(id::text, 30), '', true, now(), now() from users`,
  `with people as (
     select u.id, a.id as account, row_number() over () as place from users u join trading_accounts a on a.user_id = u.id
   )
   insert into copies (id, user_id, account_id, leader_user_id, leader_account_id, leader_id, leader_name, source_id, source_kind, leader_seq, allocation,
     per_trade_limit, daily_loss_limit, total_loss_limit, max_move_bps, late_s, excluded, state, realised, fees, fills, closes, created_at, updated_at)
   select gen_random_uuid(), f.id, f.account, l.id, l.account, c.id, c.name, '${SOURCE}', 'sim', 0, 1000000000, 1, 1, 1, 50, 10, '[]', 'active',
     (random() * 200000000 - 100000000)::bigint, 0, 20, 10, now(), now()
   from people l join copy_leaders c on c.user_id = l.id
   cross join generate_series(1, 3) n join people f on f.place = 1 + (l.place + n * 7) % ${LEADERS}`,
  `insert into journal_trips (id, user_id, account_id, origin, source_kind, currency, symbol, side, opened_at, closed_at, size, entry, funding, net, resolution, body)
   select gen_random_uuid(), a.user_id, a.id, 'paper', 'sim', 'USDC', 'BTC', 'long', n * 86400000::bigint, n * 86400000::bigint + 1, 1, 1, 0,
     (random() * 200000000 - 100000000)::bigint, 'none', '{}' from trading_accounts a, generate_series(20001, 20020) n`,
  'analyze',
]

async function lastCursor(board: ReturnType<typeof leaderBoard>, reader: string): Promise<string> {
  const seen = new Set<string>()
  let [cursor, last]: [string | null, string] = [null, '']
  do {
    const { data, next } = await board.list(reader, { limit: '200', ...(cursor !== null && { cursor }) })
    for (const { id } of data) seen.add(id)
    ;[last, cursor] = [cursor ?? last, next]
  } while (cursor !== null)
  if (seen.size !== LEADERS) throw new Error(`${seen.size} leaders on all pages`)
  return last
}

async function openStage() {
  const { db, pool } = await bareDatabase()
  for (const statement of FILL) await pool.query(statement)
  const { rows } = await pool.query<{ user_id: string; id: string }>('select user_id, id from copy_leaders limit 1')
  const market = { sourceId: () => SOURCE, hub: { kind: () => 'sim' } } as unknown as Parameters<typeof leaderBoard>[0]['market']
  const board = leaderBoard({ db, market })
  const reader = rows[0]?.user_id ?? ''
  return { board, reader, leader: rows[0]?.id ?? '', last: await lastCursor(board, reader) }
}

let opened: ReturnType<typeof openStage> | undefined
type Stage = Awaited<ReturnType<typeof openStage>>

async function took(ask: (stage: Stage) => Promise<unknown>): Promise<number> {
  opened ??= openStage()
  const stage = await opened
  const all: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await ask(stage)
    all.push(performance.now() - began)
  }
  return median(all)
}

const pageOf =
  (query: { readonly limit?: string; readonly cursor?: string }) =>
  async ({ board, reader }: Stage): Promise<void> => {
    const { data } = await board.list(reader, query)
    if (data.length !== Number(query.limit ?? 50)) throw new Error(`${data.length} leaders`)
  }

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'copy: the board of 10,000 leaders, ranked by what 30,000 copies brought',
    run: async () => ({ value: await took(pageOf({})), unit: 'ms', limit: 50 }),
  },
  {
    name: 'copy: the same, 200 leaders on the page',
    run: async () => ({ value: await took(pageOf({ limit: '200' })), unit: 'ms', limit: 50 }),
  },
  {
    name: 'copy: the same, its last page',
    run: async () => ({
      value: await took((stage) => pageOf({ limit: '200', cursor: stage.last })(stage)),
      unit: 'ms',
      limit: 50,
    }),
  },
  {
    name: 'copy: one leader of them, with curves',
    run: async () => ({ value: await took(({ board, reader, leader }) => board.find(reader, leader)), unit: 'ms', limit: null }),
  },
]
