import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import { MAX_TOKENS, TOKEN_MAX_DAYS } from '@aerie/wire/account/account-tokens'
import { TOKEN_SCOPES } from '@aerie/wire/endpoint'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, outcome } from '../../../../test/account-app.ts'
import { apiTokens } from '../../../platform/db/schema/account-access.ts'
import { users } from '../../../platform/db/schema/accounts.ts'
import { tokenChecks } from '../authentication.ts'
import { LIMITS } from '../entitlement/limits.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp({
    routes: async (app, module) => {
      const { requireUser: onRequest } = tokenChecks(module.sessions, module.apiTokens)
      for (const scope of TOKEN_SCOPES)
        app.get(`/api/v1/probe/${scope.replace(':', '-')}`, { onRequest, config: { scope } }, async ({ caller }) => ({
          data: caller.user.email,
        }))
      app.get('/api/v1/probe/undeclared', { onRequest }, async () => ({ data: 'open' }))
    },
  })
})
afterAll(() => t.close())

const inDays = (days: number, ms = 0) => new Date(t.clock.now() + days * DAY_MS + ms).toISOString()
const form = (more: object = {}) => ({ name: 'My bot', scopes: ['trading:read'], expires_at: inDays(30), ...more })
const create = (token: string, body: object = form()) => t.post({ path: '/account/tokens', token, body })
const made = async (token: string, body: object = form()) => {
  const answer = await create(token, body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<{ data: { id: string; token: string } }>().data
}
const probe = async (token: string, what = 'trading-read') => outcome(await t.get({ path: `/probe/${what}`, token }))

it('is shown once, stored as a hash, listed without its secret, and announced by mail', async () => {
  const { token } = await t.newUser('once@example.org')
  const before = t.mails.length
  const { id, token: secret } = await made(token)
  expect(secret).toMatch(/^aer_[\w-]{43}$/)
  const [row] = await t.db.select().from(apiTokens).where(eq(apiTokens.id, id))
  expect(row?.hash).toEqual(createHash('sha256').update(secret).digest())
  expect(JSON.stringify(row)).not.toContain(secret.slice(4))
  const list = await t.get({ path: '/account/tokens', token })
  expect(list.json()).toEqual({
    data: [{ id, name: 'My bot', scopes: ['trading:read'], created_at: expect.any(String), expires_at: inDays(30), last_used_at: null }],
  })
  expect(t.mails.slice(before)).toEqual([
    expect.objectContaining({
      to: 'once@example.org',
      subject: 'A new API token for your Aerie account',
      text: expect.stringContaining('trading:read'),
    }),
  ])
  expect(t.mails.at(-1)?.text).not.toContain('aer_')
})

it.each(TOKEN_SCOPES)('with the scope %s alone reaches only the routes that require it', async (scope) => {
  const { token } = await t.newUser(`scope-${scope.replace(':', '-')}@example.org`)
  const { token: secret } = await made(token, form({ scopes: [scope] }))
  const answers = await Promise.all(TOKEN_SCOPES.map((other) => probe(secret, other.replace(':', '-'))))
  expect(answers).toEqual(TOKEN_SCOPES.map((other) => (other === scope ? '200' : '403 forbidden')))
})

it('with every scope reaches no route without one: not the account, its tokens or its security', async () => {
  const { token } = await t.newUser('all-scopes@example.org')
  const { id, token: secret } = await made(token, form({ scopes: TOKEN_SCOPES }))
  expect(await probe(secret, 'undeclared')).toBe('403 forbidden')
  for (const path of ['/account', '/account/tokens', '/getUserByEmail?email=all-scopes@example.org'])
    expect(outcome(await t.get({ path, token: secret }))).toBe('403 forbidden')
  expect(outcome(await create(secret))).toBe('403 forbidden')
  expect(outcome(await t.delete({ path: `/account/tokens/${id}`, token: secret }))).toBe('403 forbidden')
  expect(outcome(await t.patch({ path: '/account', token: secret, body: { last_name: 'X' } }))).toBe('403 forbidden')
  expect(outcome(await t.post({ path: '/auth/reauthenticate', token: secret, body: { password: 'x' } }))).toBe('403 forbidden')
  expect(outcome(await t.post({ path: '/auth/logout', token: secret }))).toBe('401 unauthenticated')
})

it('expires to the millisecond, and fails when it is revoked or its user is deactivated', async () => {
  const email = 'ends@example.org'
  const session = await t.newUser(email)
  const short = await made(session.token, form({ expires_at: inDays(0, MINUTE_MS) }))
  const revoked = await made(session.token)
  const kept = await made(session.token)
  t.clock.advance(MINUTE_MS - 1)
  expect(await probe(short.token)).toBe('200')
  t.clock.advance(1)
  expect(await probe(short.token)).toBe('401 invalid_token')
  expect(outcome(await t.delete({ path: `/account/tokens/${revoked.id}`, token: session.token }))).toBe('200')
  expect(await probe(revoked.token)).toBe('401 invalid_token')
  expect(t.mails.at(-1)).toMatchObject({ to: email, subject: 'An API token of your Aerie account was revoked' })
  expect(await probe(kept.token)).toBe('200')
  await t.module.administration.setActive(email, false)
  expect(await probe(kept.token)).toBe('401 invalid_token')
  await t.db.delete(users).where(eq(users.email, email))
  expect(await probe(kept.token)).toBe('401 invalid_token')
})

it('updates its last use at most once a minute', async () => {
  const { token } = await t.newUser('noted@example.org')
  const { id, token: secret } = await made(token)
  const lastUsed = async () => (await t.db.select().from(apiTokens).where(eq(apiTokens.id, id)))[0]?.lastUsedAt?.getTime()
  await probe(secret, 'trading-write')
  const first = t.clock.now()
  expect(await lastUsed()).toBe(first)
  t.clock.advance(MINUTE_MS)
  await probe(secret)
  expect(await lastUsed()).toBe(first)
  t.clock.advance(1)
  await probe(secret)
  expect(await lastUsed()).toBe(first + MINUTE_MS + 1)
})

it.each([
  ['no scope', { scopes: [] }, 'scopes'],
  ['a scope twice', { scopes: ['trading:read', 'trading:read'] }, 'scopes'],
  ['a scope that is none', { scopes: ['account:write'] }, 'scopes.0'],
  ['no name', { name: ' ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(61) }, 'name'],
  ['no expiry', { expires_at: undefined }, 'expires_at'],
  ['a date that is none', { expires_at: 'tomorrow' }, 'expires_at'],
])('rejects a token with %s and names the field', async (_what, more, field) => {
  const { token } = await t.newUser(`bad-${field}-${_what.length}@example.org`)
  const refused = await create(token, form(more))
  expect(outcome(refused)).toBe('400 bad_input')
  expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual([field])
})

it('must expire in the future and within a year, by the server clock', async () => {
  const { token } = await t.newUser('year@example.org')
  for (const expires_at of [inDays(TOKEN_MAX_DAYS, 1), inDays(0), inDays(-1), '9999-12-31T00:00:00Z'])
    expect(outcome(await create(token, form({ expires_at })))).toBe('400 bad_input')
  expect(outcome(await create(token, form({ expires_at: inDays(TOKEN_MAX_DAYS) })))).toBe('201')
})

it('requires reauthentication, and rejects a large body and unknown fields', async () => {
  const { token } = await t.newUser('proof@example.org')
  expect(outcome(await create(token, form({ name: 'x'.repeat(5_000) })))).toBe('413 payload_too_large')
  expect(outcome(await create(token, form({ hash: 'x' })))).toBe('400 bad_input')
  t.clock.advance(10 * MINUTE_MS)
  expect(outcome(await create(token))).toBe('403 reauthentication_required')
})

it('is limited to twenty per user, even for concurrent requests, and hidden from and not revocable by others', async () => {
  const { token } = await t.newUser('many@example.org')
  const stranger = await t.newUser('stranger-of-many@example.org')
  const answers = await Promise.all(Array.from({ length: MAX_TOKENS + 4 }, () => create(token)))
  expect(answers.map(outcome).toSorted()).toEqual([
    ...Array.from({ length: MAX_TOKENS }, () => '201'),
    ...Array.from({ length: 4 }, () => '422 rule_broken'),
  ])
  const id = answers.find((answer) => answer.statusCode === 201)?.json<{ data: { id: string } }>().data.id
  expect(outcome(await t.delete({ path: `/account/tokens/${id}`, token: stranger.token }))).toBe('404 not_found')
  expect((await t.get({ path: '/account/tokens', token: stranger.token })).json()).toEqual({ data: [] })
})

it.each(['aer_', `aer_${'A'.repeat(43)}`, `aer_${'A'.repeat(44)}`, `AER_${'A'.repeat(43)}`, `aer_${'A'.repeat(10_000)}`])(
  'rejects %s',
  async (token) => expect(await probe(token)).toBe('401 invalid_token'),
)

it('can be created a limited number of times an hour, each with a mail, and revoked at any time', async () => {
  const { token } = await t.newUser('again-and-again@example.org')
  for (let count = 0; count < LIMITS.securityChange.max; count += 1) {
    const { id } = await made(token)
    expect(outcome(await t.delete({ path: `/account/tokens/${id}`, token }))).toBe('200')
  }
  expect(outcome(await create(token))).toBe('429 rate_limited')
})

it('opens no socket', async () => {
  const { token } = await t.newUser('socket@example.org')
  const { token: secret } = await made(token, form({ scopes: TOKEN_SCOPES }))
  expect(await tokenChecks(t.module.sessions, t.module.apiTokens).verifySocketToken(secret)).toBeNull()
})
