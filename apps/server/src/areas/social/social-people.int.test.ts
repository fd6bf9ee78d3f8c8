import { randomUUID } from 'node:crypto'
import type { AuthorProfile, Idea, IdeaComment, OwnAuthor } from '@aerie/wire/ideas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LONG, type SocialStage, socialStage } from '../../../test/social-stage.ts'
import { users } from '../../platform/db/schema/accounts.ts'
import { eraseUser } from '../account/data/deletion-worker.ts'
import { verifyIdeas } from './index.ts'
import { moderation } from './moderation.ts'

let s: SocialStage
beforeAll(async () => {
  s = await socialStage()
})
afterAll(() => s.close())
beforeEach(() => s.price(100))

const comment = (token: string, idea: string, text: string, parent?: string) =>
  s.call<IdeaComment>('POST', token, `/${idea}/comments`, { text, ...(parent !== undefined && { parent }) })
const comments = async (token: string, idea: string) => (await s.call<IdeaComment[]>('GET', token, `/${idea}/comments`)).data
const feedOf = async (token: string) => (await s.call<Idea[]>('GET', token, '?limit=50')).data.map(({ id }) => id)
const operator = () =>
  moderation({ db: s.db, clock: s.accounts.clock, operator: { systemUser: 'root', byName: 'Ada', command: 'admin social' } })
const change = (token: string, author: string, body: object) => s.call<AuthorProfile>('PATCH', token, `/authors/${author}`, body)

describe('the text of an idea', () => {
  it('can be appended to by its author only, at most ten times, and never edited', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    const { id } = await s.post(ada.token)
    const add = (token: string) => s.call<Idea>('POST', token, `/${id}/addenda`, { text: 'Still up.' })
    expect((await add(bob.token)).status).toBe(404)
    const answers = []
    for (let times = 0; times < 11; times += 1) answers.push((await add(ada.token)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 422])
    expect((await s.idea(bob.token, id)).addenda).toHaveLength(10)
    expect((await s.call('PATCH', ada.token, `/${id}`, { text: 'Down.' })).status).toBe(400)
  })

  it('is deleted with its additions, while the claim, its score and the chain remain', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    const { id } = await s.post(ada.token, { text: 'A secret of mine' })
    await s.call('POST', ada.token, `/${id}/addenda`, { text: 'A further one' })
    expect((await s.call('DELETE', bob.token, `/${id}`)).status).toBe(404)
    expect((await s.call<Idea>('DELETE', ada.token, `/${id}`)).data).toMatchObject({ text: null, text_state: 'deleted', addenda: [] })
    s.minute([94, 101])
    for (let minute = 1; minute < 15; minute += 1) s.minute([99, 101])
    await s.stage().social.look()
    expect(await s.idea(bob.token, id)).toMatchObject({ state: 'scored', score: { r: -1 }, entry: '100', text: null })
    expect((await s.call('POST', ada.token, `/${id}/addenda`, { text: 'Back' })).status).toBe(422)
    expect(await verifyIdeas(s.db, 'sim:test')).toMatchObject({ intact: true })
    const stored = JSON.stringify(
      (await s.db.$client.query('select text, encode(salt, $1) as salt from idea_texts where idea = $2', ['hex', id])).rows,
    )
    expect(stored).toBe('[{"text":"","salt":""}]')
  })
})

describe('comments', () => {
  it('are one level deep, belong to their idea, notify the author, and can be deleted by their writer', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    const [{ id }, other] = [await s.post(ada.token), await s.post(ada.token)]
    const first = (await comment(bob.token, id, 'Why?')).data
    const reply = (await comment(ada.token, id, 'Because.', first.id)).data
    expect((await comment(bob.token, id, 'And?', reply.id)).status).toBe(422)
    expect((await comment(bob.token, other.id, 'And?', first.id)).status).toBe(404)
    expect((await comment(bob.token, id, 'And?', randomUUID())).status).toBe(404)
    expect((await comments(bob.token, id)).map(({ text, parent }) => [text, parent])).toEqual([
      ['Why?', null],
      ['Because.', first.id],
    ])
    expect(s.news(ada.userId)).toMatchObject([{ unread: 1, news: { idea: id, event: 'commented', count: 1 } }])
    expect((await s.call('DELETE', ada.token, `/comments/${first.id}`)).status).toBe(404)
    expect((await s.call('DELETE', bob.token, `/comments/${first.id}`)).status).toBe(200)
    expect((await comments(ada.token, id))[0]).toMatchObject({ text: null, text_state: 'deleted' })
  })

  it('keep hostile text as text: rendering decides what it may do', async () => {
    const { token } = await s.user()
    const { id } = await s.post(token)
    const hostile = '<script>alert(1)</script> ![x](https://evil.example/x.png) [y](javascript:alert(1)) \u202Edlrow'
    expect((await comment(token, id, hostile)).data.text).toBe(hostile)
  })

  it('leave room on an idea for other users', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    const { id } = await s.post(ada.token)
    await s.db.$client.query(
      `insert into idea_comments (id, idea, user_id, text, state, at) select gen_random_uuid(), $1, $2, 'x', 'shown', now() from generate_series(1, 100)`,
      [id, bob.userId],
    )
    expect((await comment(bob.token, id, 'One more')).status).toBe(422)
    expect((await comment(ada.token, id, 'Enough')).status).toBe(201)
  })

  it('return 429 to a flooding user', async () => {
    const { token } = await s.user()
    const { id } = await s.post(token)
    const answers = []
    for (let sent = 0; sent < 22; sent += 1) answers.push((await comment(token, id, 'x')).status)
    expect(answers.slice(-2)).toEqual([429, 429])
  })
})

