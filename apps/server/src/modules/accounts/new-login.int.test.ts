import { DAY_MS } from '@aerie/core/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
const toldOf = (email: string) => t.mails.filter(({ to, subject }) => to === email && subject === 'A new login to your Aerie account')

it('is told once of each device and network that is new, and not of a new version or another address of the same', async () => {
  const email = 'places@example.org'
  await t.newUser(email)
  await logIn(email, '203.0.113.5', FIREFOX)
  expect(toldOf(email)).toHaveLength(1)
  expect(toldOf(email)[0]?.text).toContain('with Firefox on Linux, from the network 203.0.113.*')
  expect(toldOf(email)[0]?.text).toContain('15 January 2026 at 12:00 (UTC)')
  expect(toldOf(email)[0]?.text).not.toContain('203.0.113.5')
  await logIn(email, '203.0.113.99', NEWER_FIREFOX)
  expect(toldOf(email)).toHaveLength(1)
  await logIn(email, '203.0.113.5', SAFARI)
  await logIn(email, '198.51.100.20', FIREFOX)
  expect(toldOf(email).map(({ text }) => /with (.*)\. It was/.exec(text)?.[1])).toEqual([
    'Firefox on Linux, from the network 203.0.113.*',
    'Safari on iPhone, from the network 203.0.113.*',
    'Firefox on Linux, from the network 198.51.100.*',
  ])
})

it('says nothing of the login that a new account begins with, and nothing of a wrong password', async () => {
  const email = 'first@example.org'
  await t.newUser(email)
  await logIn(email, '203.0.113.5', FIREFOX, 'not the password 99')
  expect(toldOf(email)).toEqual([])
})

it('is told where an old account has no session left to compare with', async () => {
  const email = 'long-away@example.org'
  await t.newUser(email)
  t.clock.advance(400 * DAY_MS)
  await t.module.sweep()
  await logIn(email, '203.0.113.5', FIREFOX)
  expect(toldOf(email)).toHaveLength(1)
})

it('ends its mails after ten an hour, never the logins', async () => {
  const email = 'many@example.org'
  await t.newUser(email)
  for (let at = 0; at < 14; at += 1) expect((await logIn(email, `10.1.${at}.1`, FIREFOX)).statusCode).toBe(200)
  expect(toldOf(email)).toHaveLength(10)
})
