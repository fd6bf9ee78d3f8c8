import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@aerie/core/time'
import type { AuthorProfile, Idea, LeadersPage, OwnAuthor } from '@aerie/wire/ideas'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LONG, type SocialStage, socialStage } from '../../../test/social-stage.ts'
import { ideaScores, ideas } from '../../platform/db/schema/social.ts'
import { verifyIdeas } from './index.ts'

let s: SocialStage
beforeAll(async () => {
  s = await socialStage()
})
afterAll(() => s.close())
beforeEach(() => s.price(100))

const run = (first: readonly [number, number, number?], rest: readonly [number, number, number?] = [99, 101, 100]): void => {
  s.minute(first)
  for (let minute = 1; minute < 15; minute += 1) s.minute(rest)
}
const scoreOf = async (token: string, id: string) => (await s.idea(token, id)).score

describe('posting', () => {
  it('takes the entry from the server’s market, with its source and its age, and responds as the wire schema defines', async () => {
    const { token } = await s.user()
    const idea = await s.post(token)
    expect(idea).toMatchObject({ symbol: 'BTC', side: 'long', entry: '100', target: '110', stop: '95', horizon_s: 900, state: 'open' })
    expect(idea).toMatchObject({ source: 'sim:test', source_kind: 'sim', quote: 'USD', step_s: 60, fee_rate: 0.00045, score: null })
    expect(Date.parse(idea.due_at) - Date.parse(idea.starts_at)).toBe(15 * MINUTE_MS)
    expect([idea.price_as_of, idea.posted_at]).toEqual([new Date(s.now()).toISOString(), new Date(s.now()).toISOString()])
  })

  it.each([
    ['a target behind the entry', { target: '99' }, 422, 'target'],
    ['a stop before it', { stop: '101' }, 422, 'stop'],
    ['a target too near', { target: '100.05' }, 422, 'target'],
    ['a price of 0', { stop: '0' }, 400, 'stop'],
    ['a price that is no decimal', { target: '1e3' }, 400, 'target'],
    ['a horizon of a second', { horizon_s: 1 }, 400, 'horizon_s'],
    ['a horizon of a month', { horizon_s: 2_592_000 }, 400, 'horizon_s'],
    ['a blank text', { text: ' \n ' }, 400, 'text'],
    ['a text of a megabyte', { text: 'x'.repeat(10_000) }, 400, 'text'],
    ['a NUL in the text', { text: 'a\u0000b' }, 400, 'text'],
    ['a side of its own', { side: 'both' }, 400, 'side'],
  ])('refuses %s and names the field', async (_what, more, status, field) => {
    const { token } = await s.user()
    const answer = await s.call('POST', token, '', { ...LONG, ...more })
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([status, [field]])
  })

  it('refuses a stale or unknown market', async () => {
    const { token } = await s.user()
    expect((await s.call('POST', token, '', { ...LONG, symbol: 'NONE' })).status).toBe(404)
    s.silence(MINUTE_MS)
    expect((await s.call('POST', token, '', LONG)).status).toBe(503)
    s.price(100)
    expect((await s.call('POST', token, '', LONG)).status).toBe(201)
  })

  it('creates one idea per idempotency key, however often it is sent at once; another body is refused', async () => {
    const { token } = await s.user()
    const headers = { 'idempotency-key': randomUUID() }
    const keyed = (body: object) => s.send<Idea>({ method: 'POST', token, path: '', body, headers })
    const answers = await Promise.all(Array.from({ length: 4 }, () => keyed(LONG)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await keyed({ ...LONG, target: '120' })).status).toBe(409)
  })

  it('allows at most three open ideas per coin, on both sides together, even if sent at once', async () => {
    const { token } = await s.user()
    const short = { ...LONG, side: 'short', target: '90', stop: '105' }
    const answers = await Promise.all([LONG, short, LONG, short, LONG].map((body) => s.call('POST', token, '', body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 422, 422])
    expect((await s.call('POST', token, '', { ...LONG, symbol: 'ETH', target: '60', stop: '45' })).status).toBe(503)
    s.price(50, 'ETH')
    expect((await s.call('POST', token, '', { ...LONG, symbol: 'ETH', target: '60', stop: '45' })).status).toBe(201)
  })

  it('returns 429 on a flood', async () => {
    const { token } = await s.user()
    const answers = []
    for (let sent = 0; sent < 12; sent += 1) answers.push((await s.call('POST', token, '', LONG)).status)
    expect(answers.slice(-2)).toEqual([429, 429])
  })
})

describe('scores', () => {
  it('are written once the horizon has ended, by first touch, net of fees, and reported to the author', async () => {
    const { token, userId } = await s.user()
    const { id } = await s.post(token)
    run([100, 111], [99, 101, 100])
    await s.stage().social.look()
    const idea = await s.idea(token, id)
    expect(idea.state).toBe('scored')
    expect(idea.score).toMatchObject({ outcome: 'target', exit: '110', is_both: false, r: 2, hold_r: 0 })
    expect(idea.score?.net_r).toBeCloseTo(2 - (0.00045 * 210) / 5, 12)
    expect(s.news(userId)).toMatchObject([{ unread: 1, news: { idea: id, event: 'scored', symbol: 'BTC', is_read: false } }])
    expect(s.news(userId)[0]?.news?.net_r).toBeCloseTo(idea.score?.net_r ?? Number.NaN, 12)
  })

  it('do not exist before, and count a minute that touches both as the stop', async () => {
    const { token } = await s.user()
    const { id } = await s.post(token)
    s.minute([94, 111, 100])
    await s.stage().social.look()
    expect(await scoreOf(token, id)).toBeNull()
    for (let minute = 1; minute < 15; minute += 1) s.minute([99, 101])
    await s.stage().social.look()
    expect(await scoreOf(token, id)).toMatchObject({ outcome: 'stop', r: -1, is_both: true })
  })

  it('are unknown, never 0, where minutes are missing', async () => {
    const { token } = await s.user()
    const { id } = await s.post(token)
    s.minute([99, 101])
    s.silence(14 * MINUTE_MS)
    s.price(104)
    await s.stage().social.look()
    expect(await s.idea(token, id)).toMatchObject({ state: 'open', score: null })
    s.silence(25 * 60 * MINUTE_MS)
    s.price(100)
    await s.stage().social.look()
    expect(await s.idea(token, id)).toMatchObject({ state: 'missing', score: null })
  })

  it('are computed after a restart, from stored data, and after a kill by the next process', async () => {
    const { token } = await s.user()
    const { id } = await s.post(token)
    run([94, 101])
    await s.kill()
    await s.start()
    await s.stage().social.look()
    expect(await scoreOf(token, id)).toMatchObject({ outcome: 'stop', r: -1 })
  })

  it('are written once when two processes run at once', async () => {
    const { token, userId } = await s.user()
    const { id } = await s.post(token)
    run([100, 110])
    const other = s.newModule(s.stage().market)
    await Promise.all([s.stage().social.look(), other.look(), s.stage().social.look(), other.look()])
    const written = await s.db.select().from(ideaScores).innerJoin(ideas, eq(ideas.seq, ideaScores.seq)).where(eq(ideas.id, id))
    expect(written).toHaveLength(1)
    expect(s.news(userId)).toHaveLength(1)
    await other.stop()
  })

  it('and claims are immutable in the database too', async () => {
    const refused = (statement: string) =>
      s.db.execute(sql.raw(statement)).then(
        () => 'taken',
        (error: unknown) => (error instanceof Error && error.cause instanceof Error ? error.cause.message : 'failed'),
      )
    expect(await refused('update idea_scores set r = 9')).toBe('rows of idea_scores are final')
    expect(await refused('update ideas set target = target * 2')).toBe('rows of ideas are final')
    expect(await refused('delete from ideas')).toBe('rows of ideas are final')
    expect(await refused('truncate ideas cascade')).toMatch(/are final$/)
  })
})

describe('the chain', () => {
  it("is intact, and detects a claim changed behind the server's back", async () => {
    const { token } = await s.user()
    const { seq } = await s.post(token)
    expect(await verifyIdeas(s.db, 'sim:test')).toMatchObject({ intact: true, broken_at: null })
    await s.db.transaction(async (tx) => {
      await tx.execute(sql`alter table ideas disable trigger ideas_are_final`)
      await tx.execute(sql`update ideas set target = target + 1 where seq = ${seq}`)
    })
    expect(await verifyIdeas(s.db, 'sim:test')).toMatchObject({ intact: false, broken_at: seq })
    await s.db.execute(sql`update ideas set target = target - 1 where seq = ${seq}`)
    await s.db.execute(sql`alter table ideas enable trigger ideas_are_final`)
    expect((await s.call<object>('GET', token, '/verify')).data).toMatchObject({ intact: true })
  })
})

describe('the feed', () => {
  const ids = async (token: string, query: string) => (await s.call<Idea[]>('GET', token, query)).data.map(({ id }) => id)

  it('is filtered by coin, side, state, author and followed authors, and paginated', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    const first = await s.post(ada.token)
    const second = await s.post(ada.token, { side: 'short', target: '90', stop: '105' })
    const author = first.author.id
    expect(await ids(bob.token, `?author=${author}`)).toEqual([second.id, first.id])
    expect(await ids(bob.token, `?author=${author}&side=long&symbol=BTC&state=open`)).toEqual([first.id])
    expect(await ids(bob.token, '?followed=true')).toEqual([])
    expect((await s.call('PATCH', bob.token, `/authors/${author}`, { follow: true })).status).toBe(200)
    expect(await ids(bob.token, '?followed=true')).toEqual([second.id, first.id])
    const page = await s.call<Idea[]>('GET', bob.token, `?author=${author}&limit=1`)
    expect(page.data.map(({ id }) => id)).toEqual([second.id])
    expect(await ids(bob.token, `?author=${author}&limit=1&cursor=${page.next}`)).toEqual([first.id])
    expect((await s.call('GET', bob.token, '?cursor=-1')).status).toBe(400)
  })

  it('shows only the present source: simulated and live ideas never mix', async () => {
    const { token } = await s.user()
    const { id } = await s.post(token)
    await s.stop()
    s.setSource('live:test')
    await s.start()
    const live = await s.post(token)
    expect(live).toMatchObject({ source: 'live:test', source_kind: 'live', seq: 1, is_present: true })
    expect(await ids(token, '')).toEqual([live.id])
    expect(await s.idea(token, id)).toMatchObject({ source_kind: 'sim', is_present: false })
    await s.stop()
    s.setSource('sim:test')
    await s.start()
  })
})

