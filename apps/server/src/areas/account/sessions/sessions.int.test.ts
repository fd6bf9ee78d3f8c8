import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { eq } from 'drizzle-orm'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { accountApp, outcome, PASSWORD, sessionOf } from '../../../../test/account-app.ts'
import { refreshTokens, sessions, users } from '../../../platform/db/schema/accounts.ts'
import { accountKeys } from '../secrets.ts'
import { LOST_ANSWER_MS, REUSE_GRACE_MS, sessionWatch } from './session-service.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const login = (email: string, password = PASSWORD) => t.post({ path: '/auth/login', body: { email, password } })
const refresh = (cookie: string) => t.post({ path: '/auth/refresh', cookie })
const ask = ({ token, user }: { token: string; user: { email: string } }) => t.get({ path: `/getUserByEmail?email=${user.email}`, token })

it('logs in with a token of 15 minutes that contains the user and the session', async () => {
  await t.newUser('login@example.org')
  const session = sessionOf(await login('LOGIN@example.org'))
  const { exp = 0, iat = 0, ...claims } = decodeJwt(session.token)
  expect(exp - iat).toBe(900)
  expect(claims).toMatchObject({ ...session.user, sid: expect.stringMatching(/^[0-9a-f-]{36}$/), iss: 'aerie', aud: 'aerie-api' })
  expect(outcome(await ask(session))).toBe('200')
  t.clock.advance(15 * MINUTE_MS)
  expect(outcome(await ask(session))).toBe('401 invalid_token')
})

const QUERY = z.object({ text: z.string() })

it('responds identically to an unknown address and a wrong password, with the same work', async () => {
  await t.newUser('alike@example.org')
  const answer = async (email: string) => {
    t.passwords.work.length = 0
    const queries = vi.spyOn(t.db.$client, 'query')
    const response = await login(email, 'not the right one 99')
    const asked = queries.mock.calls.map(([query]) => z.parse(QUERY, query).text)
    queries.mockRestore()
    return { status: response.statusCode, body: response.body, work: [...t.passwords.work], asked }
  }
  const unknown = await answer('nobody-alike@example.org')
  expect(unknown).toMatchObject({ status: 401, work: ['match'], asked: { length: 5 } })
  expect(await answer('alike@example.org')).toEqual(unknown)
})

it('rejects a login before the address is verified, with the same response as for a wrong password', async () => {
  const email = 'unverified@example.org'
  await t.post({ path: '/auth/signup', body: { email, password: PASSWORD, first_name: 'Ada', last_name: 'L' } })
  const before = t.mails.length
  expect(outcome(await login(email, 'not the right one 99'))).toBe('401 invalid_credentials')
  expect(outcome(await login(email))).toBe('401 invalid_credentials')
  expect(t.mails).toHaveLength(before)
  expect(outcome(await t.post({ path: '/auth/verify', body: { email, code: t.newestCode(email) } }))).toBe('200')
})

it('accepts a password in either Unicode form', async () => {
  await t.newUser('unicode@example.org', 'Gr\u00e4felfing am Morgen')
  expect(outcome(await login('unicode@example.org', 'Gra\u0308felfing am Morgen'))).toBe('200')
})

it('rotates the refresh token and copies changed fields into the new access token', async () => {
  const session = await t.newUser('rotate@example.org')
  await t.db.update(users).set({ subscription: 'IPC' }).where(eq(users.email, 'rotate@example.org'))
  const renewed = sessionOf(await refresh(session.cookie))
  expect(renewed.cookie).not.toBe(session.cookie)
  expect(renewed.token).not.toBe(session.token)
  expect(decodeJwt(renewed.token)).toMatchObject({ subscription: 'IPC', daily_api_call_limit: 5_000, sid: decodeJwt(session.token).sid })
  t.clock.advance(MINUTE_MS)
  expect(outcome(await refresh(renewed.cookie))).toBe('200')
})

it('detects a token with outdated claims until it is refreshed', async () => {
  const session = await t.newUser('outdated@example.org')
  const { isOutdated, forgetUser } = t.module.sessions
  expect(await isOutdated(session.token)).toBe(false)
  await t.db.update(users).set({ subscription: 'IPC' }).where(eq(users.email, 'outdated@example.org'))
  forgetUser(session.user.user_id)
  expect(await isOutdated(session.token)).toBe(true)
  expect(await isOutdated(sessionOf(await refresh(session.cookie)).token)).toBe(false)
  expect(await isOutdated('no token')).toBe(false)
})

