import { DAY_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, codeOf, nonceOf, outcome, PASSWORD, sessionOf, signupForm } from '../../../../test/account-app.ts'
import { oneTimeCodes, rateLimits, sessions, users } from '../../../platform/db/schema/accounts.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const rowsOf = (email: string) => t.db.select().from(users).where(eq(users.email, email))
const verify = (email: string, code: string, from?: string) =>
  t.post({ path: '/auth/verify', body: { email, code }, ...(from && { from }) })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

it('signs up, mails a code, and opens a session with it that has every field of the user', async () => {
  const signedUp = await t.post({ path: '/auth/signup', body: signupForm(' Ada@Example.org ') })
  expect([signedUp.statusCode, signedUp.json()]).toEqual([202, { data: { email: 'ada@example.org' } }])
  const verified = await verify('ada@example.org', t.newestCode('ada@example.org'))
  expect(outcome(verified)).toBe('200')
  expect(sessionOf(verified).user).toEqual({
    user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email: 'ada@example.org',
    first_name: 'Ada',
    last_name: 'Lovelace',
    created_at: '2026-01-15T12:00:00.000Z',
    updated_at: '2026-01-15T12:00:00.000Z',
    daily_api_call_limit: 200,
    gold_tier_holder: false,
    dashboard_tier: 'none',
    is_active: true,
    is_confirmed: true,
    is_vip: false,
    subscription: 'claw',
    telegram_id: null,
    wallet_address: 'null',
    vested_amount: '0',
  })
  expect(verified.headers['set-cookie']).toMatch(
    /^__Host-aerie-refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(verified.headers['cache-control']).toBe('no-store')
  expect(verified.body).not.toContain(sessionOf(verified).cookie)
})

it('creates one user for twenty concurrent sign-ups of one address, and sends one mail for the same form', async () => {
  const email = 'twenty@example.org'
  const answers = await Promise.all(Array.from({ length: 20 }, () => t.post({ path: '/auth/signup', body: signupForm(email) })))
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(new Set([`202 {"data":{"email":"${email}"}}`]))
  expect(await rowsOf(email)).toHaveLength(1)
  expect(t.mails.filter(({ to }) => to === email)).toHaveLength(1)
})

it('creates one user for twenty different concurrent forms of one address, and each browser gets its own form', async () => {
  const email = 'many@example.org'
  const forms = Array.from({ length: 20 }, (_, index) => ({ ...signupForm(email, `${PASSWORD} ${index}`), first_name: `Name${index}` }))
  const nonces = (await Promise.all(forms.map((body) => t.post({ path: '/auth/signup', body })))).map(nonceOf)
  expect(await rowsOf(email)).toHaveLength(1)
  const mails = t.mails.filter(({ to }) => to === email)
  expect(mails).toHaveLength(6)
  const first = mails[0]
  const [earliest] = await t.db
    .select({ name: oneTimeCodes.firstName })
    .from(oneTimeCodes)
    .innerJoin(users, eq(users.id, oneTimeCodes.userId))
    .where(eq(users.email, email))
    .orderBy(oneTimeCodes.id)
    .limit(1)
  const name = earliest?.name ?? ''
  const nonce = nonces[Number(name.slice(4))] ?? ''
  const verified = await t.post({ path: '/auth/verify', body: { email, code: codeOf(first) }, nonce })
  expect(outcome(verified)).toBe('200')
  expect(sessionOf(verified).user).toMatchObject({ first_name: name })
  const password = `${PASSWORD} ${name.slice(4)}`
  expect(outcome(await t.post({ path: '/auth/login', body: { email, password } }))).toBe('200')
  expect(outcome(await verify(email, codeOf(mails.at(-1))))).toBe('401 invalid_code')
})

it('mails no sign-up data except the code, since a name is arbitrary text from a stranger', async () => {
  const email = 'victim@example.org'
  const names = { first_name: 'Click https://evil.example to claim your prize', last_name: 'evil.example' }
  await t.post({ path: '/auth/signup', body: { ...signupForm(email), ...names } })
  await t.post({ path: '/auth/forgot-password', body: { email } })
  const mails = t.mails.filter(({ to }) => to === email)
  expect(mails.map(({ text }) => text.split('\n', 1)[0])).toEqual(['Hello,', 'Hello,'])
  expect(JSON.stringify(mails)).not.toContain('evil')
  await t.db.update(users).set({ isActive: false }).where(eq(users.email, email))
  await t.post({ path: '/auth/signup', body: signupForm(email) })
  expect(t.mails.filter(({ to }) => to === email).at(-1)).toMatchObject({ subject: 'You already have an Aerie account' })
  expect(JSON.stringify(t.mails.filter(({ to }) => to === email))).not.toContain('evil')
})

it('hashes and responds identically for a known and an unknown address, and notifies only the mailbox', async () => {
  await t.newUser('known@example.org')
  t.clock.advance(11 * MINUTE_MS)
  const answer = async (email: string) => {
    t.passwords.work.length = 0
    const response = await t.post({ path: '/auth/signup', body: signupForm(email, 'a different long one 17') })
    return {
      status: response.statusCode,
      shape: response.body.replace(email, 'X'),
      work: [...t.passwords.work],
      headers: Object.keys(response.headers),
    }
  }
  const unknown = await answer('unknown@example.org')
  expect(await answer('known@example.org')).toEqual(unknown)
  expect(unknown.work).toEqual(['match', 'hash'])
  expect(t.mails.at(-1)).toMatchObject({ to: 'known@example.org', subject: 'You already have an Aerie account' })
  expect(outcome(await t.post({ path: '/auth/login', body: { email: 'known@example.org', password: PASSWORD } }))).toBe('200')
})

it('accepts a code once when it is submitted concurrently', async () => {
  const email = 'once@example.org'
  await t.post({ path: '/auth/signup', body: signupForm(email) })
  const code = t.newestCode(email)
  const answers = await Promise.all(Array.from({ length: 12 }, () => verify(email, code)))
  expect(answers.map(outcome).sort()).toEqual(['200', ...Array<string>(11).fill('401 invalid_code')])
  expect(outcome(await verify(email, code))).toBe('401 invalid_code')
})

it('invalidates a code after five wrong attempts', async () => {
  const email = 'five@example.org'
  await t.post({ path: '/auth/signup', body: signupForm(email) })
  const code = t.newestCode(email)
  for (let tries = 0; tries < 4; tries += 1) expect(outcome(await verify(email, wrong(code)))).toBe('401 invalid_code')
  const spare = await t.db.select().from(oneTimeCodes)
  expect(spare.map(({ tries }) => tries)).toContain(4)
  await verify(email, wrong(code))
  expect(outcome(await verify(email, code))).toBe('401 invalid_code')
})

it('expires a code after exactly ten minutes', async () => {
  const email = 'ten@example.org'
  await t.post({ path: '/auth/signup', body: signupForm(email) })
  t.clock.advance(10 * MINUTE_MS)
  expect(outcome(await verify(email, t.newestCode(email)))).toBe('401 invalid_code')
  await t.post({ path: '/auth/signup', body: signupForm(email) })
  t.clock.advance(10 * MINUTE_MS - SECOND_MS)
  expect(outcome(await verify(email, t.newestCode(email)))).toBe('200')
})

it('responds to a code for an unknown address as to a wrong one', async () => {
  const unknown = await verify('nobody@example.org', '123456')
  await t.post({ path: '/auth/signup', body: signupForm('somebody@example.org') })
  const wrongCode = await verify('somebody@example.org', wrong(t.newestCode('somebody@example.org')))
  expect([unknown.statusCode, unknown.json()]).toEqual([wrongCode.statusCode, wrongCode.json()])
})

it('stores no code or password in plain text', async () => {
  await t.post({ path: '/auth/signup', body: signupForm('plain@example.org') })
  const code = t.newestCode('plain@example.org')
  const stored = JSON.stringify([
    await t.db.select().from(users),
    (await t.db.select().from(oneTimeCodes)).map((row) => [row.hash.toString('latin1'), row]),
  ])
  // Random ids are masked: six of their digits could match the code.
  expect(stored.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')).not.toContain(code)
  expect(stored).not.toContain(PASSWORD)
  expect((await rowsOf('plain@example.org'))[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it.each([
  ['a common password', { password: 'password1234' }, '422 password_common', 'password'],
  [
    'a password made of the address',
    { password: 'ada.byron.king', email: 'ada.byron.king@example.org' },
    '422 password_common',
    'password',
  ],
  ['a short password', { password: 'Xk9#vQ2!mLp' }, '400 bad_input', 'password'],
  ['a long password', { password: 'x'.repeat(129) }, '400 bad_input', 'password'],
  ['no address', { email: 'ada' }, '400 bad_input', 'email'],
  ['an empty name', { first_name: '  ' }, '400 bad_input', 'first_name'],
  ['markup in a name', { last_name: '<b>Ada' }, '400 bad_input', 'last_name'],
])('rejects %s and names the field', async (_what, change, expected, field) => {
  const response = await t.post({ path: '/auth/signup', body: { ...signupForm('bad@example.org'), ...change } })
  expect(outcome(response)).toBe(expected)
  expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([field])
  expect(await rowsOf('bad@example.org')).toEqual([])
})

it('ignores and logs privileges claimed by a client', async () => {
  const email = 'claims@example.org'
  await t.post({
    path: '/auth/signup',
    body: { ...signupForm(email), is_vip: true, subscription: 'IPC', is_confirmed: true, vested_amount: '99999' },
  })
  expect((await rowsOf(email))[0]).toMatchObject({
    isVip: false,
    subscription: 'claw',
    isConfirmed: false,
    vestedAmount: '0.000000000000000000',
  })
  expect(t.logged.at(-1)).toMatchObject({ fields: ['vested_amount', 'is_vip', 'is_confirmed', 'subscription'] })
})

it('deletes only expired data', async () => {
  const kept = await t.newUser('kept@example.org')
  await t.post({ path: '/auth/signup', body: signupForm('abandoned@example.org') })
  await t.post({ path: '/auth/logout', token: kept.token })
  t.clock.advance(8 * DAY_MS)
  const later = sessionOf(await t.post({ path: '/auth/login', body: { email: 'kept@example.org', password: PASSWORD } }))
  await t.post({ path: '/auth/signup', body: signupForm('fresh@example.org') })
  await t.module.sweep()
  expect(await Promise.all(['kept', 'abandoned', 'fresh'].map(async (name) => (await rowsOf(`${name}@example.org`)).length))).toEqual([
    1, 0, 1,
  ])
  expect(outcome(await verify('fresh@example.org', t.newestCode('fresh@example.org')))).toBe('200')
  const sessionIds = async () => (await t.db.select().from(sessions)).map(({ id }) => id)
  const [first, second] = [kept.token, later.token].map((token) => String(decodeJwt(token).sid))
  expect(await sessionIds()).toEqual(expect.arrayContaining([first, second]))
  t.clock.advance(23 * DAY_MS)
  await t.module.sweep()
  expect(await sessionIds()).toContain(second)
  expect(await sessionIds()).not.toContain(first)
  expect(await t.db.select().from(oneTimeCodes)).toEqual([])
  expect(await t.db.select().from(rateLimits)).toEqual([])
})
