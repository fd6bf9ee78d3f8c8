import { SECOND_MS } from '@aerie/core/time'
import { like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { accountApp, outcome, PASSWORD } from '../../../../test/account-app.ts'
import { passkeyAuthenticator } from '../../../../test/passkey-authenticator.ts'
import { rateLimits } from '../../../platform/db/schema/accounts.ts'
import { otpAt, otpCounter } from '../second-factor/totp.ts'

/** Written through the given transaction before the failure, to simulate a full outbox. */
const MARK = 'mark of a mail'
let isOutboxBroken = false
let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp({
    beforeMail: async (tx) => {
      if (!isOutboxBroken) return
      await tx.insert(rateLimits).values({ key: MARK, used: 1, resetsAt: new Date(Date.UTC(2099, 0)) })
      throw new Error('the outbox cannot be written')
    },
  })
})
afterAll(() => t.close())
beforeEach(() => {
  isOutboxBroken = false
})

const HOST = { host: 'localhost' }
type Secret = { data: { secret: string } }
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function shown(secret: string): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return otpAt(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))), otpCounter(t.clock.now()))
}
const options = async (token: string) =>
  (await t.post({ path: '/account/passkeys/options', token, headers: HOST })).json<{ data: { challenge: string } }>().data
const secretOf = async (token: string) => (await t.post({ path: '/account/otp', token })).json<Secret>().data.secret
const confirmed = async (token: string) => {
  const secret = await secretOf(token)
  const answer = await t.post({ path: '/account/otp/confirm', token, body: { code: shown(secret) } })
  t.clock.advance(30 * SECOND_MS)
  return answer
}
const addPasskey = async (token: string) =>
  t.post({
    path: '/account/passkeys',
    token,
    headers: HOST,
    body: { name: 'Key', passkey: passkeyAuthenticator().register(await options(token)) },
  })

const CHANGES = {
  'a new password': {
    change: (token: string) => t.post({ path: '/account/password', token, body: { current: PASSWORD, next: 'a quite different one 42' } }),
    state: (_token: string, email: string) => t.post({ path: '/auth/login', body: { email, password: PASSWORD } }).then(outcome),
  },
  'an authenticator app': {
    change: confirmed,
    state: (token: string) => t.get({ path: '/account/otp', token }).then(({ body }) => body),
  },
  'no authenticator app': {
    prepare: confirmed,
    change: (token: string) => t.delete({ path: '/account/otp', token }),
    state: (token: string) => t.get({ path: '/account/otp', token }).then(({ body }) => body),
  },
  'new recovery codes': {
    prepare: confirmed,
    change: (token: string) => t.post({ path: '/account/otp/recovery-codes', token }),
    state: (token: string) => t.get({ path: '/account/otp', token }).then(({ body }) => body),
  },
  'a passkey': { change: addPasskey, state: (token: string) => t.get({ path: '/account/passkeys', token }).then(({ body }) => body) },
  'no passkey': {
    prepare: addPasskey,
    change: async (token: string) => {
      const [entry] = (await t.get({ path: '/account/passkeys', token })).json<{ data: { id: string }[] }>().data
      return t.delete({ path: `/account/passkeys/${entry?.id}`, token })
    },
    state: (token: string) => t.get({ path: '/account/passkeys', token }).then(({ body }) => body),
  },
  'the end of other sessions': {
    prepare: (_token: string, email: string) => t.post({ path: '/auth/login', body: { email, password: PASSWORD } }),
    change: (token: string) => t.delete({ path: '/account/sessions', token }),
    state: (token: string) => t.get({ path: '/account/sessions', token }).then(({ body }) => body),
  },
} as const

it.each(Object.entries(CHANGES))('queues the mail and makes the change atomically: %s', async (name, given) => {
  const email = `${name.replaceAll(' ', '-')}@example.org`
  const { token } = await t.newUser(email)
  if ('prepare' in given) await given.prepare(token, email)
  const before = await given.state(token, email)
  const mails = t.mails.length
  isOutboxBroken = true
  expect(outcome(await given.change(token))).toBe('500 internal')
  expect(await given.state(token, email)).toBe(before)
  expect(
    await t.db
      .select()
      .from(rateLimits)
      .where(like(rateLimits.key, `${MARK}%`)),
  ).toEqual([])
  isOutboxBroken = false
  expect(outcome(await given.change(token))).toMatch(/^20[01]$/)
  expect(t.mails.slice(mails).map(({ to }) => to)).toEqual([email])
})
