import { DAY_MS } from '@aerie/core/time'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accountApp, outcome, PASSWORD, sessionOf } from '../../../../test/account-app.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const NEXT = 'a quite different one 42'
const login = (email: string, password = PASSWORD) => t.post({ path: '/auth/login', body: { email, password } })
const change = (token: string, body: object = { current: PASSWORD, next: NEXT }, from = '192.0.2.1') =>
  t.post({ path: '/account/password', token, body, from })
const ask = async ({ token, user }: { token: string; user: { email: string } }) =>
  outcome(await t.get({ path: `/getUserByEmail?email=${user.email}`, token }))

it('changes the password, ends every other session and its sockets, and sends a mail', async () => {
  const email = 'change@example.org'
  const own = await t.newUser(email)
  const other = sessionOf(await login(email))
  const stranger = await t.newUser('change-stranger@example.org')
  const ended: string[] = []
  const stop = t.module.sessions.onRevoked((id) => void ended.push(id))
  expect((await change(own.token)).json()).toEqual({ data: { ended: 1 } })
  stop()
  expect(ended).toHaveLength(1)
  expect([await ask(own), await ask(other), await ask(stranger)]).toEqual(['200', '401 invalid_token', '200'])
  expect(outcome(await t.post({ path: '/auth/refresh', cookie: other.cookie }))).toBe('401 invalid_token')
  expect(outcome(await t.post({ path: '/auth/refresh', cookie: own.cookie }))).toBe('200')
  expect([outcome(await login(email)), outcome(await login(email, NEXT))]).toEqual(['401 invalid_credentials', '200'])
  expect(t.mails.findLast(({ to }) => to === email)?.subject).toBe('Your Aerie password was changed')
})

it('revokes every API token together with the old password, by a change or a reset, and mentions it in the mail', async () => {
  const email = 'tokens@example.org'
  const own = await t.newUser(email)
  const stranger = await t.newUser('tokens-stranger@example.org')
  const make = async (token: string): Promise<string> => {
    const expires_at = new Date(t.clock.now() + DAY_MS).toISOString()
    const made = await t.post({ path: '/account/tokens', token, body: { name: 'Bot', scopes: ['trading:write'], expires_at } })
    return made.json<{ data: { token: string } }>().data.token
  }
  const lives = async (secret: string) => (await t.module.apiTokens.authenticate(secret)) !== null
  const [first, other] = [await make(own.token), await make(stranger.token)]
  expect(await lives(first)).toBe(true)
  expect(outcome(await change(own.token, { current: 'not the right one 99', next: NEXT }))).toBe('401 invalid_credentials')
  expect(await lives(first)).toBe(true)
  expect(outcome(await change(own.token))).toBe('200')
  expect([await lives(first), await lives(other)]).toEqual([false, true])
  expect(t.mails.findLast(({ to }) => to === email)?.text).toContain('All other sessions and all API tokens have ended.')
  const second = await make(own.token)
  expect(await lives(second)).toBe(true)
  await t.post({ path: '/auth/forgot-password', body: { email } })
  const reset = await t.post({ path: '/auth/reset-password', body: { email, code: t.newestCode(email), password: PASSWORD } })
  expect(outcome(reset)).toBe('200')
  expect([await lives(second), await lives(other)]).toEqual([false, true])
})

it('rejects a weak, unchanged or invalid password with a field error, and sends no mail', async () => {
  const { token } = await t.newUser('easy@example.org')
  const before = t.mails.length
  const fields = async (body: object) => {
    const answer = await change(token, body)
    return [outcome(answer), Object.keys(answer.json<{ errors?: object }>().errors ?? {})]
  }
  expect(await fields({ current: PASSWORD, next: 'password1234' })).toEqual(['422 password_common', ['next']])
  expect(await fields({ current: PASSWORD, next: 'Lovelace12345' })).toEqual(['422 password_common', ['next']])
  expect(await fields({ current: PASSWORD, next: PASSWORD })).toEqual(['422 password_unchanged', ['next']])
  expect(await fields({ current: 'not the right one 99', next: NEXT })).toEqual(['401 invalid_credentials', ['current']])
  expect(await fields({ current: PASSWORD, next: 'short' })).toEqual(['400 bad_input', ['next']])
  expect(await fields({ current: PASSWORD, next: 'x'.repeat(129) })).toEqual(['400 bad_input', ['next']])
  expect(await fields({ current: 'x'.repeat(1025), next: NEXT })).toEqual(['400 bad_input', ['current']])
  expect(t.mails).toHaveLength(before)
  expect(outcome(await login('easy@example.org'))).toBe('200')
})

it('counts concurrent wrong passwords together with those of reauthentication', async () => {
  const { token } = await t.newUser('guess@example.org')
  const wrong = { current: 'not the right one 99', next: NEXT }
  const prove = () => t.post({ path: '/auth/reauthenticate', token, body: { password: 'not the right one 99' } })
  const answers = await Promise.all([...Array.from({ length: 7 }, () => change(token, wrong)), ...Array.from({ length: 7 }, prove)])
  expect(answers.map(outcome).filter((result) => result === '401 invalid_credentials')).toHaveLength(10)
  expect(outcome(await change(token))).toBe('429 rate_limited')
})

it('lets one of two concurrent changes win, and ends the other session', async () => {
  const email = 'race@example.org'
  const own = await t.newUser(email)
  const other = sessionOf(await login(email))
  // Both have proven the current password before either writes the next one.
  const bothProven = Promise.withResolvers<void>()
  const { hash } = t.passwords
  const hashing = vi.spyOn(t.passwords, 'hash').mockImplementation(async (password) => {
    if (hashing.mock.calls.length === 2) bothProven.resolve()
    await bothProven.promise
    return hash(password)
  })
  const answers = await Promise.all([change(own.token), change(other.token, { current: PASSWORD, next: `${NEXT} too` })])
  hashing.mockRestore()
  expect(answers.map(outcome).toSorted()).toEqual(['200', '409 conflict'])
  expect([await ask(own), await ask(other)].toSorted()).toEqual(['200', '401 invalid_token'])
})

it('requires a session', async () => {
  expect(outcome(await t.post({ path: '/account/password', body: { current: PASSWORD, next: NEXT } }))).toBe('401 unauthenticated')
})
