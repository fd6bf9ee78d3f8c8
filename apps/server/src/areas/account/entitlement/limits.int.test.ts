import { MINUTE_MS } from '@aerie/core/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, outcome, PASSWORD, signupForm } from '../../../../test/account-app.ts'
import { LIMITS } from './limits.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const login = (email: string, password: string, call: { from?: string; headers?: object } = {}) =>
  t.post({ path: '/auth/login', body: { email, password }, ...call })
const WRONG = 'not the right one 99'

const tally = (responses: Parameters<typeof outcome>[0][]) =>
  Object.fromEntries(Object.entries(Object.groupBy(responses, outcome)).map(([label, group]) => [label, group?.length]))

it('allows ten wrong passwords per address, however they are sent, and no more with a forged header', async () => {
  await t.newUser('victim@example.org')
  const tries = Array.from({ length: 25 }, (_, index) =>
    login('victim@example.org', WRONG, {
      from: '203.0.113.9',
      headers: { 'x-forwarded-for': `10.0.0.${index}`, 'x-real-ip': `10.1.0.${index}`, forwarded: `for=10.2.0.${index}` },
    }),
  )
  expect(tally(await Promise.all(tries))).toEqual({ '401 invalid_credentials': 10, '429 rate_limited': 15 })
  const refused = await login('victim@example.org', PASSWORD, { from: '203.0.113.9' })
  expect(outcome(refused)).toBe('429 rate_limited')
  expect(Number(refused.headers['retry-after'])).toBe(5 * 60)
  t.clock.advance(5 * MINUTE_MS)
  expect(outcome(await login('victim@example.org', PASSWORD, { from: '203.0.113.9' }))).toBe('200')
})

it('does not lock owners out of their known addresses while others guess from everywhere', async () => {
  await t.newUser('famous@example.org')
  expect(outcome(await login('famous@example.org', PASSWORD, { from: '192.0.2.77' }))).toBe('200')
  const guesses = Array.from({ length: LIMITS.loginAccount.max + 5 }, (_, index) =>
    login('famous@example.org', WRONG, { from: `203.0.113.${index + 50}` }),
  )
  expect(tally(await Promise.all(guesses))).toEqual({ '401 invalid_credentials': LIMITS.loginAccount.max, '429 rate_limited': 5 })
  expect(outcome(await login('famous@example.org', PASSWORD, { from: '198.18.0.1' }))).toBe('429 rate_limited')
  expect(outcome(await login('famous@example.org', PASSWORD, { from: '192.0.2.77' }))).toBe('200')
  t.clock.advance(5 * MINUTE_MS)
  expect(outcome(await login('famous@example.org', PASSWORD, { from: '198.18.0.1' }))).toBe('200')
})

it('does not reveal, by response or cost, to others on a shared address whether the owner has used it', async () => {
  const [home, elsewhere] = ['192.0.2.90', '192.0.2.91']
  await t.newUser('shared@example.org')
  await login('shared@example.org', PASSWORD, { from: home })
  const tried = ['shared@example.org', 'nobody.shared@example.org']
  for (const email of tried)
    for (let index = 0; index < LIMITS.loginAccount.max; index += 1) await login(email, WRONG, { from: `203.0.113.${index + 100}` })
  t.passwords.work.length = 0
  const answers = await Promise.all(tried.flatMap((email) => [home, elsewhere].map((from) => login(email, WRONG, { from }))))
  expect(tally(answers)).toEqual({ '429 rate_limited': 4 })
  expect(t.passwords.work).toEqual(['match', 'match', 'match', 'match'])
  expect(outcome(await login('shared@example.org', PASSWORD, { from: home }))).toBe('200')
})

it('counts an address across all accounts, known or not, and one IPv6 customer as one', async () => {
  const guesses = Array.from({ length: LIMITS.loginAddress.max + 4 }, (_, index) =>
    login(`guess${index}@example.org`, WRONG, { from: `2001:db8:1:2::${(index + 1).toString(16)}` }),
  )
  expect(tally(await Promise.all(guesses))).toEqual({ '401 invalid_credentials': LIMITS.loginAddress.max, '429 rate_limited': 4 })
  expect(outcome(await login('guess@example.org', WRONG, { from: '2001:db8:1:3::1' }))).toBe('401 invalid_credentials')
})

it('does not count correct passwords', async () => {
  await t.newUser('often@example.org')
  for (let index = 0; index < LIMITS.loginPair.max + 3; index += 1) expect(outcome(await login('often@example.org', PASSWORD))).toBe('200')
})

it('survives a restart: another instance on the same database has the same count', async () => {
  const { accountLimits } = await import('./limits.ts')
  const limit = { name: 'test', max: 3, windowMs: MINUTE_MS }
  const [before, after] = [accountLimits({ db: t.db, clock: t.clock }), accountLimits({ db: t.db, clock: t.clock })]
  const taken = await Promise.all(Array.from({ length: 3 }, () => before.take([limit, 'x'])))
  expect(taken).toEqual([undefined, undefined, undefined])
  expect(await after.take([limit, 'x'])).toBe(60)
  expect(await after.take([limit, 'y'])).toBeUndefined()
  t.clock.advance(MINUTE_MS)
  expect(await after.take([limit, 'x'])).toBeUndefined()
})

it('does not extend the wait when the clock is set back', async () => {
  const { accountLimits } = await import('./limits.ts')
  const limit = { name: 'set-back', max: 1, windowMs: MINUTE_MS }
  const [before, after] = [accountLimits({ db: t.db, clock: t.clock }), accountLimits({ db: t.db, clock: t.clock })]
  expect([await before.take([limit, 'x']), await before.take([limit, 'x'])]).toEqual([undefined, 60])
  t.clock.jump(-60 * MINUTE_MS)
  expect(await before.take([limit, 'x'])).toBe(60)
  t.clock.advance(MINUTE_MS)
  expect(await before.take([limit, 'x'])).toBeUndefined()
  // A freshly started server derives the window from the time of day alone.
  expect(await after.take([limit, 'x'])).toBe(60)
  t.clock.jump(60 * MINUTE_MS)
})

it('limits mails per mailbox and code attempts, and responds identically when no mail is sent', async () => {
  const email = 'mailbox@example.org'
  await t.newUser(email)
  t.clock.advance(30 * MINUTE_MS)
  const before = t.mails.length
  const answers = await Promise.all(Array.from({ length: 12 }, () => t.post({ path: '/auth/forgot-password', body: { email } })))
  expect(tally(answers)).toEqual({ '202': LIMITS.forgotAccount.max, '429 rate_limited': 2 })
  expect(t.mails.length - before).toBe(LIMITS.mailPair.max)
  const stranger = await Promise.all(
    Array.from({ length: 12 }, () => t.post({ path: '/auth/forgot-password', body: { email: 'no-mailbox@example.org' } })),
  )
  expect(tally(stranger)).toEqual(tally(answers))
  const codes = Array.from({ length: LIMITS.codePair.max + 6 }, () =>
    t.post({ path: '/auth/verify', body: { email, code: '000000' }, from: '203.0.113.200' }),
  )
  expect(tally(await Promise.all(codes))).toEqual({ '401 invalid_code': LIMITS.codePair.max, '429 rate_limited': 6 })
})

it('limits sign-ups per address', async () => {
  const signups = Array.from({ length: LIMITS.signupAddress.max + 5 }, (_, index) =>
    t.post({ path: '/auth/signup', body: signupForm(`flood${index}@example.org`), from: '203.0.113.240' }),
  )
  expect(tally(await Promise.all(signups))).toEqual({ '202': LIMITS.signupAddress.max, '429 rate_limited': 5 })
})
