import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accountApp, outcome, PASSWORD, sessionOf } from '../../../../test/account-app.ts'
import type { EndedSession } from './ended-sessions.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const login = async (email: string, from = '203.0.113.9') =>
  sessionOf(await t.post({ path: '/auth/login', body: { email, password: PASSWORD }, from, headers: { 'user-agent': FIREFOX } }))
type Listed = { id: string; is_current: boolean }
const list = async (token: string) => (await t.get({ path: '/account/sessions', token })).json<{ data: Listed[] }>().data
const end = (token: string, id = '') => t.delete({ path: `/account/sessions${id && `/${id}`}`, token })
const idOf = ({ token }: { token: string }) => String(decodeJwt(token).sid)
const ask = async ({ token, user }: { token: string; user: { email: string } }) =>
  outcome(await t.get({ path: `/getUserByEmail?email=${user.email}`, token }))

it('lists only the sessions of the caller, the current one first, with device, network and times', async () => {
  const email = 'list@example.org'
  const own = await t.newUser(email)
  await t.newUser('list-stranger@example.org')
  t.clock.advance(MINUTE_MS)
  const other = await login(email)
  const at = new Date(t.clock.now()).toISOString()
  expect(await list(own.token)).toEqual([
    expect.objectContaining({ id: idOf(own), is_current: true }),
    {
      id: idOf(other),
      device: { browser: 'Firefox', system: 'Linux' },
      place: { kind: 'internet', network: '203.0.113.*' },
      created_at: at,
      last_seen_at: at,
      is_current: false,
    },
  ])
  expect((await list(other.token)).map(({ id }) => id)).toEqual([idOf(other), idOf(own)])
})

it('omits sessions that have ended by logout or after a month of inactivity', async () => {
  const email = 'gone@example.org'
  const old = await t.newUser(email)
  t.clock.advance(31 * DAY_MS)
  const out = await login(email)
  const own = await login(email)
  await t.post({ path: '/auth/logout', token: out.token })
  expect((await list(own.token)).map(({ id }) => id)).toEqual([idOf(own)])
  expect(idOf(old)).not.toBe(idOf(own))
})

const refreshed = async (cookie: string) => (await t.post({ path: '/auth/refresh', cookie })).json<{ code: string; detail: string }>()

it('sends an ended session the reason, and reports it to its owner once', async () => {
  const email = 'why@example.org'
  const own = await t.newUser(email)
  const other = await login(email)
  const news: EndedSession[] = []
  const stop = t.module.onSessionEnded((ended) => void news.push(ended))
  await end(own.token, idOf(other))
  expect(await refreshed(other.cookie)).toMatchObject({
    code: 'invalid_token',
    detail: 'This session has ended because it was ended from another session of your account. Log in again.',
  })
  await vi.waitFor(() => expect(news).toHaveLength(1))
  expect(news).toMatchObject([
    {
      userId: own.user.user_id,
      kind: 'session_ended',
      title: 'Session ended: Firefox on Linux',
      text: 'Session ended: Firefox on Linux, because it was ended from another session of your account',
    },
  ])
  await login(email)
  await login(email)
  t.clock.advance(MINUTE_MS)
  await end(own.token)
  await vi.waitFor(() => expect(news).toHaveLength(3))
  // Both ended by one change: one entry in the bell.
  expect(news.slice(1).map(({ title }) => title)).toEqual(['2 sessions ended', '2 sessions ended'])
  expect(news[1]?.key).toBe(news[2]?.key)
  await t.post({ path: '/auth/logout', token: own.token, cookie: own.cookie })
  expect(await refreshed(own.cookie)).toMatchObject({ detail: 'This session has ended. Log in again.' })
  expect(news).toHaveLength(3)
  stop()
})

it('ends one session with its token, cookie and sockets at once, and sends a mail', async () => {
  const email = 'end@example.org'
  const own = await t.newUser(email)
  const other = await login(email)
  const third = await login(email)
  const ended: string[] = []
  const stop = t.module.sessions.onRevoked((id) => void ended.push(id))
  expect(outcome(await end(own.token, idOf(other)))).toBe('200')
  stop()
  expect(ended).toEqual([idOf(other)])
  expect([await ask(own), await ask(other), await ask(third)]).toEqual(['200', '401 invalid_token', '200'])
  expect(outcome(await t.post({ path: '/auth/refresh', cookie: other.cookie }))).toBe('401 invalid_token')
  expect(t.mails.findLast(({ to }) => to === email)?.subject).toBe('Sessions of your Aerie account were ended')
  expect(outcome(await end(own.token, idOf(other)))).toBe('404 not_found')
})

it('ends all others at once, however often it is requested, and sends one mail', async () => {
  const email = 'others@example.org'
  const own = await t.newUser(email)
  const others = [await login(email), await login(email), await login(email)]
  const stranger = await t.newUser('others-stranger@example.org')
  const answers = await Promise.all([end(own.token), end(own.token), end(own.token)])
  const counts = answers.map((answer) => answer.json<{ data: { ended: number } }>().data.ended)
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 3])
  expect(await Promise.all(others.map(ask))).toEqual(Array<string>(3).fill('401 invalid_token'))
  expect([await ask(own), await ask(stranger)]).toEqual(['200', '200'])
  expect(t.mails.filter(({ to, subject }) => to === email && subject.startsWith('Sessions'))).toHaveLength(1)
})

it('does not end the session of another user, or without recent reauthentication', async () => {
  const own = await t.newUser('foreign@example.org')
  const stranger = await t.newUser('foreign-stranger@example.org')
  expect(outcome(await end(own.token, idOf(stranger)))).toBe('404 not_found')
  expect(outcome(await end(own.token, 'no-id'))).toBe('400 bad_input')
  expect(await ask(stranger)).toBe('200')
  const other = await login('foreign@example.org')
  t.clock.advance(10 * MINUTE_MS)
  expect(outcome(await end(own.token, idOf(other)))).toBe('403 reauthentication_required')
  expect(outcome(await end(own.token))).toBe('403 reauthentication_required')
  expect(await ask(other)).toBe('200')
})
