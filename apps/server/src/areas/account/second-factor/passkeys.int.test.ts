import { MINUTE_MS } from '@aerie/core/time'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, outcome, sessionOf } from '../../../../test/account-app.ts'
import { passkeyAuthenticator } from '../../../../test/passkey-authenticator.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const REFUSED = '422 passkey_refused'
type Key = ReturnType<typeof passkeyAuthenticator>
type Options = { readonly challenge: string; readonly allowCredentials?: { id: string }[]; readonly excludeCredentials?: { id: string }[] }

const HOST = { host: 'localhost' }
const ask = async (path: string, token?: string): Promise<Options> =>
  (await t.post({ path, headers: HOST, ...(token && { token }) })).json<{ data: Options }>().data
const register = (token: string, passkey: object, name = 'My key', headers: object = HOST) =>
  t.post({ path: '/account/passkeys', token, body: { name, passkey }, headers })
const prove = (token: string, passkey: object) => t.post({ path: '/auth/reauthenticate', token, body: { passkey }, headers: HOST })

async function loginQuestion(host = 'localhost') {
  const asked = await t.post({ path: '/auth/passkey/options', headers: { host } })
  const nonce = asked.cookies.find(({ name }) => name === '__Host-aerie-passkey')?.value ?? ''
  return { challenge: asked.json<{ data: Options }>().data.challenge, cookie: `__Host-aerie-passkey=${nonce}`, asked }
}
const login = (passkey: object, cookie: string, host = 'localhost') =>
  t.post({ path: '/auth/passkey', body: { passkey }, headers: { host, cookie } })

async function keyed(email: string) {
  const session = await t.newUser(email)
  const key = passkeyAuthenticator()
  const { challenge } = await ask('/account/passkeys/options', session.token)
  const kept = await register(session.token, key.register({ challenge }, { counter: 5 }))
  expect(outcome(kept)).toBe('201')
  return { ...session, key, entry: kept.json<{ data: { id: string } }>().data }
}
const answerTo = async (key: Key, counter: number) => {
  const { challenge, cookie } = await loginQuestion()
  return login(key.answer({ challenge }, { counter }), cookie)
}

it('stores a passkey, sends a mail, lists it, and opens a session with it without a password or code', async () => {
  const email = 'journey@example.org'
  const { token, key, entry, user } = await keyed(email)
  expect(t.mails.findLast(({ to }) => to === email)?.subject).toBe('A passkey was added to Aerie')
  expect(entry).toMatchObject({ name: 'My key', host: 'localhost', last_used_at: null })
  const opened = await answerTo(key, 6)
  expect(sessionOf(opened).user.user_id).toBe(user.user_id)
  const [listed] = (await t.get({ path: '/account/passkeys', token })).json<{ data: object[] }>().data
  expect(listed).toMatchObject({ ...entry, last_used_at: new Date(t.clock.now()).toISOString() })
  const again = await ask('/account/passkeys/options', token)
  expect(again.excludeCredentials?.map(({ id }) => id)).toEqual([key.id])
})

it('lists no passkeys before login, so that nobody learns who has one', async () => {
  await keyed('unnamed@example.org')
  const { asked } = await loginQuestion()
  expect(asked.json<{ data: Options }>().data.allowCredentials).toEqual([])
  expect(asked.cookies[0]).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' })
})

it('accepts a challenge once, in the browser that requested it, for its purpose, within five minutes', async () => {
  const { token, key } = await keyed('once@example.org')
  const first = await loginQuestion()
  const answer = key.answer({ challenge: first.challenge }, { counter: 6 })
  expect(outcome(await login(answer, '__Host-aerie-passkey=somebody-else'))).toBe(REFUSED)
  expect(outcome(await t.post({ path: '/auth/passkey', body: { passkey: answer }, headers: HOST }))).toBe(REFUSED)
  expect(outcome(await prove(token, answer))).toBe(REFUSED)
  expect(outcome(await login(answer, first.cookie))).toBe('200')
  expect(outcome(await login(answer, first.cookie))).toBe(REFUSED)
  const late = await loginQuestion()
  t.clock.advance(5 * MINUTE_MS)
  expect(outcome(await login(key.answer({ challenge: late.challenge }, { counter: 7 }), late.cookie))).toBe(REFUSED)
  const { challenge } = await ask('/auth/reauthenticate/options', token)
  expect(outcome(await login(key.answer({ challenge }, { counter: 7 }), late.cookie))).toBe(REFUSED)
})