describe('follow, mute and block', () => {
  it('hide the ideas and comments of a muted user from the muting reader only', async () => {
    const [ada, bob, eve] = [await s.user(), await s.user(), await s.user()]
    const [of, under] = [await s.post(eve.token), await s.post(ada.token)]
    await comment(eve.token, under.id, 'Buy my course')
    await change(bob.token, of.author.id, { view: 'mute' })
    expect(await feedOf(bob.token)).not.toContain(of.id)
    expect(await feedOf(ada.token)).toContain(of.id)
    expect([(await comments(bob.token, under.id)).length, (await comments(ada.token, under.id)).length]).toEqual([0, 1])
    await change(bob.token, of.author.id, { view: null })
    expect(await feedOf(bob.token)).toContain(of.id)
  })

  it('prevent a blocked user from following and commenting, and end an existing follow', async () => {
    const [ada, eve] = [await s.user(), await s.user()]
    const [mine, theirs] = [await s.post(ada.token), await s.post(eve.token)]
    expect((await change(eve.token, mine.author.id, { follow: true })).data).toMatchObject({ followers: 1, is_followed: true })
    expect((await change(ada.token, theirs.author.id, { view: 'block' })).data).toMatchObject({ view: 'block' })
    expect((await s.call<AuthorProfile>('GET', eve.token, `/authors/${mine.author.id}`)).data).toMatchObject({
      followers: 0,
      is_followed: false,
    })
    expect((await change(eve.token, mine.author.id, { follow: true })).status).toBe(403)
    expect((await comment(eve.token, mine.id, 'Hello')).status).toBe(403)
  })

  it('are mutually exclusive: a follow lasts until a mute ends it, and a request for both is refused', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    const author = (await s.post(ada.token)).author.id
    const readProfile = async () => (await s.call<AuthorProfile>('GET', bob.token, `/authors/${author}`)).data
    await change(bob.token, author, { follow: true })
    for (const view of ['mute', 'block']) {
      const both = await change(bob.token, author, { follow: true, view })
      expect([both.status, Object.keys(both.errors ?? {})]).toEqual([400, ['follow']])
      expect(await readProfile()).toMatchObject({ is_followed: true, view: null, followers: 1 })
    }
    expect((await change(bob.token, author, { follow: false, view: 'mute' })).data).toMatchObject({ is_followed: false, view: 'mute' })
    expect((await change(bob.token, author, { follow: true, view: null })).data).toMatchObject({ is_followed: true, view: null })
    expect((await change(bob.token, author, { view: 'mute' })).data).toMatchObject({ is_followed: false, view: 'mute', followers: 0 })
    expect((await change(bob.token, author, { follow: true })).data).toMatchObject({ is_followed: true, view: null })
  })

  it('leave no user following another who blocks them at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ada, eve] = [await s.user(), await s.user()]
      const [mine, theirs] = [(await s.post(ada.token)).author.id, (await s.post(eve.token)).author.id]
      await Promise.all([change(eve.token, mine, { follow: true }), change(ada.token, theirs, { view: 'block' })])
      expect((await s.call<AuthorProfile>('GET', eve.token, `/authors/${mine}`)).data.followers).toBe(0)
    }
  })

  it('let two users follow each other, but not themselves or an unknown user', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    const [a, b] = [(await s.post(ada.token)).author.id, (await s.post(bob.token)).author.id]
    await Promise.all([change(ada.token, b, { follow: true }), change(bob.token, a, { follow: true })])
    expect((await feedOf(ada.token)).length).toBeGreaterThan(0)
    expect((await change(ada.token, a, { follow: true })).status).toBe(422)
    expect((await change(ada.token, randomUUID(), { follow: true })).status).toBe(404)
    expect((await change(ada.token, 'x', { follow: true })).status).toBe(400)
  })

  it('count one like per user, however many are sent at once', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    const { id } = await s.post(ada.token)
    await Promise.all(Array.from({ length: 5 }, () => s.call('PATCH', bob.token, `/${id}`, { like: true })))
    expect(await s.idea(bob.token, id)).toMatchObject({ likes: 1, is_liked: true })
    expect((await s.call<Idea>('PATCH', bob.token, `/${id}`, { like: false })).data).toMatchObject({ likes: 0, is_liked: false })
  })
})

