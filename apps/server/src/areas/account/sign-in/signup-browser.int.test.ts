import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, codeOf, nonceOf, outcome, PASSWORD, sessionOf, signupForm } from '../../../../test/account-app.ts'
import { LIMITS } from '../entitlement/limits.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const ATTACKERS = 'the attackers own words 66'
const CHOSEN = 'chosen by the reader 31'
const BROWSER = { origin: 'http://localhost:4800' }

const signUp = async (email: string, password = PASSWORD, from = '192.0.2.1') => {
  const answer = await t.post({ path: '/auth/signup', body: signupForm(email, password), from })
  expect(outcome(answer)).toBe('202')
  return { nonce: nonceOf(answer), code: () => t.newestCode(email) }
}
type Bearer = { readonly nonce?: string; readonly headers?: object }
const verify = (email: string, code: string, bearer: Bearer = {}) => t.post({ path: '/auth/verify', body: { email, code }, ...bearer })
const reset = (email: string, code: string, more: object = {}) =>
  t.post({ path: '/auth/reset-password', body: { email, code, password: CHOSEN, ...more } })
const login = async (email: string, password: string) => outcome(await t.post({ path: '/auth/login', body: { email, password } }))

it('keeps a browser’s own sign-up, never with the password of a later sign-up for the same address', async () => {
  const email = 'after@example.org'
  const victim = await signUp(email)
  await signUp(email, ATTACKERS, '203.0.113.9')
  expect(outcome(await verify(email, t.newestCode(email), { nonce: victim.nonce, headers: BROWSER }))).toBe('200')
  expect(await login(email, ATTACKERS)).toBe('401 invalid_credentials')
  expect(await login(email, PASSWORD)).toBe('200')
})

it('also keeps it when the other sign-up came first and its code is entered', async () => {
  const email = 'before@example.org'
  const attacker = await signUp(email, ATTACKERS, '203.0.113.9')
  const code = attacker.code()
  const victim = await signUp(email)
  expect(outcome(await verify(email, code, { nonce: victim.nonce, headers: BROWSER }))).toBe('200')
  expect(await login(email, ATTACKERS)).toBe('401 invalid_credentials')
  expect(await login(email, PASSWORD)).toBe('200')
})

it.each<[string, (own: string) => Bearer]>([
  ['a browser without a nonce', () => ({ headers: BROWSER })],
  ['a browser that only says where the request comes from', () => ({ headers: { 'sec-fetch-site': 'same-origin' } })],
  ['a nonce of nobody', () => ({ nonce: 'x'.repeat(43) })],
  ['an empty nonce', () => ({ nonce: '' })],
  ['a huge nonce', () => ({ nonce: 'y'.repeat(6_000) })],
  ['a nonce with one letter changed', (own) => ({ nonce: `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}` })],
])('asks for a new password given %s, and the same code sets it', async (what, bearer) => {
  const email = `${what.replaceAll(' ', '-')}@example.org`
  const attacker = await signUp(email, ATTACKERS, '203.0.113.9')
  const code = attacker.code()
  const answer = await verify(email, code, bearer(attacker.nonce))
  expect(outcome(answer)).toBe('409 password_needed')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await login(email, ATTACKERS)).toBe('401 invalid_credentials')
  expect(outcome(await verify(email, code, { nonce: attacker.nonce }))).toBe('401 invalid_code')
  const done = await reset(email, code, { first_name: 'Victoria', last_name: 'Reader' })
  expect(outcome(done)).toBe('200')
  expect(sessionOf(done).user).toMatchObject({ first_name: 'Victoria', last_name: 'Reader', is_confirmed: true })
  expect(await login(email, ATTACKERS)).toBe('401 invalid_credentials')
  expect(await login(email, CHOSEN)).toBe('200')
  expect(outcome(await reset(email, code))).toBe('401 invalid_code')
})

it('opens the only sign-up of an address to a client without cookies, even after a repeated form', async () => {
  const email = 'script@example.org'
  await signUp(email)
  t.clock.advance(11 * SECOND_MS)
  await signUp(email)
  expect(outcome(await verify(email, t.newestCode(email), { headers: { 'sec-fetch-mode': 'cors' } }))).toBe('200')
  expect(await login(email, PASSWORD)).toBe('200')
})

