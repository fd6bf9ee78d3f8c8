import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, outcome, PASSWORD, sessionOf } from '../../../../test/account-app.ts'
import { otpSecrets, recoveryCodes } from '../../../platform/db/schema/account-security.ts'
import { otpAt, otpCounter } from './totp.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bytesOf = (secret: string) => {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const shown = (secret: string, steps = 0) => otpAt(bytesOf(secret), otpCounter(t.clock.now()) + steps)
const nextStep = () => t.clock.advance(30 * SECOND_MS)

const login = (email: string, otp?: string, password = PASSWORD) => t.post({ path: '/auth/login', body: { email, password, otp } })
const begin = async (token: string) =>
  (await t.post({ path: '/account/otp', token })).json<{ data: { secret: string; uri: string } }>().data
const confirm = (token: string, code: string) => t.post({ path: '/account/otp/confirm', token, body: { code } })
const status = async (token: string) => (await t.get({ path: '/account/otp', token })).json<{ data: object }>().data

async function guarded(email: string) {
  const session = await t.newUser(email)
  const { secret } = await begin(session.token)
  const { data } = (await confirm(session.token, shown(secret))).json<{ data: { recovery_codes: string[] } }>()
  nextStep()
  return { ...session, secret, codes: data.recovery_codes }
}

it('asks for a code only once the app has proved that it has the secret, and sends a mail', async () => {
  const email = 'setup@example.org'
  const { token } = await t.newUser(email)
  const { secret, uri } = await begin(token)
  expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({ secret, issuer: 'Aerie' })
  expect(await status(token)).toEqual({ is_on: false, confirmed_at: null, recovery_codes_left: 0 })
  expect(outcome(await login(email))).toBe('200')
  expect(outcome(await confirm(token, shown(secret, 5)))).toBe('401 invalid_code')
  const confirmed = await confirm(token, shown(secret))
  expect(confirmed.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes).toEqual(
    Array.from({ length: 10 }, () => expect.stringMatching(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)),
  )
  expect(await status(token)).toMatchObject({ is_on: true, recovery_codes_left: 10 })
  expect(t.mails.findLast(({ to }) => to === email)?.subject).toBe('An authenticator app was added to Aerie')
  expect(outcome(await login(email))).toBe('401 otp_required')
  expect(outcome(await t.post({ path: '/account/otp', token }))).toBe('409 otp_already_on')
  expect(outcome(await confirm(token, shown(secret, 1)))).toBe('409 otp_already_on')
})

it('stores the secret sealed for its user and the recovery codes as hashes', async () => {
  const { secret, codes, user } = await guarded('sealed@example.org')
  const [row] = await t.db.select().from(otpSecrets).where(eq(otpSecrets.userId, user.user_id))
  const hashes = await t.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.user_id))
  const stored = `${JSON.stringify(row)} ${JSON.stringify(hashes)} ${row?.sealed.toString('latin1')}`
  for (const plain of [secret, bytesOf(secret).toString('base64'), bytesOf(secret).toString('latin1'), ...codes])
    expect(stored).not.toContain(plain)
  const other = await guarded('sealed-too@example.org')
  await t.db
    .update(otpSecrets)
    .set({ sealed: row?.sealed ?? Buffer.alloc(0) })
    .where(eq(otpSecrets.userId, other.user.user_id))
  expect(outcome(await login('sealed-too@example.org', shown(secret)))).toBe('422 otp_unreadable')
})

it('accepts the code of the current and the adjacent steps, each once', async () => {
  const { secret } = await guarded('window@example.org')
  nextStep()
  expect(outcome(await login('window@example.org', shown(secret, -2)))).toBe('401 invalid_code')
  expect(outcome(await login('window@example.org', shown(secret, 2)))).toBe('401 invalid_code')
  expect(outcome(await login('window@example.org', shown(secret, -1)))).toBe('200')
  expect(outcome(await login('window@example.org', shown(secret)))).toBe('200')
  expect(outcome(await login('window@example.org', shown(secret)))).toBe('401 invalid_code')
  expect(outcome(await login('window@example.org', shown(secret, -1)))).toBe('401 invalid_code')
  expect(outcome(await login('window@example.org', shown(secret, 1)))).toBe('200')
})

