import type { LeaderRow } from '@aerie/wire/copies'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { leaderBoard } from './leader-board.ts'

const SOURCE = 'sim:board'
const CROWD = 210
const READER = '00000000-0000-4000-8000-000000000000'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const board = () => leaderBoard({ db: database.db, market: { sourceId: () => SOURCE, hub: { kind: () => 'sim' } as never } }) // the board uses nothing else

async function everyone(limit = '50'): Promise<LeaderRow[]> {
  const rows: LeaderRow[] = []
  let cursor: string | undefined
  do {
    const page = await board().list(READER, { limit, ...(cursor !== undefined && { cursor }) })
    rows.push(...page.data)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return rows
}

async function people(name: string, count: number): Promise<void> {
  await database.db.execute(sql`
    with made as (
      insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
      select gen_random_uuid(), ${name}::text || n || '@example.com', 'x', 'A', 'B', now(), now() from generate_series(1, ${count}::int) n returning id, email
    ), accounts as (
      insert into trading_accounts (id, user_id, source_id, source_kind, kind, deposit, seq, opened_at)
      select gen_random_uuid(), id, ${SOURCE}, 'sim', 'paper', 10000000000, 0, 0 from made returning id
    )
    insert into copy_leaders (user_id, id, name, about, is_open, created_at, updated_at)
    select id, gen_random_uuid(), split_part(email, '@', 1), '', true, now(), now() from made where email like 'lead%'`)
}

const copy = (leaders: string, followers: string, { state, realised }: { state: 'active' | 'stopped'; realised: number }) =>
  database.db.execute(sql`
    insert into copies (id, user_id, account_id, leader_user_id, leader_account_id, leader_id, leader_name, source_id, source_kind, leader_seq,
      allocation, per_trade_limit, daily_loss_limit, total_loss_limit, max_move_bps, late_s, excluded, state, realised, fees, fills, closes, created_at, updated_at)
    select gen_random_uuid(), f.id, fa.id, l.user_id, la.id, l.id, l.name, ${SOURCE}, 'sim', 0,
      1000000000, 1000000000, 1000000000, 1000000000, 50, 10, '[]', ${state}, ${realised}::bigint, 0, 9, ${realised === 0 ? 0 : 1}::int, now(), now()
    from copy_leaders l join trading_accounts la on la.user_id = l.user_id and la.kind = 'paper',
      users f join trading_accounts fa on fa.user_id = f.id
    where l.name like ${leaders} and f.email like ${followers}`)

it('ranks the leader whose followers earned most first, however many leaders have more followers', async () => {
  await people('lead-crowd', CROWD)
  await people('lead-best', 1)
  await people('lead-second', 1)
  await people('follower', 3)
  await copy('lead-crowd%', 'follower%', { state: 'active', realised: 0 })
  await copy('lead-second%', 'follower%', { state: 'stopped', realised: 10_000_000 })
  await copy('lead-best%', 'follower%', { state: 'stopped', realised: 50_000_000 })
  const { data, next } = await board().list(READER, { limit: '200' })
  expect([data.length, next]).toEqual([200, expect.any(String)])
  expect(data.slice(0, 3).map(({ name, followers, followers_result: { value, n } }) => ({ name, followers, value, n }))).toEqual([
    { name: 'lead-best1', followers: 0, value: 0.05, n: 3 },
    { name: 'lead-second1', followers: 0, value: 0.01, n: 3 },
    { name: expect.stringMatching(/^lead-crowd/), followers: 3, value: null, n: 0 },
  ])
})

it('lists a leader who follows live orders on paper once, by the copied account', async () => {
  await database.db.execute(sql`
    insert into trading_accounts (id, user_id, source_id, source_kind, kind, deposit, seq, opened_at)
    select gen_random_uuid(), user_id, ${SOURCE}, 'sim', 'twin', 5000000000, 0, 0 from copy_leaders where name = 'lead-best1'`)
  const rows = await everyone()
  expect(rows.filter(({ name }) => name === 'lead-best1')).toHaveLength(1)
})

it('lists every leader once across pages, with uncopied leaders last', async () => {
  await people('lead-new', 5)
  const rows = await everyone('7')
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows).toHaveLength(CROWD + 2 + 5)
  expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(['lead-best1', 'lead-second1'])
  expect(rows.slice(-5).every(({ name }) => name.startsWith('lead-new'))).toBe(true)
  expect(rows.map(({ id }) => id)).toEqual((await everyone('200')).map(({ id }) => id))
})

it('shows a leader’s own return and drawdown on the deposit, in the unit of the journal', async () => {
  await database.db.execute(sql`
    insert into journal_trips (id, user_id, account_id, origin, source_kind, currency, symbol, side, opened_at, closed_at, size, entry, gross, fees,
      funding, net, resolution, body)
    select gen_random_uuid(), a.user_id, a.id, 'paper', 'sim', 'USDC', 'BTC', 'long', day * 86400000, day * 86400000 + 1, 1, 1, net, 0, 0, net, 'tick', '{}'
    from copy_leaders l join trading_accounts a on a.user_id = l.user_id and a.kind = 'paper', (values (1, -4.2), (1, -5.8), (2, 99.9)) as closed (day, net)
    where l.name = 'lead-second1'`)
  const own = (await everyone()).find(({ name }) => name === 'lead-second1')
  expect([own?.trades, own?.return.n]).toEqual([3, 2])
  expect(own?.return.value).toBeCloseTo(0.00899, 10)
  expect(own?.max_drawdown.value).toBeCloseTo(-0.001, 10)
})

it('continues after the last row of the previous page, even if leaders have risen or left since', async () => {
  const first = await board().list(READER, { limit: '3' })
  const [, , third] = first.data
  const behind = (await everyone()).slice(3).map(({ id }) => id)
  await database.db.execute(sql`update copies set realised = 900000000, closes = 1 where leader_id = ${third?.id}::uuid`)
  await database.db.execute(sql`update copy_leaders set is_open = false where id = ${behind[0]}::uuid`)
  const second = await board().list(READER, { limit: '3', cursor: first.next ?? '' })
  expect(second.data.map(({ id }) => id)).toEqual(behind.slice(1, 4))
  expect((await everyone())[0]?.id).toBe(third?.id)
})

const ID = '00000000-0000-4000-8000-000000000001'
it.each([
  '1',
  `NaN_0_${ID}`,
  `Infinity_0_${ID}`,
  `1e9_0_${ID}`,
  `0.5_-1_${ID}`,
  `0.5_99999999999_${ID}`,
  '0.5_1_x',
  `99999999999999_${ID}`,
  `0.5_1_${ID}' or true --`,
  `-Infinity_0_${ID}\n`,
])('refuses %j as a cursor', async (cursor) => {
  await expect(board().list(READER, { cursor })).rejects.toMatchObject({ code: 'bad_input' })
})

it.each([`-Infinity_0_${ID}`, `${'9'.repeat(30)}.${'9'.repeat(60)}_999999999_${ID}`, `9999999999999_${ID}`, `0_${ID}`])(
  'accepts %s as a valid cursor',
  async (cursor) => expect((await board().list(READER, { cursor })).data).toEqual(expect.any(Array)),
)