it('asks such a client for a new password once two different sign-ups used the address, with any code', async () => {
  for (const [index, attackersFirst] of [true, false].entries()) {
    const email = `contested${index}@example.org`
    const codes: string[] = []
    for (const isAttacker of attackersFirst ? [true, false] : [false, true])
      codes.push((await signUp(email, isAttacker ? ATTACKERS : PASSWORD)).code())
    expect(outcome(await verify(email, codes[index] ?? ''))).toBe('409 password_needed')
    expect(await login(email, ATTACKERS)).toBe('401 invalid_credentials')
    const done = await reset(email, codes[index] ?? '')
    // It is unknown which sign-up's names are genuine, so the account starts with neither.
    expect(sessionOf(done).user).toMatchObject({ first_name: `contested${index}`, last_name: '' })
  }
})

it('remembers that an address was used twice after the first code expired and was deleted', async () => {
  const email = 'patient@example.org'
  await signUp(email)
  t.clock.advance(11 * MINUTE_MS)
  await t.module.sweep()
  await signUp(email, ATTACKERS, '203.0.113.9')
  expect(outcome(await verify(email, t.newestCode(email)))).toBe('409 password_needed')
})

it('remembers a sign-up whose mail was not sent because others exhausted the mailbox limit', async () => {
  const email = 'full@example.org'
  for (let mail = 0; mail < LIMITS.mailAccount.max; mail += 1) {
    await signUp(email, ATTACKERS, `203.0.113.${Math.floor(mail / LIMITS.mailPair.max) + 1}`)
    t.clock.advance(11 * SECOND_MS)
  }
  const attackers = t.mails.filter(({ to }) => to === email)
  expect(attackers).toHaveLength(LIMITS.mailAccount.max)
  await signUp(email)
  expect(t.mails.filter(({ to }) => to === email)).toHaveLength(LIMITS.mailAccount.max)
  expect(outcome(await verify(email, codeOf(attackers.at(-1))))).toBe('409 password_needed')
  expect(await login(email, ATTACKERS)).toBe('401 invalid_credentials')
})

it('ignores a nonce for another address or for an expired sign-up', async () => {
  const attacker = await signUp('mallory@example.org', ATTACKERS)
  const email = 'elsewhere@example.org'
  await signUp(email)
  expect(outcome(await verify(email, t.newestCode(email), { nonce: attacker.nonce }))).toBe('409 password_needed')

  const late = 'late@example.org'
  const first = await signUp(late, ATTACKERS)
  t.clock.advance(10 * MINUTE_MS)
  await signUp(late)
  expect(outcome(await verify(late, t.newestCode(late), { nonce: first.nonce }))).toBe('409 password_needed')
})

it('generates a nonce per sign-up, so that an earlier user of the browser has none of the next', async () => {
  const email = 'shared@example.org'
  const before = await signUp(email, ATTACKERS)
  const after = await signUp(email)
  expect(before.nonce).toMatch(/^[\w-]{43}$/)
  expect(after.nonce).not.toBe(before.nonce)
  expect(outcome(await verify(email, t.newestCode(email), { nonce: after.nonce }))).toBe('200')
  expect(await login(email, ATTACKERS)).toBe('401 invalid_credentials')
})

it('opens one session or asks for one password when the code is submitted concurrently', async () => {
  const email = 'race@example.org'
  const own = await signUp(email)
  await signUp(email, ATTACKERS, '203.0.113.9')
  const code = t.newestCode(email)
  const tries = Array.from({ length: 12 }, (_, index) => verify(email, code, index % 2 === 0 ? { nonce: own.nonce } : {}))
  const outcomes = (await Promise.all(tries)).map(outcome)
  expect(outcomes.filter((result) => result !== '401 invalid_code')).toHaveLength(1)
  expect(await login(email, ATTACKERS)).toBe('401 invalid_credentials')
})

it('changes no names of a verified account', async () => {
  const email = 'names@example.org'
  await t.newUser(email)
  await t.post({ path: '/auth/forgot-password', body: { email } })
  const done = await reset(email, t.newestCode(email), { first_name: 'Mallory', last_name: 'Mallory' })
  expect(sessionOf(done).user).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' })
})

it('invalidates a retained code after five wrong attempts and after its expiry', async () => {
  for (const [index, kill] of [
    async (email: string, code: string) => {
      for (let tries = 0; tries < 5; tries += 1) await reset(email, code === '000000' ? '000001' : '000000')
    },
    async () => t.clock.advance(10 * MINUTE_MS),
  ].entries()) {
    const email = `kept${index}@example.org`
    const code = (await signUp(email)).code()
    expect(outcome(await verify(email, code, { headers: BROWSER }))).toBe('409 password_needed')
    await kill(email, code)
    expect(outcome(await reset(email, code))).toBe('401 invalid_code')
  }
})