it('returns the same next token to many tabs that refresh at once, and the chain continues', async () => {
  const session = await t.newUser('tabs@example.org')
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(session.cookie)))
  expect(new Set(answers.map(outcome))).toEqual(new Set(['200']))
  const next = new Set(answers.map((answer) => sessionOf(answer).cookie))
  expect(next.size).toBe(1)
  t.clock.advance(REUSE_GRACE_MS + 1)
  expect(outcome(await refresh([...next][0] ?? ''))).toBe('200')
})

it('ends the session for both parties when an old refresh token is reused', async () => {
  const ended: string[] = []
  const unsubscribe = t.module.sessions.onRevoked((id) => ended.push(id))
  const session = await t.newUser('thief@example.org')
  const renewed = sessionOf(await refresh(session.cookie))
  expect(outcome(await ask(renewed))).toBe('200')
  t.clock.advance(LOST_ANSWER_MS + 1)
  const reused = await refresh(session.cookie)
  expect(outcome(reused)).toBe('401 invalid_token')
  expect(reused.headers['set-cookie']).toMatch(/^__Host-aerie-refresh=; /)
  expect(outcome(await refresh(renewed.cookie))).toBe('401 invalid_token')
  expect(outcome(await ask(renewed))).toBe('401 invalid_token')
  expect(ended).toEqual([decodeJwt(session.token).sid])
  unsubscribe()
})

it('returns the next token again when its response was lost, as long as nobody has used it', async () => {
  const session = await t.newUser('reloaded@example.org')
  const lost = sessionOf(await refresh(session.cookie))
  t.clock.advance(REUSE_GRACE_MS + 1)
  const again = sessionOf(await refresh(session.cookie))
  expect(again.cookie).toBe(lost.cookie)
  expect(outcome(await refresh(again.cookie))).toBe('200')
  t.clock.advance(REUSE_GRACE_MS + 1)
  expect(outcome(await refresh(session.cookie))).toBe('401 invalid_token')
  expect(outcome(await ask(again))).toBe('401 invalid_token')
})

it('stores refresh tokens only as hashes', async () => {
  const session = await t.newUser('hashed@example.org')
  const stored = await t.db.select().from(refreshTokens)
  expect(JSON.stringify(stored.map(({ hash }) => [hash.toString('latin1'), hash.toString('base64url')]))).not.toContain(session.cookie)
})

it.each(['', 'x', 'a.b.c', 'x'.repeat(3_000), "' or 1=1 --"])('rejects the cookie %j', async (cookie) =>
  expect(outcome(await refresh(cookie))).toMatch(/^401 /),
)

it('logs out at once, ending token, cookie and sockets, and is idempotent', async () => {
  const session = await t.newUser('logout@example.org')
  expect(outcome(await ask(session))).toBe('200')
  const ended: string[] = []
  const unsubscribe = t.module.sessions.onRevoked((id) => ended.push(id))
  const out = () => t.post({ path: '/auth/logout', token: session.token, headers: { 'content-type': 'application/json' } })
  expect(outcome(await out())).toBe('200')
  expect(outcome(await ask(session))).toBe('401 invalid_token')
  expect(outcome(await refresh(session.cookie))).toBe('401 invalid_token')
  expect(await t.module.sessions.authenticate(session.token)).toBeNull()
  expect(outcome(await out())).toBe('200')
  expect(ended).toEqual([decodeJwt(session.token).sid])
  expect(outcome(await t.post({ path: '/auth/logout' }))).toBe('401 unauthenticated')
  expect((await t.post({ path: '/auth/logout?repeat=true' })).json()).toEqual({ data: { ended: false } })
  unsubscribe()
})

it('logs out with the cookie alone when the token has expired', async () => {
  const session = await t.newUser('late@example.org')
  t.clock.advance(16 * MINUTE_MS)
  expect(outcome(await t.post({ path: '/auth/logout', token: session.token, cookie: session.cookie }))).toBe('200')
  expect(outcome(await refresh(session.cookie))).toBe('401 invalid_token')
})