it('accepts only one of many concurrent logins with the same response', async () => {
  const { key } = await keyed('race@example.org')
  const { challenge, cookie } = await loginQuestion()
  const answer = key.answer({ challenge }, { counter: 6 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => login(answer, cookie)))
  expect(answers.map(outcome).toSorted()).toEqual(['200', ...Array<string>(4).fill(REFUSED)])
})

it('rejects a passkey of another host, at registration and at login', async () => {
  const session = await t.newUser('host@example.org')
  const bent = { host: 'evil.example', origin: 'https://evil.example' }
  const options = () => ask('/account/passkeys/options', session.token)
  expect(outcome(await register(session.token, passkeyAuthenticator(bent).register(await options())))).toBe(REFUSED)
  expect(outcome(await register(session.token, passkeyAuthenticator({ ...bent, host: 'localhost' }).register(await options())))).toBe(
    REFUSED,
  )
  expect(
    outcome(await register(session.token, passkeyAuthenticator({ ...bent, origin: 'http://localhost' }).register(await options()))),
  ).toBe(REFUSED)
  const { key } = await keyed('host-login@example.org')
  const { challenge, cookie } = await loginQuestion()
  expect(outcome(await login(key.answer({ challenge, origin: 'https://evil.example' }, { counter: 6 }), cookie))).toBe(REFUSED)
  const named = await loginQuestion('other.localhost')
  const there = key.answer({ challenge: named.challenge, origin: 'http://other.localhost' }, { counter: 6 })
  expect(outcome(await login(there, named.cookie, 'other.localhost'))).toBe(REFUSED)
})

it('rejects an unverified user, another credential type, and forged or unknown passkeys', async () => {
  const { key, token } = await keyed('forged@example.org')
  const refusals: string[] = []
  const attempt = async (bend: (challenge: string) => object) => {
    const { challenge, cookie } = await loginQuestion()
    refusals.push(outcome(await login(bend(challenge), cookie)))
  }
  await attempt((challenge) => key.answer({ challenge }, { counter: 6, isVerified: false }))
  await attempt((challenge) => key.answer({ challenge, type: 'webauthn.create' }, { counter: 6 }))
  await attempt((challenge) => passkeyAuthenticator().answer({ challenge }, { counter: 6 }))
  await attempt((challenge) => ({ ...passkeyAuthenticator().answer({ challenge }, { counter: 6 }), id: key.id }))
  await attempt((challenge) => {
    const { id, response } = key.answer({ challenge }, { counter: 6 })
    return { id, response: { ...response, signature: 'AAAA' } }
  })
  await attempt(() => ({ id: key.id, response: { clientDataJSON: 'bm8ganNvbg', authenticatorData: 'AAAA', signature: 'AAAA' } }))
  expect(refusals).toEqual(Array<string>(6).fill(REFUSED))
  const { challenge } = await ask('/account/passkeys/options', token)
  expect(outcome(await register(token, passkeyAuthenticator().register({ challenge }, { isVerified: false })))).toBe(REFUSED)
})

it('rejects a passkey whose counter decreases, and logs it without a secret', async () => {
  const { key, entry, user } = await keyed('clone@example.org')
  expect(outcome(await answerTo(key, 9))).toBe('200')
  t.warned.length = 0
  expect([outcome(await answerTo(key, 9)), outcome(await answerTo(key, 4))]).toEqual([REFUSED, REFUSED])
  expect(t.warned).toMatchObject([
    { passkey: entry.id, user: user.user_id, counter: 9 },
    { passkey: entry.id, user: user.user_id, counter: 4 },
  ])
  expect(outcome(await answerTo(key, 10))).toBe('200')
})

it('accepts a passkey without a counter', async () => {
  const session = await t.newUser('uncounted@example.org')
  const key = passkeyAuthenticator()
  await register(session.token, key.register(await ask('/account/passkeys/options', session.token)))
  expect([outcome(await answerTo(key, 0)), outcome(await answerTo(key, 0))]).toEqual(['200', '200'])
})

