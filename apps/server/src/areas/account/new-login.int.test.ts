import { DAY_MS } from '@aerie/core/time'
import type { newLogin } from '@aerie/wire/account/account-sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { accountApp, PASSWORD } from '../../../test/account-app.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEWER_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const logIn = (email: string, from: string, userAgent: string, password = PASSWORD) =>
  t.post({ path: '/auth/login', body: { email, password }, from, headers: { 'user-agent': userAgent } })
const noticesOf = (email: string) => t.mails.filter(({ to, subject }) => to === email && subject === 'A new login to your Aerie account')

it('is reported once per new device and network, but not for a new version or another address of the same', async () => {
  const email = 'places@example.org'
  await t.newUser(email)
  await logIn(email, '203.0.113.5', FIREFOX)
  expect(noticesOf(email)).toHaveLength(1)
  expect(noticesOf(email)[0]?.text).toContain('with Firefox on Linux, from the network 203.0.113.*')
  expect(noticesOf(email)[0]?.text).toContain('15 January 2026 at 12:00 (UTC)')
  expect(noticesOf(email)[0]?.text).not.toContain('203.0.113.5')
  await logIn(email, '203.0.113.99', NEWER_FIREFOX)
  expect(noticesOf(email)).toHaveLength(1)
  await logIn(email, '203.0.113.5', SAFARI)
  await logIn(email, '198.51.100.20', FIREFOX)
  expect(noticesOf(email).map(({ text }) => /with (.*)\. It was/.exec(text)?.[1])).toEqual([
    'Firefox on Linux, from the network 203.0.113.*',
    'Safari on iPhone, from the network 203.0.113.*',
    'Firefox on Linux, from the network 198.51.100.*',
  ])
})

it('is not reported for the first login of a new account or for a wrong password', async () => {
  const email = 'first@example.org'
  await t.newUser(email)
  await logIn(email, '203.0.113.5', FIREFOX, 'not the password 99')
  expect(noticesOf(email)).toEqual([])
})

it('is reported when an old account has no session left to compare with', async () => {
  const email = 'long-away@example.org'
  await t.newUser(email)
  t.clock.advance(400 * DAY_MS)
  await t.module.sweep()
  await logIn(email, '203.0.113.5', FIREFOX)
  expect(noticesOf(email)).toHaveLength(1)
})

it('stops sending mails after ten an hour, but never blocks logins', async () => {
  const email = 'many@example.org'
  await t.newUser(email)
  for (let at = 0; at < 14; at += 1) expect((await logIn(email, `10.1.${at}.1`, FIREFOX)).statusCode).toBe(200)
  expect(noticesOf(email)).toHaveLength(10)
})

describe('the other sessions', () => {
  type Login = z.output<typeof newLogin>
  const tokenOf = async (email: string, from: string, userAgent: string): Promise<string> =>
    (await logIn(email, from, userAgent)).json<{ data: { token: string } }>().data.token
  const authorized = (token: string) => ({ authorization: `Bearer ${token}` })
  const newLogins = async (token: string): Promise<Login[]> =>
    (await t.app.inject({ method: 'GET', url: '/api/v1/account/new-logins', headers: authorized(token) })).json<{ data: Login[] }>().data
  const read = async (token: string, logins: readonly Login[]): Promise<number> =>
    (await t.post({ path: '/account/new-logins/read', body: { ids: logins.map(({ id }) => id) }, token })).json<{
      data: { seen: number }
    }>().data.seen

  it('show a new one, once stored, until one of them marks it as seen; the new session does not see itself', async () => {
    const email = 'shown@example.org'
    const { token: first, user } = await t.newUser(email)
    const notified: string[] = []
    const stop = t.module.sessions.newLogins.onNew((userId, id) => userId === user.user_id && notified.push(id))
    const second = await tokenOf(email, '203.0.113.5', FIREFOX)
    const third = await tokenOf(email, '203.0.113.77', NEWER_FIREFOX)
    await t.module.sessions.newLogins.poll()
    await t.module.sessions.newLogins.poll()
    stop()
    const [login, ...others] = await newLogins(first)
    expect(others).toEqual([])
    expect(login).toMatchObject({ device: { browser: 'Firefox', system: 'Linux' }, place: { network: '203.0.113.*' }, is_ended: false })
    expect(notified).toEqual([login?.id])
    expect(await newLogins(second)).toEqual([])
    expect(await newLogins(third)).toEqual([login])
    expect(await read(first, login === undefined ? [] : [login])).toBe(1)
    expect([await newLogins(first), await newLogins(third)]).toEqual([[], []])
  })

  it('are not notified repeatedly when the clock was set back', async () => {
    const email = 'clock@example.org'
    const { user } = await t.newUser(email)
    await tokenOf(email, '203.0.113.5', FIREFOX)
    t.clock.advance(-31 * DAY_MS)
    const notified: string[] = []
    const stop = t.module.sessions.newLogins.onNew((userId, id) => userId === user.user_id && notified.push(id))
    await t.module.sessions.newLogins.poll()
    stop()
    t.clock.advance(31 * DAY_MS)
    expect(notified).toEqual([])
  })

  it('still show it after it has ended, and to no other user', async () => {
    const email = 'ended@example.org'
    const { token } = await t.newUser(email)
    const { token: other } = await t.newUser('somebody-else@example.org')
    const stranger = await tokenOf(email, '203.0.113.5', FIREFOX)
    await t.post({ path: '/auth/logout', token: stranger })
    const logins = await newLogins(token)
    expect(logins).toMatchObject([{ is_ended: true }])
    expect([await newLogins(other), await read(other, logins)]).toEqual([[], 0])
    expect(await newLogins(token)).toEqual(logins)
  })

  it('cannot be deprived of the notice by the new session: it can mark neither itself nor earlier ones as seen', async () => {
    const email = 'stolen@example.org'
    const { token } = await t.newUser(email)
    const thief = await tokenOf(email, '203.0.113.5', FIREFOX)
    t.clock.advance(1_000)
    const again = await tokenOf(email, '198.51.100.20', SAFARI)
    const all = await newLogins(token)
    expect(all).toHaveLength(2)
    expect([await read(again, all), await read(thief, all)]).toEqual([0, 1])
    expect(await newLogins(token)).toMatchObject([{ device: { browser: 'Firefox' } }])
  })
})