it('ends the sessions of a user deactivated by this process at once, and blocks new ones', async () => {
  const session = await t.newUser('inactive@example.org')
  expect(outcome(await ask(session))).toBe('200')
  await t.module.administration.setActive('inactive@example.org', false)
  expect(outcome(await ask(session))).toBe('401 invalid_token')
  expect(outcome(await refresh(session.cookie))).toBe('401 invalid_token')
  expect(outcome(await login('inactive@example.org'))).toBe('403 account_inactive')
  expect(outcome(await login('inactive@example.org', 'not the right one 99'))).toBe('401 invalid_credentials')
  const before = t.mails.length
  expect(outcome(await t.post({ path: '/auth/forgot-password', body: { email: 'inactive@example.org' } }))).toBe('202')
  expect(t.mails).toHaveLength(before)
})

it('detects sessions ended by another process within five seconds', async () => {
  const session = await t.newUser('elsewhere@example.org')
  const sid = String(decodeJwt(session.token).sid)
  const here = sessionWatch({ db: t.db, clock: t.clock })
  const ended: string[] = []
  here.onRevoked((id) => ended.push(id))
  expect(await here.find(sid)).toBeDefined()
  await t.db
    .update(sessions)
    .set({ revokedAt: new Date(t.clock.now()), revokedFor: 'deactivated' })
    .where(eq(sessions.id, sid))
  expect(await here.find(sid)).toBeDefined()
  await here.poll()
  await here.poll()
  expect(ended.filter((id) => id === sid)).toEqual([sid])
  expect(await here.find(sid)).toBeUndefined()

  const other = await t.newUser('elsewhere2@example.org')
  const otherSid = String(decodeJwt(other.token).sid)
  expect(await here.find(otherSid)).toBeDefined()
  await t.db
    .update(sessions)
    .set({ revokedAt: new Date(t.clock.now()) })
    .where(eq(sessions.id, otherSid))
  t.clock.advance(5 * SECOND_MS)
  expect(await here.find(otherSid)).toBeUndefined()
})

const key = accountKeys(Buffer.alloc(32, 7)).signing
const forged = (claims: object, change: { alg?: string; key?: Uint8Array; aud?: string; typ?: string; exp?: number } = {}) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: change.alg ?? 'HS256', typ: change.typ ?? 'JWT' })
    .setIssuer('aerie')
    .setAudience(change.aud ?? 'aerie-api')
    .setExpirationTime(change.exp ?? Math.floor(t.clock.now() / 1000) + 900)
    .sign(change.key ?? key)

it('rejects every token that it did not issue for this use', async () => {
  const session = await t.newUser('forged@example.org')
  const { iss, aud, exp, ...claims } = decodeJwt(session.token)
  const [head = '', payload = '', signature = ''] = session.token.split('.')
  const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
  const tokens = [
    '',
    'a.b.c',
    none,
    `${none}${signature}`,
    // Changes the first character: the last one encodes fewer than six bits, so a different letter may decode to the same bytes.
    `${head}.${payload}.${signature.startsWith('x') ? 'y' : 'x'}${signature.slice(1)}`,
    'x'.repeat(10_000),
    await forged(claims, { key: Buffer.alloc(32, 8) }),
    await forged(claims, { alg: 'HS512', key: Buffer.alloc(64, 7) }),
    await forged(claims, { aud: 'elsewhere' }),
    await forged(claims, { typ: 'at+jwt' }),
    await forged(claims, { exp: Math.floor(t.clock.now() / 1000) - 1 }),
    await forged({ ...claims, sid: '11111111-1111-4111-8111-111111111111' }),
    await forged({ ...claims, sid: 'not a session' }),
    await forged({ sid: claims.sid, sub: claims.sub, iat: claims.iat }),
  ]
  expect(outcome(await ask({ ...session, token: await forged(claims) }))).toBe('200')
  const answers = await Promise.all(tokens.map((token) => ask({ ...session, token })))
  expect(answers.map(outcome)).toEqual(tokens.map(() => '401 invalid_token'))
  expect(outcome(await t.get({ path: '/getUserByEmail?email=forged@example.org' }))).toBe('401 unauthenticated')
  expect([iss, aud, typeof exp]).toEqual(['aerie', 'aerie-api', 'number'])
})