describe('the sample of an author', () => {
  it('has the idea posted first, not a shorter one of the same minute, posted after the price moved against it', async () => {
    const { token } = await s.user()
    s.silence(10_000)
    s.price(100)
    const first = await s.post(token, { horizon_s: 1_800 })
    s.silence(10_000)
    s.price(96)
    const second = await s.post(token, { side: 'short', target: '94.5', stop: '105' })
    expect([second.starts_at, second.due_at < first.due_at]).toEqual([first.starts_at, true])
    s.silence(MINUTE_MS - (s.now() % MINUTE_MS))
    run([94, 97])
    run([94, 97])
    await s.stage().social.look()
    const { data } = await s.call<AuthorProfile>('GET', token, `/authors/${first.author.id}`)
    expect((await scoreOf(token, second.id))?.outcome).toBe('target')
    expect(data.standing).toMatchObject({ scored: 2, n: 1, mean: (await scoreOf(token, first.id))?.net_r })
  })
})

describe('the board', () => {
  it('ranks by the lower bound of ten non-overlapping ideas, and likes change nothing', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    let author = ''
    for (let round = 0; round < 10; round += 1) {
      s.price(100)
      const idea = await s.post(ada.token)
      author = idea.author.id
      if (round < 9) await s.post(bob.token)
      run(round % 3 === 0 ? [94, 101] : [100, 110])
      s.silence(8 * 60 * MINUTE_MS - (s.now() % MINUTE_MS))
      s.price(100)
      await s.stage().social.look()
      await s.call('PATCH', bob.token, `/${idea.id}`, { like: true })
    }
    const board = await s.call<LeadersPage['data']>('GET', bob.token, '/leaders')
    expect(board.data).toHaveLength(1)
    expect(board.data[0]).toMatchObject({ rank: 1, author: { id: author }, n: 10, scored: 10 })
    const { mean, low, high } = board.data[0] ?? {}
    expect(mean).toBeCloseTo((6 * (2 - 0.0189) + 4 * (-1 - (0.00045 * 195) / 5)) / 10, 6)
    expect(low).toBeLessThan(mean ?? Number.NaN)
    expect(high).toBeGreaterThan(mean ?? Number.NaN)
    const profile = await s.call<AuthorProfile>('GET', bob.token, `/authors/${author}`)
    expect(profile.data.standing).toMatchObject({ n: 10, low })
  })

  it('is unaffected by the follows, likes and praise of a ring of friends', async () => {
    const [good, poor, fresh] = [await s.user(), await s.user(), await s.user()]
    const posted = await postRounds(good, poor)
    posted.push(await s.post(fresh.token))
    const board = async () => (await s.call<LeadersPage['data']>('GET', good.token, '/leaders?limit=50')).data
    const ranking = (of: LeadersPage['data']) => of.map(({ rank, author, low }) => [rank, author.id, low])
    const before = await board()
    const ring = [await s.user(), await s.user(), await s.user()]
    for (const idea of posted) for (const one of ring) await praise(idea, one.token)
    await s.stage().social.look()
    const after = await board()
    expect(ranking(after)).toEqual(ranking(before))
    const idOf = async ({ token }: typeof good) => (await s.call<OwnAuthor>('GET', token, '/me')).data.author?.id
    const ids = [await idOf(good), await idOf(poor), await idOf(fresh)]
    // All friends follow the worse of the two; a ranked place requires ten scored ideas.
    expect(after.filter(({ author }) => ids.includes(author.id)).map(({ author, followers }) => [author.id, followers])).toEqual([
      [ids[0], 0],
      [ids[1], 3],
    ])
  })
})

/** Ten ideas each that do not overlap: those of the first win six times, those of the second four. */
async function postRounds(good: { readonly token: string }, poor: { readonly token: string }): Promise<Idea[]> {
  const posted: Idea[] = []
  for (let round = 0; round < 10; round += 1) {
    s.price(100)
    await s.post(good.token)
    posted.push(await s.post(poor.token, { side: 'short', target: '90', stop: '105' }))
    run(round % 3 === 0 ? [89, 101] : [99, 111])
    s.silence(8 * 60 * MINUTE_MS - (s.now() % MINUTE_MS))
    s.price(100)
    await s.stage().social.look()
  }
  return posted
}

async function praise({ id, author }: Idea, token: string): Promise<void> {
  await s.call('PATCH', token, `/${id}`, { like: true })
  await s.call('PATCH', token, `/authors/${author.id}`, { follow: true })
  await s.call('POST', token, `/${id}/comments`, { text: 'The best.' })
}
