import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@aerie/core/time'
import { userRepository } from '../apps/server/src/areas/account/details/user-repository.ts'
import { accountKeys } from '../apps/server/src/areas/account/secrets.ts'
import { accessTokens } from '../apps/server/src/areas/account/sessions/access-tokens.ts'
import { sessionService } from '../apps/server/src/areas/account/sessions/session-service.ts'
import { type Benchmark, median } from './benchmark.ts'
import { type MarketStage, marketStage } from './market-stage.ts'

const FOLLOWERS = 1_000
const ROUNDS = 6

let stage: MarketStage | undefined
let measured: Promise<Run> | undefined
type Run = { readonly delays: readonly number[]; readonly lost: number }

const FILL = `
with people as (
  insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
  select gen_random_uuid(), 'copy' || n || '@example.com', 'x', 'A', 'B', now(), now() from generate_series(1, $1) n returning id
),
accounts as (
  insert into trading_accounts (id, user_id, source_id, source_kind, kind, deposit, seq, opened_at)
  select gen_random_uuid(), id, $2, 'sim', 'paper', 10000000000, 0, 0 from people returning id, user_id
),
shares as (
  insert into copy_shares (account_id, seq, body)
  select id, 0, '{"seq": 0, "own": {"#map": []}, "copies": {"#map": []}}' from accounts
  union all select $3::uuid, $5::bigint, jsonb_build_object('seq', $5::bigint, 'own', '{"#map": []}'::jsonb, 'copies', '{"#map": []}'::jsonb)
),
cursor as (insert into copy_cursors (account_id, seq) values ($3::uuid, $5::bigint))
insert into copies (id, user_id, account_id, leader_user_id, leader_account_id, leader_id, leader_name, source_id, source_kind, leader_seq, allocation,
  per_trade_limit, daily_loss_limit, total_loss_limit, max_move_bps, late_s, excluded, state, realised, fees, fills, created_at, updated_at)
select gen_random_uuid(), a.user_id, a.id, $4::uuid, $3::uuid, (select id from copy_leaders where user_id = $4::uuid), 'Leader', $2, 'sim', $5::bigint, 200000000, 1000000000000, 1000000000000,
  1000000000000, 1000, 300, '[]', 'active', 0, 0, 0, now(), now() from accounts a`

async function leaderOf({ database: { db } }: MarketStage): Promise<{ readonly id: string; readonly token: string }> {
  const keys = accountKeys(new Uint8Array(32))
  const tokens = accessTokens({ key: keys.signing, clock: systemClock })
  const sessions = sessionService({ db, clock: systemClock, tokens, refreshKey: keys.refresh, onOpen: () => Promise.resolve() })
  return db.transaction(async (tx) => {
    const repository = userRepository(tx)
    const [id, at] = [randomUUID(), new Date()]
    await repository.insert({ id, email: 'leader@example.com', passwordHash: '', firstName: 'B', lastName: 'B', at })
    await repository.update(id, { isConfirmed: true }, at)
    const owner = await repository.findByEmail('leader@example.com')
    if (owner === undefined) throw new Error('the leader was not stored')
    return { id, token: (await sessions.open(tx, owner, { address: '127.0.0.1', userAgent: 'bench' })).token }
  })
}

async function measure(): Promise<Run> {
  stage = await marketStage({ minuteDays: 1, coins: 1 })
  const { pool } = stage.database
  const { id, token } = await leaderOf(stage)
  const ask = asker(stage.url, token)
  const account = await ask<{ id: string; source: string; seq: number }>('GET', '/trading/account')
  await ask('PUT', '/copies/leader', { name: 'The Leader', about: '' })
  await pool.query(FILL, [FOLLOWERS, account.source, account.id, id, account.seq])
  // Take the duty from its holder, so that the copier restarts and reads all of them.
  await pool.query("update duties set term = term + 1, until = now() - interval '1 second' where name = 'copy'")
  await until(async () => (await count(pool, 'select 1 from trading_accounts where seq > 0')) > FOLLOWERS)
  const delays: number[] = []
  let lost = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await ask('POST', '/orders', {
      client_id: `r${round}`,
      symbol: 'BTC',
      side: round % 2 === 0 ? 'buy' : 'sell',
      type: 'market',
      size: '0.05',
      leverage: 5,
    })
    await until(async () => (await count(pool, FILLED)) >= FOLLOWERS * (round + 1))
    await sleep(200)
  }
  const { rows } = await pool.query<{ delay_ms: number }>(
    `${FILLED} and outcome = 'copied' and body->'filled' = body->'wanted' order by id`,
  )
  for (const { delay_ms } of rows) delays.push(delay_ms)
  lost = FOLLOWERS * ROUNDS - delays.length
  return { delays: delays.slice(FOLLOWERS), lost }
}

/** Entries whose order was filled or that sent none: the delay runs to the stored fill. */
const FILLED = "select delay_ms from copy_log where body->'filled' <> 'null'"

type Pool = MarketStage['database']['pool']
/** Counted in the database: reading thousands of rows would distort the measurement. */
const count = async (pool: Pool, query: string): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from (${query}) counted`)).rows[0]?.n ?? 0

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return
    await sleep(100)
  }
  throw new Error('it did not come about within a minute')
}

const asker =
  (url: string, token: string) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const answer = (await response.json()) as { data: T }
      if (response.ok) return answer.data
      if (response.status !== 503 || tries === 50) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
      await sleep(200)
    }
  }

const run = (): Promise<Run> => {
  measured ??= measure()
  return measured
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'copy: a leader’s fill, stored, to the fill of each of 1,000 followers, stored, median',
    run: async () => ({ value: median((await run()).delays), unit: 'ms', limit: 500 }),
  },
  {
    name: 'copy: the same, the last follower',
    run: async () => ({ value: Math.max(...(await run()).delays), unit: 'ms', limit: null }),
  },
  {
    name: 'copy: followers of six signals that were not copied into',
    run: async () => ({ value: (await run()).lost, unit: 'copies', limit: 0 }),
  },
]

export const close = async (): Promise<void> => void (await stage?.close())
