import { MINUTE_MS } from '@aerie/core/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, outcome, PASSWORD, sessionOf } from '../../../../test/account-app.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp({
    routes: async (app, { requireReauthenticated }) => {
      app.get('/api/v1/sensitive', { onRequest: requireReauthenticated }, async () => ({ data: 'open' }))
    },
  })
})
afterAll(() => t.close())

const REQUIRED = '403 reauthentication_required'
const sensitive = async (token: string) => outcome(await t.get({ path: '/sensitive', token }))
const prove = (token: string, body: object = { password: PASSWORD }, from = '192.0.2.1') =>
  t.post({ path: '/auth/reauthenticate', body, token, from })

it('unlocks sensitive actions for ten minutes after a login, exact to the millisecond by the server clock', async () => {
  const { token } = await t.newUser('fresh@example.org')
  t.clock.advance(10 * MINUTE_MS - 1)
  expect(await sensitive(token)).toBe('200')
  t.clock.advance(1)
  expect(await sensitive(token)).toBe(REQUIRED)
})

it('requires reauthentication when the clock was set back before the last one', async () => {
  const { token } = await t.newUser('set-back@example.org')
  t.clock.jump(-5 * MINUTE_MS)
  expect(await sensitive(token)).toBe(REQUIRED)
  expect(outcome(await prove(token))).toBe('200')
  expect(await sensitive(token)).toBe('200')
  t.clock.jump(5 * MINUTE_MS)
})

it('unlocks them again for ten minutes with the password, in this session only', async () => {
  const { token } = await t.newUser('again@example.org')
  const other = sessionOf(await t.post({ path: '/auth/login', body: { email: 'again@example.org', password: PASSWORD } }))
  t.clock.advance(10 * MINUTE_MS)
  const proved = await prove(token)
  expect(proved.json()).toEqual({ data: { until: new Date(t.clock.now() + 10 * MINUTE_MS).toISOString() } })
  expect(await sensitive(token)).toBe('200')
  expect(await sensitive(other.token)).toBe(REQUIRED)
})

it('stays locked for a refreshed session and for a wrong or invalid password', async () => {
  const session = await t.newUser('closed@example.org')
  t.clock.advance(10 * MINUTE_MS)
  const renewed = sessionOf(await t.post({ path: '/auth/refresh', cookie: session.cookie }))
  expect(outcome(await prove(renewed.token, { password: 'not the right one 99' }))).toBe('401 invalid_credentials')
  for (const body of [{}, { password: '' }, { password: 7 }, { password: PASSWORD, until: 'for ever' }, { password: 'x'.repeat(1025) }])
    expect(outcome(await prove(renewed.token, body))).toBe('400 bad_input')
  expect(await sensitive(renewed.token)).toBe(REQUIRED)
  expect(outcome(await t.get({ path: '/sensitive' }))).toBe('401 unauthenticated')
  expect(outcome(await t.post({ path: '/auth/reauthenticate', body: { password: PASSWORD } }))).toBe('401 unauthenticated')
})

it('counts concurrent wrong passwords, and lets the owner in from elsewhere', async () => {
  const { token } = await t.newUser('tries@example.org')
  const answers = await Promise.all(Array.from({ length: 14 }, () => prove(token, { password: 'not the right one 99' })))
  expect(answers.map(outcome).filter((result) => result === '401 invalid_credentials')).toHaveLength(10)
  expect(outcome(await prove(token))).toBe('429 rate_limited')
  expect(outcome(await prove(token, { password: PASSWORD }, '203.0.113.9'))).toBe('200')
})
