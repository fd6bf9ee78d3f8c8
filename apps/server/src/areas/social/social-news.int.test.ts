import { ideaNewsPage } from '@aerie/wire/idea-news'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type SocialStage, socialStage } from '../../../test/social-stage.ts'

let s: SocialStage
beforeAll(async () => {
  s = await socialStage()
})
afterAll(() => s.close())
beforeEach(() => s.price(100))

type User = Awaited<ReturnType<SocialStage['user']>>
const newsOf = async ({ token }: User, query = '') => {
  const url = `/api/v1/ideas/news${query}`
  const answer = await s.stage().app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  return z.parse(ideaNewsPage, answer.json())
}
const read = ({ token }: User, body: object) => s.call<{ unread: number }>('POST', token, '/news/read', body)
const comment = ({ token }: User, idea: string) => s.call('POST', token, `/${idea}/comments`, { text: 'Why?' })
const change = ({ token }: User, author: string, body: object) => s.call('PATCH', token, `/authors/${author}`, body)

it('notifies only the followers of an author about an idea', async () => {
  const [ada, bob, eve] = [await s.user(), await s.user(), await s.user()]
  const { author } = await s.post(ada.token)
  await change(bob, author.id, { follow: true })
  const { id } = await s.post(ada.token)
  expect(s.news(bob.userId)).toMatchObject([{ unread: 1, news: { event: 'posted', idea: id, symbol: 'BTC', side: 'long' } }])
  expect(await newsOf(bob)).toMatchObject({ unread: 1, next: null, data: [{ idea: id, author: { id: author.id }, is_read: false }] })
  expect([s.news(eve.userId), s.news(ada.userId), (await newsOf(eve)).data]).toEqual([[], [], []])
})

it('notifies once about a request repeated with its idempotency key', async () => {
  const [ada, bob] = [await s.user(), await s.user()]
  await change(bob, (await s.post(ada.token)).author.id, { follow: true })
  const body = { symbol: 'BTC', side: 'long', target: '110', stop: '95', horizon_s: 900, text: 'Up.' }
  const headers = { 'idempotency-key': 'key-of-a-test' }
  await Promise.all([1, 2, 3].map(() => s.send({ method: 'POST', token: ada.token, path: '', body, headers })))
  await s.stage().social.notifyPosts()
  expect([s.news(bob.userId).length, (await newsOf(bob)).data.length]).toEqual([1, 1])
})

it('counts unread comments, even concurrent ones, and restarts at zero once they are read', async () => {
  const [ada, bob, eve] = [await s.user(), await s.user(), await s.user()]
  const { id } = await s.post(ada.token)
  await Promise.all([bob, eve, bob, ada].map((user) => comment(user, id)))
  expect(await newsOf(ada)).toMatchObject({ unread: 1, data: [{ event: 'commented', count: 3 }] })
  expect((await read(ada, { idea: id })).data).toEqual({ unread: 0 })
  expect(s.news(ada.userId).at(-1)).toEqual({ unread: 0, news: null })
  await comment(bob, id)
  expect(await newsOf(ada)).toMatchObject({ unread: 1, data: [{ count: 1, is_read: false }] })
})

it('does not notify about a user whom the author of an idea has muted', async () => {
  const [ada, eve] = [await s.user(), await s.user()]
  const [{ id }, theirs] = [await s.post(ada.token), await s.post(eve.token)]
  await change(ada, theirs.author.id, { view: 'mute' })
  expect((await comment(eve, id)).status).toBe(201)
  expect([s.news(ada.userId), (await newsOf(ada)).data]).toEqual([[], []])
})

it("marks only the user's own news as read, up to a position or for an idea, and refuses anything else", async () => {
  const [ada, bob] = [await s.user(), await s.user()]
  const ideas = [await s.post(ada.token), await s.post(ada.token)]
  for (const { id } of ideas) await comment(bob, id)
  const { data } = await newsOf(ada)
  expect(data.map(({ idea }) => idea)).toEqual(ideas.map(({ id }) => id).toReversed())
  expect((await read(bob, { up_to: data[0]?.seq })).data).toEqual({ unread: 0 })
  expect((await newsOf(ada)).unread).toBe(2)
  expect((await read(ada, { up_to: data[1]?.seq })).data).toEqual({ unread: 1 })
  expect((await newsOf(ada)).data.map(({ is_read }) => is_read)).toEqual([false, true])
  for (const body of [{}, { up_to: 0 }, { up_to: '1' }, { idea: 'x' }, { idea: ideas[0]?.id, up_to: 1 }, { up_to: 1e300 }])
    expect((await read(ada, body)).status).toBe(400)
})

it('paginates, keeps the newest 200, and deletes items older than a month', async () => {
  const [ada, bob] = [await s.user(), await s.user()]
  const { id } = await s.post(ada.token)
  await comment(bob, id)
  const page = await newsOf(ada, '?limit=1')
  expect(page.next).toBeNull()
  // More open ideas than an author may have; only the rows matter.
  await s.db.execute(sql`
    with copies as (
      insert into ideas select chain, seq + 100000 + n, gen_random_uuid(), author, symbol, side, entry, target, stop, quote, fee_rate, price_as_of,
        posted_at, starts_at, due_at, step_s, made_at, text_hash, prev_hash, hash from ideas, generate_series(1, 210) n where id = ${id} returning id)
    insert into social_news (user_id, idea, event, count, at) select ${ada.userId}, id, 'posted', 1, now() from copies`)
  const first = await newsOf(ada, '?limit=50')
  expect([first.data.length, first.unread]).toEqual([50, 200])
  const second = await newsOf(ada, `?limit=50&cursor=${first.next}`)
  expect(Math.max(...second.data.map(({ seq }) => seq))).toBeLessThan(Math.min(...first.data.map(({ seq }) => seq)))
  await s.db.execute(
    sql`update social_news set at = to_timestamp(${s.accounts.clock.now() / 1_000}) - interval '31 days' where user_id = ${ada.userId}`,
  )
  await s.stop()
  await s.start()
  await s.stage().social.look()
  expect((await newsOf(ada)).data).toEqual([])
})
