import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { student975 } from '@aerie/journal/sample'
import { standingOf } from '@aerie/social/standing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { T0 } from '../../../test/scripted-source.ts'
import { standingRepository } from './standing-repository.ts'

/** `SOCIAL_KILLS=30` for the long run. */
const KILLS = Number(process.env.SOCIAL_KILLS ?? 4)
/** The most ideas that a killed process reports, however late the kill comes; it scores some more without reporting them. */
const MOST = 160
/** More than the killed processes can score, so that each is killed midway. */
const IDEAS = (KILLS + 1) * 400
const AUTHORS = 5
vi.setConfig({ testTimeout: 120_000 + KILLS * 20_000 })

const CHILD = fileURLToPath(new URL('../../../test/idea-kill-child.ts', import.meta.url))
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  for (let number = 0; number < AUTHORS; number += 1) {
    const user = randomUUID()
    await db.execute(sql`insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
      values (${user}, ${`kill${number}@example.com`}, 'x', 'K', 'L', now(), now())`)
    await db.execute(sql`insert into social_authors (user_id, id, created_at) values (${user}, gen_random_uuid(), now())`)
  }
  await db.execute(sql`insert into idea_chains (source_id, source_kind, length, head) values ('sim:kill', 'sim', ${IDEAS}, 'x')`)
  await db.execute(sql`
    insert into ideas (chain, seq, id, author, symbol, side, entry, target, stop, quote, fee_rate, price_as_of, posted_at, starts_at, due_at,
      step_s, made_at, text_hash, prev_hash, hash)
    select (select number from idea_chains), n, gen_random_uuid(), (array(select id from social_authors order by id))[1 + n % ${AUTHORS}::int], 'BTC', 'long',
      100, 101 + n % 5, 99 - n % 3, 'USD', 0.00045, begun, begun, begun, begun + 900000, 60, begun, 'x', 'x', 'x'
    from generate_series(1, ${IDEAS}::int) n, lateral (select ${T0}::bigint - (20 + n % 600) * 60000 as begun) at`)
})
afterAll(() => database.close())

const lines: string[] = []
let reached = Promise.withResolvers<void>()
let wanted = 0
function start(more: Readonly<Record<string, string>> = {}): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', DATABASE: database.url, ...more }
  const child = spawn(process.execPath, [CHILD], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (lines.length >= wanted) reached.resolve()
  })
  return child
}
const passDuty = () => database.db.execute(sql`update duties set until = now() - interval '1 second'`)

it(`scores each idea once across ${KILLS} kill -9 midway, with two processes at once`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    reached = Promise.withResolvers()
    wanted = lines.length + 15 + ((kill * 17) % 40)
    const two = [start({ MOST: String(MOST) }), start({ MOST: String(MOST) })]
    const closed = two.map((child) => once(child, 'close'))
    await Promise.race([reached.promise, ...closed])
    for (const child of two) child.kill('SIGKILL')
    await Promise.all(closed)
    await passDuty()
  }
  const left = await database.db.execute(sql`select count(*)::int as n from ideas where seq not in (select seq from idea_scores)`)
  expect(left.rows[0]?.n).toBeGreaterThan(0)
  const last = [start(), start()]
  expect((await Promise.all(last.map((child) => once(child, 'close')))).map(([code]) => code)).toEqual([0, 0])

  const { rows } = await database.db.execute(sql`select count(*)::int as scores, count(r)::int as known from idea_scores`)
  expect(rows[0]).toEqual({ scores: IDEAS, known: IDEAS })
  // Killed between write and notification: the author is not notified. No author is notified twice.
  expect(new Set(lines).size).toBe(lines.length)
  const standings = standingRepository(database.db)
  const authors = await database.db.execute<{ id: string; chain: number }>(
    sql`select id, (select number from idea_chains)::int as chain from social_authors`,
  )
  for (const { id, chain } of authors.rows)
    expect(await standings.find(chain, id)).toEqual(standingOf(await standings.rated(chain, id), student975))
})
