import { MINUTE_MS } from '@aerie/core/time'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, PASSWORD, signupForm } from '../../../../test/account-app.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const STRANGERS_PASSWORD = 'a different long one 17'
const WRONG_CODE = '000000'

const STATES = {
  unknown: async () => undefined,
  unverified: (email: string) => t.post({ path: '/auth/signup', body: signupForm(email), from: '198.51.100.7' }),
  'waiting for a reset': async (email: string) => {
    await t.newUser(email)
    await t.post({ path: '/auth/forgot-password', body: { email }, from: '198.51.100.7' })
  },
  registered: (email: string) => t.newUser(email),
  inactive: async (email: string) => {
    await t.newUser(email)
    await t.module.administration.setActive(email, false)
  },
} satisfies Record<string, (email: string) => Promise<unknown>>

/** Every call open to an attacker who knows only an address; the last response of each is compared too. */
const CALLS: Record<string, (email: string, from: string) => Promise<LightMyRequestResponse[]>> = {
  'signs up': async (email, from) => [await t.post({ path: '/auth/signup', body: signupForm(email, STRANGERS_PASSWORD), from })],
  'signs up and logs in with the same password': async (email, from) => [
    await t.post({ path: '/auth/signup', body: signupForm(email, STRANGERS_PASSWORD), from }),
    await t.post({ path: '/auth/login', body: { email, password: STRANGERS_PASSWORD }, from }),
  ],
  'signs up twice with different passwords': async (email, from) => [
    await t.post({ path: '/auth/signup', body: signupForm(email, STRANGERS_PASSWORD), from }),
    await t.post({ path: '/auth/signup', body: signupForm(email, `${STRANGERS_PASSWORD} 2`), from }),
  ],
  'signs up and verifies with a wrong code': async (email, from) => {
    const signedUp = await t.post({ path: '/auth/signup', body: signupForm(email, STRANGERS_PASSWORD), from })
    const nonce = signedUp.cookies[0]?.value ?? ''
    return [signedUp, await t.post({ path: '/auth/verify', body: { email, code: WRONG_CODE }, from, nonce })]
  },
  'logs in with a wrong password': async (email, from) => [
    await t.post({ path: '/auth/login', body: { email, password: STRANGERS_PASSWORD }, from }),
  ],
  'verifies with a wrong code': async (email, from) => [
    await t.post({ path: '/auth/verify', body: { email, code: WRONG_CODE }, from, headers: { origin: 'http://localhost' } }),
  ],
  'verifies with wrong codes until they are refused': (email, from) =>
    Promise.all(Array.from({ length: 33 }, () => t.post({ path: '/auth/verify', body: { email, code: WRONG_CODE }, from }))),
  'forgets the password': async (email, from) => [await t.post({ path: '/auth/forgot-password', body: { email }, from })],
  'forgets it more often than mail goes out': (email, from) =>
    Promise.all(Array.from({ length: 12 }, () => t.post({ path: '/auth/forgot-password', body: { email }, from }))),
  'resets with a wrong code': async (email, from) => [
    await t.post({ path: '/auth/reset-password', body: { email, code: WRONG_CODE, password: STRANGERS_PASSWORD }, from }),
  ],
  'resets with an easy password': async (email, from) => [
    await t.post({ path: '/auth/reset-password', body: { email, code: WRONG_CODE, password: 'password1234' }, from }),
  ],
  'refreshes with a cookie that is not one': async (_email, from) => [
    await t.post({ path: '/auth/refresh', cookie: 'x'.repeat(43), from }),
  ],
}

const seen = (email: string) => (response: LightMyRequestResponse) => {
  const { date: _date, 'content-length': length, ...headers } = response.headers
  const text = response.body.replaceAll(email, 'ADDRESS')
  return {
    status: response.statusCode,
    text,
    headers: JSON.stringify(headers).replaceAll(/=[\w-]{43};/g, '=SECRET;'),
    length: Number(length) - Buffer.byteLength(response.body),
  }
}

const byStatus = (a: { status: number; text: string }, b: { status: number; text: string }) =>
  a.status - b.status || a.text.localeCompare(b.text)

it.each(Object.entries(CALLS))('responds identically for any address, with the same work, to a stranger who %s', async (what, call) => {
  const answers: Record<string, unknown> = {}
  const strangers: string[][] = []
  for (const [index, [state, make]] of Object.entries(STATES).entries()) {
    const email = `${what.replaceAll(/\W/g, '-')}-${index}@example.org`
    const from = `203.0.113.${index + 1}`
    await make(email)
    t.clock.advance(31 * MINUTE_MS)
    t.passwords.work.length = 0
    const before = t.mails.length
    const got = await call(email, from)
    answers[state] = { answers: got.map(seen(email)).sort(byStatus), work: [...t.passwords.work].sort() }
    strangers.push(t.mails.slice(before).flatMap(({ to }) => (to === email ? [] : [to])))
  }
  const [first, ...others] = Object.values(answers)
  expect(others).toEqual(others.map(() => first))
  expect(strangers.flat()).toEqual([])
})

it.each([
  ['/auth/signup', signupForm('even@example.org', STRANGERS_PASSWORD)],
  ['/auth/verify', { email: 'even@example.org', code: WRONG_CODE }],
  ['/auth/forgot-password', { email: 'even@example.org' }],
  ['/auth/reset-password', { email: 'even@example.org', code: WRONG_CODE, password: STRANGERS_PASSWORD }],
])('delays the response of %s until a time that reveals nothing', async (path, body) => {
  const before = t.evened()
  await t.post({ path, body })
  expect(t.evened() - before).toBe(1)
})

it('reveals that an account is deactivated only with its correct password', async () => {
  const email = 'told@example.org'
  await STATES.inactive(email)
  const right = await t.post({ path: '/auth/login', body: { email, password: PASSWORD } })
  expect([right.statusCode, right.json<{ code: string }>().code]).toEqual([403, 'account_inactive'])
})