it('accepts only one of many concurrent logins with the same code', async () => {
  const { secret } = await guarded('race@example.org')
  const code = shown(secret)
  const answers = await Promise.all(Array.from({ length: 6 }, () => login('race@example.org', code)))
  expect(answers.map(outcome).toSorted()).toEqual(['200', ...Array<string>(5).fill('401 invalid_code')])
})

it('marks a code as used even when it confirmed the set-up or a reauthentication instead of a login', async () => {
  const email = 'elsewhere@example.org'
  const { token } = await t.newUser(email)
  const { secret } = await begin(token)
  await confirm(token, shown(secret))
  expect(outcome(await login(email, shown(secret)))).toBe('401 invalid_code')
  nextStep()
  const prove = (otp: string) => t.post({ path: '/auth/reauthenticate', body: { otp }, token })
  expect(outcome(await prove(shown(secret)))).toBe('200')
  expect(outcome(await prove(shown(secret)))).toBe('401 invalid_code')
  expect(outcome(await login(email, shown(secret)))).toBe('401 invalid_code')
})

it('accepts a code in the digits of any script, and a recovery code with any spaces and dashes', async () => {
  const email = 'scripts@example.org'
  const { codes, secret, token } = await guarded(email)
  nextStep()
  const arabic = shown(secret).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
  expect(outcome(await login(email, `\u200f${arabic.slice(0, 3)} ${arabic.slice(3)}`))).toBe('200')
  const [spaced = '', dashed = '', wide = ''] = codes
  const fullWidth = [...wide].map((sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)).join('')
  for (const typed of [spaced.replaceAll('-', ' '), dashed.replaceAll('-', ' – '), fullWidth])
    expect(outcome(await login(email, typed))).toBe('200')
  expect(await status(token)).toMatchObject({ recovery_codes_left: 7 })
})

it('accepts each recovery code once, in any spelling and under concurrency, and sends a mail', async () => {
  const email = 'recovery@example.org'
  const { codes, token } = await guarded(email)
  const [first = '', second = ''] = codes
  expect(outcome(await login(email, ` ${first.replaceAll('-', '').toUpperCase()} `))).toBe('200')
  expect(t.mails.findLast(({ to }) => to === email)?.subject).toBe('A recovery code was used for Aerie')
  expect(outcome(await login(email, first))).toBe('401 invalid_code')
  const answers = await Promise.all(Array.from({ length: 4 }, () => login(email, second)))
  expect(answers.map(outcome).toSorted()).toEqual(['200', ...Array<string>(3).fill('401 invalid_code')])
  expect(await status(token)).toMatchObject({ recovery_codes_left: 8 })
  const stranger = await guarded('recovery-stranger@example.org')
  expect(outcome(await login(email, stranger.codes[0]))).toBe('401 invalid_code')
})

it('invalidates the old recovery codes when they are replaced', async () => {
  const email = 'renew@example.org'
  const { codes, token } = await guarded(email)
  const renewed = await t.post({ path: '/account/otp/recovery-codes', token })
  const [fresh] = renewed.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes
  expect(outcome(await login(email, codes[3]))).toBe('401 invalid_code')
  expect(outcome(await login(email, fresh))).toBe('200')
  const { token: without } = await t.newUser('renew-off@example.org')
  expect(outcome(await t.post({ path: '/account/otp/recovery-codes', token: without }))).toBe('409 otp_off')
})

it('does not reveal a second factor, by response, queries or cost, before the password is correct', async () => {
  await guarded('quiet@example.org')
  await t.newUser('plain@example.org')
  const answer = async (email: string, otp?: string) => {
    t.passwords.work.length = 0
    const { statusCode, body } = await login(email, otp, 'not the right one 99')
    return { statusCode, body, work: [...t.passwords.work] }
  }
  const plain = await answer('plain@example.org')
  expect(plain.statusCode).toBe(401)
  for (const otp of [undefined, '123456', 'aaaa-bbbb-cccc-dddd']) {
    expect(await answer('quiet@example.org', otp)).toEqual(plain)
    expect(await answer('unknown@example.org', otp)).toEqual(plain)
  }
})

