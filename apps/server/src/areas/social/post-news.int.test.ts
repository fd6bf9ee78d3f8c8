import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { newsRepository } from './news-repository.ts'
import { postNews } from './post-news.ts'

/** `SOCIAL_KILLS=30` for the long run. */
const KILLS = Number(process.env.SOCIAL_KILLS ?? 4)
const SLICE = 20
/** The most that a killed process notifies, however late the kill comes. */
const MOST = 50 * SLICE
/** More, across both ideas, than the killed processes can notify, so that each is killed midway. */
const FOLLOWERS = (KILLS + 1) * MOST
vi.setConfig({ testTimeout: 120_000 + KILLS * 20_000 })

const CHILD = fileURLToPath(new URL('../../../test/post-kill-child.ts', import.meta.url))
let database: TestDatabase | undefined
beforeEach(async () => {
  await database?.close()
  database = await testDatabase()
})
afterAll(() => database?.close())
const db = () => {
  if (database === undefined) throw new Error('there is no database yet')
  return database.db
}

async function posted({ followers, ideas }: { followers: number; ideas: number }): Promise<string[]> {
  const author = randomUUID()
  await db().execute(sql`insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
    select gen_random_uuid(), 'f' || n || '@example.com', 'x', 'A', 'B', now(), now() from generate_series(0, ${followers}::int) n`)
  await db().execute(
    sql`insert into social_authors (user_id, id, created_at) select id, ${author}::uuid, now() from users where email = 'f0@example.com'`,
  )
  await db().execute(
    sql`insert into social_follows (user_id, author) select id, ${author}::uuid from users where email <> 'f0@example.com'`,
  )
  await db().execute(sql`insert into idea_chains (source_id, source_kind, length, head) values ('sim:post', 'sim', 0, 'x')`)
  const { rows } = await db().execute<{ id: string }>(sql`
    insert into ideas (chain, seq, id, author, symbol, side, entry, target, stop, quote, fee_rate, price_as_of, posted_at, starts_at, due_at,
      step_s, made_at, text_hash, prev_hash, hash)
    select (select number from idea_chains), n, gen_random_uuid(), ${author}::uuid, 'BTC', 'long', 100, 101, 99, 'USD', 0.00045, 0, 0, 0, 900000, 60, 0,
      'x', 'x', 'x' from generate_series(1, ${ideas}::int) n returning id`)
  for (const [index, { id }] of rows.entries()) await newsRepository(db()).addPost(id, new Date(1_000 + index))
  return rows.map(({ id }) => id)
}
const stored = async () => {
  const news = await db().execute<{ idea: string; n: number; users: number }>(
    sql`select idea, count(*)::int as n, count(distinct user_id)::int as users from social_news where event = 'posted' group by idea`,
  )
  const left = await db().execute(sql`select 1 from social_posts`)
  return { news: news.rows, left: left.rows.length }
}

it('notifies each follower of each idea once, the oldest idea first, in batches', async () => {
  const ideas = await posted({ followers: 45, ideas: 2 })
  const notified: { idea: string | undefined; users: readonly string[] }[] = []
  const posts = postNews({ db: db(), slice: 20, notifyNews: async (_event, [idea], users = []) => void notified.push({ idea, users }) })
  await Promise.all([posts.notifyAll(), posts.notifyAll()])
  expect(notified.map(({ idea, users }) => [ideas.indexOf(idea ?? ''), users.length])).toEqual([
    [0, 20],
    [0, 20],
    [0, 5],
    [1, 20],
    [1, 20],
    [1, 5],
  ])
  expect(await stored()).toEqual({ news: expect.arrayContaining(ideas.map((idea) => ({ idea, n: 45, users: 45 }))), left: 0 })
  await posts.notifyAll()
  expect(notified).toHaveLength(6)
})

it('stops if there are exactly as many followers as a batch holds, or none', async () => {
  await posted({ followers: 20, ideas: 1 })
  const notified: number[] = []
  const posts = postNews({ db: db(), slice: 20, notifyNews: async (_event, _ideas, users = []) => void notified.push(users.length) })
  await posts.notifyAll()
  expect([notified, (await stored()).left]).toEqual([[20], 0])
  await db().execute(sql`delete from social_follows`)
  await newsRepository(db()).addPost((await db().execute<{ id: string }>(sql`select id from ideas`)).rows[0]?.id ?? '', new Date())
  await posts.notifyAll()
  expect([notified, (await stored()).left]).toEqual([[20], 0])
})

const lines: string[] = []
let reached = Promise.withResolvers<void>()
let wanted = 0
function start(more: Readonly<Record<string, string>> = {}): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', DATABASE: database?.url ?? '', SLICE: String(SLICE), ...more }
  const child = spawn(process.execPath, [CHILD], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (lines.length >= wanted) reached.resolve()
  })
  return child
}

it(`notifies each follower once across ${KILLS} kill -9 midway, with two processes at once`, async () => {
  const ideas = await posted({ followers: FOLLOWERS, ideas: 2 })
  for (let kill = 0; kill < KILLS; kill += 1) {
    reached = Promise.withResolvers()
    wanted = lines.length + 15 + ((kill * 17) % 40)
    const two = [start({ MOST: String(MOST) }), start({ MOST: String(MOST) })]
    const closed = two.map((child) => once(child, 'close'))
    await Promise.race([reached.promise, ...closed])
    for (const child of two) child.kill('SIGKILL')
    await Promise.all(closed)
  }
  expect((await stored()).left).toBeGreaterThan(0)
  const last = [start(), start()]
  expect((await Promise.all(last.map((child) => once(child, 'close')))).map(([code]) => code)).toEqual([0, 0])
  expect(await stored()).toEqual({ news: expect.arrayContaining(ideas.map((idea) => ({ idea, n: FOLLOWERS, users: FOLLOWERS }))), left: 0 })
  // Killed between write and notification: the follower is not notified. No follower is notified twice.
  expect(new Set(lines).size).toBe(lines.length)
})
