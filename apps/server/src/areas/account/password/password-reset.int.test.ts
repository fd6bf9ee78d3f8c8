import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, codeOf, outcome, PASSWORD, sessionOf, signupForm } from '../../../../test/account-app.ts'
import { wallets } from '../../../platform/db/schema/accounts.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const NEW_PASSWORD = 'lantern walnut 47 river'
const forgot = (email: string, from?: string) => t.post({ path: '/auth/forgot-password', body: { email }, ...(from && { from }) })
const reset = (email: string, code: string, password = NEW_PASSWORD) =>
  t.post({ path: '/auth/reset-password', body: { email, code, password } })
const login = (email: string, password: string) => t.post({ path: '/auth/login', body: { email, password } })

it('responds identically for a known and an unknown address, and mails only the known one', async () => {
  await t.newUser('known@example.org')
  const before = t.mails.length
  const [known, unknown] = [await forgot('known@example.org'), await forgot('unknown@example.org')]
  expect(known.statusCode).toBe(202)
  expect([known.statusCode, known.body.replace('known', '')]).toEqual([unknown.statusCode, unknown.body.replace('unknown', '')])
  expect(t.mails.slice(before).map(({ to }) => to)).toEqual(['known@example.org'])
})

it('sets the new password, ends every other session and opens a new one', async () => {
  const email = 'reset@example.org'
  const old = await t.newUser(email)
  const ended: string[] = []
  t.module.sessions.onRevoked((id) => ended.push(id))
  await forgot(email)
  const done = await reset(email, t.newestCode(email))
  expect(outcome(done)).toBe('200')
  const ask = (token: string) => t.get({ path: `/getUserByEmail?email=${email}`, token })
  expect(outcome(await ask(sessionOf(done).token))).toBe('200')
  expect(outcome(await ask(old.token))).toBe('401 invalid_token')
  expect(outcome(await t.post({ path: '/auth/refresh', cookie: old.cookie }))).toBe('401 invalid_token')
  expect(ended).toEqual([decodeJwt(old.token).sid])
  expect(outcome(await login(email, PASSWORD))).toBe('401 invalid_credentials')
  expect(outcome(await login(email, NEW_PASSWORD))).toBe('200')
  expect(outcome(await reset(email, t.newestCode(email)))).toBe('401 invalid_code')
})

it('accepts only the newest of several reset codes, and no sign-up code', async () => {
  const email = 'newest@example.org'
  await t.post({ path: '/auth/signup', body: signupForm(email) })
  const signupCode = t.newestCode(email)
  await forgot(email)
  const older = codeOf(t.mails.at(-1))
  await forgot(email)
  const newest = codeOf(t.mails.at(-1))
  expect(outcome(await reset(email, signupCode))).toBe('401 invalid_code')
  expect(outcome(await reset(email, older))).toBe('401 invalid_code')
  expect(outcome(await reset(email, newest))).toBe('200')
  expect(outcome(await login(email, NEW_PASSWORD))).toBe('200')
})

it('expires a reset code after exactly ten minutes', async () => {
  const email = 'late@example.org'
  await t.newUser(email)
  await forgot(email)
  const early = t.newestCode(email)
  t.clock.advance(10 * MINUTE_MS - SECOND_MS)
  expect(outcome(await reset(email, early))).toBe('200')
  await forgot(email)
  const late = t.newestCode(email)
  t.clock.advance(10 * MINUTE_MS)
  expect(outcome(await reset(email, late, PASSWORD))).toBe('401 invalid_code')
  expect(outcome(await login(email, NEW_PASSWORD))).toBe('200')
})

it('does not consume the code when the password is rejected', async () => {
  const email = 'second-thought@example.org'
  await t.newUser(email)
  await forgot(email)
  const code = t.newestCode(email)
  expect(outcome(await reset(email, code, 'password1234'))).toBe('422 password_common')
  expect(outcome(await reset(email, code))).toBe('200')
})

it('resets once when the code is submitted concurrently', async () => {
  const email = 'race@example.org'
  await t.newUser(email)
  await forgot(email)
  const code = t.newestCode(email)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => reset(email, code, `${NEW_PASSWORD} ${index}`)))
  expect(answers.map(outcome).sort()).toEqual(['200', ...Array<string>(9).fill('401 invalid_code')])
})

const ADDRESS = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
const record = (email: string, token: string) => t.get({ path: `/getUserByEmail?email=${encodeURIComponent(email)}`, token })
const update = (token: string, body: object) => t.put({ path: '/updateUserByEmail', body, token })

it('shows callers only their own record, and responds identically for known and unknown users', async () => {
  const { token } = await t.newUser('own@example.org')
  await t.newUser('other@example.org')
  expect((await record('OWN@example.org', token)).json()).toEqual({ data: { wallet_address: 'null', gold_tier_holder: false } })
  const other = await record('other@example.org', token)
  expect(outcome(other)).toBe('403 forbidden')
  expect((await record('stranger@example.org', token)).body).toBe(other.body)
  expect(outcome(await update(token, { email: 'other@example.org', wallet_address: 'null' }))).toBe('403 forbidden')
  expect(outcome(await t.get({ path: '/getUserByEmail', token }))).toBe('400 bad_input')
})

it('stores a linked wallet as the main one, clears it with the text null, and rejects one that is not linked', async () => {
  const { token, user } = await t.newUser('wallet@example.org')
  const email = user.email
  expect(outcome(await update(token, { email, wallet_address: ADDRESS }))).toBe('422 wallet_not_linked')
  await t.db.insert(wallets).values({ userId: user.user_id, address: ADDRESS.toLowerCase(), linkedAt: new Date(t.clock.now()) })
  const stored = await update(token, { email, wallet_address: ADDRESS, gold_tier_holder: true })
  expect(stored.json()).toEqual({ data: { wallet_address: ADDRESS.toLowerCase(), gold_tier_holder: false } })
  expect(t.logged.at(-1)).toMatchObject({ fields: ['gold_tier_holder'], user: user.user_id })
  expect((await record(email, token)).json()).toEqual(stored.json())
  expect((await update(token, { email, wallet_address: 'null' })).json()).toEqual({
    data: { wallet_address: 'null', gold_tier_holder: false },
  })
  expect((await record(email, token)).json()).toEqual({ data: { wallet_address: 'null', gold_tier_holder: false } })
})

it.each(['', 'NULL', '0x12', `${ADDRESS}0`, 'not an address'])('rejects the wallet %j as bad input', async (wallet_address) => {
  const name = Buffer.from(wallet_address).toString('hex').slice(0, 40)
  const { token, user } = await t.newUser(`bad${name}@example.org`)
  expect(outcome(await update(token, { email: user.email, wallet_address }))).toBe('400 bad_input')
})

it('rejects a wallet that is linked to another user', async () => {
  const [a, b] = [await t.newUser('a@example.org'), await t.newUser('b@example.org')]
  const address = '0x00000000000000000000000000000000000000aa'
  await t.db.insert(wallets).values({ userId: a.user.user_id, address, linkedAt: new Date(t.clock.now()) })
  expect(outcome(await update(b.token, { email: b.user.email, wallet_address: address }))).toBe('422 wallet_not_linked')
  expect(await t.db.select().from(wallets).where(eq(wallets.address, address))).toMatchObject([{ userId: a.user.user_id, isMain: false }])
})