describe('names', () => {
  it.each([
    'ab',
    '-abc',
    'a'.repeat(25),
    'Админ',
    'a\u202Eb',
    'Trader 12ab34',
    'Admin',
    'Aerie',
    '<b>x</b>',
    'a  b',
    'Trader-12ab34',
    'Aerie Support',
    'A-d-m-i-n',
    '0perator',
    'Not Offic1al',
  ])('refuse %j', async (name) => {
    const { token } = await s.user()
    expect((await s.call('PATCH', token, '/me', { name })).status).toBe(400)
  })

  it('are unique, including lookalikes and concurrent requests', async () => {
    const [ada, bob, eve] = [await s.user(), await s.user(), await s.user()]
    expect((await s.call<OwnAuthor>('PATCH', ada.token, '/me', { name: 'Bill Gold' })).data.author).toMatchObject({
      name: 'Bill Gold',
      is_you: true,
    })
    expect((await s.call('PATCH', bob.token, '/me', { name: 'BI11-G0LD' })).status).toBe(409)
    const both = await Promise.all([bob, eve].map(({ token }) => s.call('PATCH', token, '/me', { name: 'Same name' })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await s.call<OwnAuthor>('PATCH', ada.token, '/me', { name: null })).data.author).toMatchObject({ name: null })
  })
})

describe('the operator', () => {
  it('lists reports, hides and restores a post, and logs it; the score stays', async () => {
    const [ada, bob] = [await s.user(), await s.user()]
    const { id } = await s.post(ada.token, { text: 'Guaranteed gains' })
    const written = (await comment(ada.token, id, 'Pay me first')).data
    for (const body of [
      { idea: id, reason: 'scam' },
      { idea: id, reason: 'spam' },
      { comment: written.id, reason: 'scam', note: 'Look' },
    ])
      expect((await s.call('POST', bob.token, '/reports', body)).status).toBe(200)
    expect((await s.call('POST', bob.token, '/reports', { idea: randomUUID(), reason: 'spam' })).status).toBe(404)
    expect((await s.call('POST', bob.token, '/reports', { reason: 'spam' })).status).toBe(400)
    const reported = { reports: 1, email: ada.email, state: 'shown' }
    expect(await operator().reports(10)).toEqual([
      { kind: 'idea', target: id, reasons: 'spam', text: 'Guaranteed gains', notes: [], ...reported },
      { kind: 'comment', target: written.id, reasons: 'scam', text: 'Pay me first', notes: ['Look'], ...reported },
    ])
    await operator().hide(id)
    await operator().hide(written.id)
    expect(await s.idea(bob.token, id)).toMatchObject({ text: null, text_state: 'hidden', entry: '100' })
    expect((await comments(bob.token, id))[0]).toMatchObject({ text: null, text_state: 'hidden' })
    expect(await operator().reports(10)).toEqual([])
    await operator().restore(id)
    expect(await s.idea(bob.token, id)).toMatchObject({ text: 'Guaranteed gains' })
    const { rows } = await s.db.$client.query('select by_name, user_email, parameters from operator_log order by number')
    expect(rows).toEqual([
      { by_name: 'Ada', user_email: ada.email, parameters: { idea: id, state: 'hidden' } },
      { by_name: 'Ada', user_email: ada.email, parameters: { comment: written.id, state: 'hidden' } },
      { by_name: 'Ada', user_email: ada.email, parameters: { idea: id, state: 'shown' } },
    ])
    expect((await s.call('POST', bob.token, '/reports', { idea: id, reason: 'spam', note: 'a\u0000b' })).status).toBe(400)
    await s.call('POST', bob.token, '/reports', { idea: id, reason: 'spam' })
    expect(await operator().reports(10)).toHaveLength(1)
    await s.call('DELETE', ada.token, `/${id}`)
    expect(await operator().reports(10)).toEqual([])
    await expect(operator().restore(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('bans a user from writing, and their existing ideas are still scored', async () => {
    const ada = await s.user()
    const { id } = await s.post(ada.token)
    await operator().suspend(ada.email, true)
    expect((await s.call('POST', ada.token, '', LONG)).status).toBe(403)
    expect((await comment(ada.token, id, 'x')).status).toBe(403)
    expect((await s.call<OwnAuthor>('GET', ada.token, '/me')).data.is_suspended).toBe(true)
    await operator().suspend(ada.email, false)
    expect((await comment(ada.token, id, 'x')).status).toBe(201)
  })
})

it('keeps the claims of a deleted account under a number, without text, name or comments, and the chain stays intact', async () => {
  const [ada, bob] = [await s.user(), await s.user()]
  await s.call('PATCH', ada.token, '/me', { name: 'Gone Soon' })
  const { id, author } = await s.post(ada.token)
  await comment(ada.token, id, 'Mine')
  await change(bob.token, author.id, { follow: true })
  await s.db.update(users).set({ isActive: false, updatedAt: new Date() })
  await s.db.transaction((tx) => eraseUser(tx, { id: ada.userId, email: ada.email }, new Date()))
  await s.db.update(users).set({ isActive: true, updatedAt: new Date() }).where(eq(users.id, bob.userId))
  expect(await s.idea(bob.token, id)).toMatchObject({
    text: null,
    text_state: 'deleted',
    author: { id: author.id, name: null },
    entry: '100',
  })
  expect(await comments(bob.token, id)).toEqual([])
  expect(await verifyIdeas(s.db, 'sim:test')).toMatchObject({ intact: true })
})