it('counts wrong codes per account from any address, and allows more only after the waiting time', async () => {
  const { secret } = await guarded('guess@example.org')
  const guess = (index: number) =>
    t.post({ path: '/auth/login', body: { email: 'guess@example.org', password: PASSWORD, otp: '000000' }, from: `203.0.113.${index}` })
  const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => guess(index)))
  expect(answers.map(outcome).filter((result) => result === '401 invalid_code')).toHaveLength(10)
  nextStep()
  expect(outcome(await login('guess@example.org', shown(secret)))).toBe('429 rate_limited')
  t.clock.advance(15 * MINUTE_MS)
  expect(outcome(await login('guess@example.org', shown(secret)))).toBe('200')
})

it('stays on after a password reset and is required: the mail code survives a missing code but not a wrong one', async () => {
  const email = 'reset@example.org'
  const { secret } = await guarded(email)
  const reset = (code: string, otp?: string) =>
    t.post({ path: '/auth/reset-password', body: { email, code, password: 'a quite different one 42', otp } })
  await t.post({ path: '/auth/forgot-password', body: { email } })
  const first = t.newestCode(email)
  expect(outcome(await reset(first))).toBe('401 otp_required')
  expect(outcome(await reset(first, '000000'))).toBe('401 invalid_code')
  expect(outcome(await reset(first, shown(secret)))).toBe('401 invalid_code')
  await t.post({ path: '/auth/forgot-password', body: { email } })
  expect(outcome(await reset(t.newestCode(email), shown(secret)))).toBe('200')
  nextStep()
  expect(outcome(await login(email, undefined, 'a quite different one 42'))).toBe('401 otp_required')
  expect(outcome(await login(email, shown(secret), 'a quite different one 42'))).toBe('200')
})

it('requires reauthentication for changes, and voids a set-up that waits too long', async () => {
  const email = 'guarded@example.org'
  const { token } = await t.newUser(email)
  const { secret } = await begin(token)
  t.clock.advance(10 * MINUTE_MS)
  const calls = ['/account/otp', '/account/otp/confirm', '/account/otp/recovery-codes']
  for (const path of calls)
    expect(outcome(await t.post({ path, token, body: { code: shown(secret) } }))).toBe('403 reauthentication_required')
  expect(outcome(await t.delete({ path: '/account/otp', token }))).toBe('403 reauthentication_required')
  expect(outcome(await t.get({ path: '/account/otp' }))).toBe('401 unauthenticated')
  t.clock.advance(4 * MINUTE_MS)
  const late = sessionOf(await login(email))
  t.clock.advance(9 * MINUTE_MS)
  expect(outcome(await confirm(late.token, shown(secret)))).toBe('200')
  const other = await t.newUser('guarded-late@example.org')
  const waiting = await begin(other.token)
  t.clock.advance(31 * MINUTE_MS)
  const again = sessionOf(await login('guarded-late@example.org'))
  expect(outcome(await confirm(again.token, shown(waiting.secret)))).toBe('409 otp_setup_ended')
})

it('is removed with its recovery codes, and sends one mail', async () => {
  const email = 'remove@example.org'
  const { token, codes } = await guarded(email)
  expect((await t.delete({ path: '/account/otp', token })).json()).toEqual({ data: { removed: true } })
  expect((await t.delete({ path: '/account/otp', token })).json()).toEqual({ data: { removed: false } })
  expect(t.mails.filter(({ to, subject }) => to === email && subject === 'The authenticator app was removed from Aerie')).toHaveLength(1)
  expect(outcome(await login(email))).toBe('200')
  expect(outcome(await login(email, codes[0]))).toBe('200')
  const { token: none } = await t.newUser('remove-none@example.org')
  expect((await t.delete({ path: '/account/otp', token: none })).json()).toEqual({ data: { removed: false } })
})

it.each([
  '12345',
  '1234567',
  'x'.repeat(5_000),
  '１２３４５',
  '12345²',
  '1'.repeat(99),
  'aaaa-bbbb-cccc',
  'aaaa-bbbb-cccc-ddd0',
  '',
  7,
  null,
  ['123456'],
])('rejects the malformed code %j before checking any password', async (otp) => {
  t.passwords.work.length = 0
  expect(outcome(await t.post({ path: '/auth/login', body: { email: 'a@example.org', password: PASSWORD, otp } }))).toBe('400 bad_input')
  expect(t.passwords.work).toEqual([])
})