it('reauthenticates with a passkey of this user only', async () => {
  const { token, key } = await keyed('prove@example.org')
  const stranger = await keyed('prove-stranger@example.org')
  t.clock.advance(10 * MINUTE_MS)
  expect(outcome(await t.post({ path: '/account/passkeys/options', token, headers: HOST }))).toBe('403 reauthentication_required')
  const bad = await ask('/auth/reauthenticate/options', token)
  expect(bad.allowCredentials?.map(({ id }) => id)).toEqual([key.id])
  expect(outcome(await prove(token, stranger.key.answer(bad, { counter: 6 })))).toBe(REFUSED)
  expect(outcome(await prove(token, key.answer(await ask('/auth/reauthenticate/options', stranger.token), { counter: 6 })))).toBe(REFUSED)
  expect(outcome(await prove(token, key.answer(await ask('/auth/reauthenticate/options', token), { counter: 6 })))).toBe('200')
  expect(outcome(await t.post({ path: '/account/passkeys/options', token, headers: HOST }))).toBe('200')
})

it('can be removed only by its own user, sends a mail, and then no longer works', async () => {
  const email = 'removed@example.org'
  const { token, key, entry } = await keyed(email)
  const stranger = await t.newUser('removed-stranger@example.org')
  const remove = (by: string, id = entry.id): Promise<LightMyRequestResponse> => t.delete({ path: `/account/passkeys/${id}`, token: by })
  expect(outcome(await remove(stranger.token))).toBe('404 not_found')
  expect((await t.get({ path: '/account/passkeys', token: stranger.token })).json()).toEqual({ data: [] })
  expect(outcome(await remove(token, 'no-id'))).toBe('400 bad_input')
  expect(outcome(await remove(token))).toBe('200')
  expect(outcome(await remove(token))).toBe('404 not_found')
  expect(t.mails.filter(({ to, subject }) => to === email && subject === 'A passkey was removed from Aerie')).toHaveLength(1)
  expect(outcome(await answerTo(key, 6))).toBe(REFUSED)
})

it('cannot be registered for a second account, or with the response to another session', async () => {
  const { key } = await keyed('taken@example.org')
  const second = await t.newUser('taken-second@example.org')
  expect(outcome(await register(second.token, key.register(await ask('/account/passkeys/options', second.token))))).toBe('409 conflict')
  const other = await t.newUser('taken-other@example.org')
  const { challenge } = await ask('/account/passkeys/options', other.token)
  expect(outcome(await register(second.token, passkeyAuthenticator().register({ challenge })))).toBe(REFUSED)
})

it('explains what to do at an IP address', async () => {
  const { token } = await t.newUser('ip@example.org')
  const answer = await t.post({ path: '/account/passkeys/options', token, headers: { host: '127.0.0.1:4800' } })
  expect([outcome(answer), answer.json<{ detail: string }>().detail]).toEqual([
    '422 passkey_host',
    expect.stringContaining('http://localhost:4800'),
  ])
  expect(outcome(await t.post({ path: '/auth/passkey/options', headers: { host: '127.0.0.1:4800' } }))).toBe('422 passkey_host')
})

it('rejects a login to a deactivated account', async () => {
  const { key } = await keyed('inactive@example.org')
  await t.module.administration.setActive('inactive@example.org', false)
  expect(outcome(await answerTo(key, 6))).toBe('403 account_inactive')
})

it('rejects oversized or malformed responses before any lookup', async () => {
  const { key, token } = await keyed('shape@example.org')
  const { challenge, cookie } = await loginQuestion()
  const { id, response } = key.answer({ challenge }, { counter: 6 })
  const bodies = [
    {},
    { id },
    { id: 7, response },
    { id: 'x'.repeat(1_365), response },
    { id, response: { ...response, signature: 'x'.repeat(8_193) } },
  ]
  for (const body of bodies) expect(outcome(await login(body, cookie))).toBe('400 bad_input')
  const made = passkeyAuthenticator().register({ challenge })
  const big = { ...made, response: { ...made.response, attestationObject: 'A'.repeat(32_769) } }
  expect(outcome(await register(token, big))).toBe('400 bad_input')
  for (const name of ['', ' ', 'x'.repeat(41)]) expect(outcome(await register(token, made, name))).toBe('400 bad_input')
})
