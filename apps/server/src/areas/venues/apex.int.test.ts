import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS, systemClock } from '@aerie/core/time'
import { APEX_KEY, type ApexStandIn, apexStandIn } from '@aerie/testkit/apex-stand-in'
import { jsonAs } from '@aerie/testkit/json-as'
import { apexKeys, apexOverview } from '@aerie/wire/apex'
import { envelope, problem } from '@aerie/wire/problem'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { accountApp, outcome } from '../../../test/account-app.ts'
import { apexModule } from './index.ts'
import { signerFile } from './signer-file.ts'

const SECRET_KEY = Buffer.alloc(32, 7)
const BODY = { api_key: APEX_KEY.key, secret: APEX_KEY.secret, passphrase: APEX_KEY.passphrase }
const ORDER = { symbol: 'BTC-USDT', side: 'BUY', type: 'LIMIT', size: '1', price: '60000' }
let apex: ApexStandIn
let t: Awaited<ReturnType<typeof accountApp>>
let users = 0

beforeAll(async () => {
  apex = await apexStandIn()
  t = await accountApp({
    routes: async (app, { notifyUser }, _requireUser, db) => {
      const module = await apexModule({
        config: {
          APEX_URL: apex.http.url,
          APEX_WS_URL: apex.http.url.replace('http', 'ws'),
          APEX_SIGNER_WASM: undefined,
          APEX_SIGNER_SHA256: undefined,
        },
        db,
        clock: systemClock,
        logger: pino({ level: 'silent' }),
        secretKey: SECRET_KEY,
        notifyUser,
        isLeaving: async () => false,
      })
      if (module.routes !== undefined) await app.register(module.routes)
      app.addHook('onClose', async () => await module.stop?.())
    },
  })
})
afterAll(async () => {
  await t.close()
  await apex.close()
})
beforeEach(() => {
  apex.http.fault = undefined
  apex.permissions = ['READ', 'TRADE']
  apex.orders.clear()
  apex.leadMs = 0
})

const newUser = () => {
  users += 1
  return t.newUser(`apex-${users}@example.org`)
}
const linked = async () => {
  const session = await newUser()
  const saved = await t.put({ path: '/account/apex', token: session.token, body: BODY })
  if (saved.statusCode !== 200) throw new Error(saved.body)
  return session
}
const overview = async (token: string) => jsonAs(envelope(apexOverview), (await t.get({ path: '/account/apex/overview', token })).body).data
const statusAndCode = (answer: Parameters<typeof outcome>[0]) => `${answer.statusCode} ${jsonAs(problem, answer.body).code}`

it('stores a key that ApeX accepts, and never returns it', async () => {
  const { token } = await newUser()
  expect(jsonAs(envelope(apexKeys), (await t.get({ path: '/account/apex', token })).body).data).toMatchObject({
    is_set: false,
    key_ends: null,
  })
  const saved = await t.put({ path: '/account/apex', token, body: BODY })
  expect(jsonAs(envelope(apexKeys), saved.body).data).toMatchObject({
    is_set: true,
    key_ends: '-key',
    account: '586213648326721628',
    rights: 'stated',
  })
  const output = [saved.body, (await t.get({ path: '/account/apex', token })).body, JSON.stringify(t.logged)].join('')
  for (const secret of [APEX_KEY.secret, APEX_KEY.passphrase, APEX_KEY.key]) expect(output).not.toContain(secret)
})

it('stores no part of a key in plain text, and decrypts each only for its user and field', async () => {
  const { user, token } = await linked()
  const { rows } = await t.db.execute(sql`select api_key, secret, passphrase from apex_keys`)
  const stored = Buffer.concat(rows.flatMap((row) => Object.values(row).map((part) => Buffer.from(part as Buffer)))).toString('latin1')
  for (const secret of Object.values(APEX_KEY)) expect(stored).not.toContain(secret)
  await t.db.execute(sql`update apex_keys set secret = passphrase where user_id = ${user.user_id}`)
  expect((await t.get({ path: '/account/apex/overview', token })).statusCode).toBe(500)
})

it('requires reauthentication before a key is saved or deleted', async () => {
  const { token } = await linked()
  t.clock.advance(10 * MINUTE_MS)
  expect(outcome(await t.put({ path: '/account/apex', token, body: BODY }))).toBe('403 reauthentication_required')
  expect(outcome(await t.delete({ path: '/account/apex', token }))).toBe('403 reauthentication_required')
  expect(outcome(await t.get({ path: '/account/apex' }))).toBe('401 unauthenticated')
})

it('stores no key that ApeX rejects, and shows the reason at the field', async () => {
  const { token } = await newUser()
  const refused = await t.put({ path: '/account/apex', token, body: { ...BODY, secret: 'another' } })
  expect(statusAndCode(refused)).toBe('422 apex_refused')
  expect(jsonAs(problem, refused.body).errors).toHaveProperty('api_key')
  apex.permissions = ['READ', 'WITHDRAW']
  expect(statusAndCode(await t.put({ path: '/account/apex', token, body: BODY }))).toBe('422 apex_key_may_withdraw')
  apex.http.fault = () => ({ kind: 'hang-up' })
  const away = await t.put({ path: '/account/apex', token, body: BODY })
  expect(statusAndCode(away)).toBe('503 apex_unavailable')
  expect(away.headers['retry-after']).toBeDefined()
  expect(statusAndCode(await t.get({ path: '/account/apex/overview', token }))).toBe('404 apex_not_linked')
})

it.each([[[]], [['READ', 'ALL']]])(
  'saves a key for which ApeX returns %j only after its user confirms that it cannot withdraw',
  async (permissions) => {
    const { token } = await newUser()
    apex.permissions = permissions
    expect(statusAndCode(await t.put({ path: '/account/apex', token, body: BODY }))).toBe('422 apex_rights_unknown')
    expect(outcome(await t.put({ path: '/account/apex', token, body: { ...BODY, confirmation: 'yes' } }))).toBe('400 bad_input')
    expect(statusAndCode(await t.get({ path: '/account/apex/overview', token }))).toBe('404 apex_not_linked')
    const confirmed = await t.put({ path: '/account/apex', token, body: { ...BODY, confirmation: 'cannot withdraw' } })
    expect(jsonAs(envelope(apexKeys), confirmed.body).data).toMatchObject({ is_set: true, rights: 'confirmed' })
  },
)

it('limits the key checks of one user, and then stops querying ApeX', async () => {
  const { token } = await newUser()
  const other = await newUser()
  const wrong = { ...BODY, secret: 'wrong' }
  for (let count = 0; count < 10; count += 1)
    expect(statusAndCode(await t.put({ path: '/account/apex', token, body: wrong }))).toBe('422 apex_refused')
  const before = apex.http.seen.length
  expect(statusAndCode(await t.put({ path: '/account/apex', token, body: wrong }))).toBe('429 rate_limited')
  expect(apex.http.seen.length).toBe(before)
  expect((await t.put({ path: '/account/apex', token: other.token, body: BODY })).statusCode).toBe(200)
})

it('does not let its user override that a key may withdraw', async () => {
  const { token } = await newUser()
  apex.permissions = ['WITHDRAW']
  const refused = await t.put({ path: '/account/apex', token, body: { ...BODY, confirmation: 'cannot withdraw' } })
  expect(statusAndCode(refused)).toBe('422 apex_key_may_withdraw')
})

it.each([
  {},
  { api_key: 'a' },
  { ...BODY, secret: 'two words' },
  { ...BODY, secret: 'x'.repeat(257) },
  { ...BODY, seeds: '0x00' },
  { ...BODY, api_key: { toString: 1 } },
])('rejects %j', async (body) => {
  const { token } = await newUser()
  expect(outcome(await t.put({ path: '/account/apex', token, body }))).toBe('400 bad_input')
})

it('reads the account contents, and cancels orders', async () => {
  const { token } = await linked()
  apex.positions = [{ symbol: 'BTC-USDT', side: 'LONG', size: '0.5', entryPrice: '60000' }]
  apex.orders.set('a', { ...ORDER, id: '91', clientId: 'a', status: 'OPEN' })
  apex.orders.set('b', { ...ORDER, id: '92', clientId: 'b', status: 'UNTRIGGERED', symbol: 'ETH-USDT', triggerPrice: '1000' })
  const first = await overview(token)
  expect(first).toMatchObject({ balance: { equity: '1000.5' }, positions: [{ side: 'long', size: '0.5' }] })
  expect(first.orders.map(({ client_id, state }) => `${client_id} ${state}`).toSorted()).toEqual(['a open', 'b untriggered'])
  expect((await t.delete({ path: '/account/apex/orders/91', token })).statusCode).toBe(200)
  expect((await overview(token)).orders.map(({ id }) => id)).toEqual(['92'])
  expect((await t.delete({ path: '/account/apex/orders', token })).statusCode).toBe(200)
  expect(apex.orders.get('a')?.status).toBe('CANCELED')
  expect(statusAndCode(await t.delete({ path: '/account/apex/orders/..%2Faccount', token }))).toBe('400 bad_input')
})

it('receives changes by itself, reloads after a disconnect, and never shows one order twice', async () => {
  apex.leadMs = 3_600_000
  const { token } = await linked()
  await overview(token)
  await vi.waitFor(async () => expect((await overview(token)).is_live).toBe(true))
  await overview(token)
  const order = { ...ORDER, id: '77', clientId: 'p', status: 'OPEN', updatedAt: 1_700_000_000_000 }
  apex.orders.set('p', order)
  apex.push({ orders: [order] })
  apex.push({ orders: [order] })
  await vi.waitFor(async () => expect((await overview(token)).orders.map(({ id }) => id)).toEqual(['77']))
  apex.orders.set('p', { ...order, status: 'CANCELED' })
  apex.socket.refuse = { status: 503 }
  for (const client of apex.socket.open()) client.end('break')
  await vi.waitFor(async () => expect((await overview(token)).is_live).toBe(false))
  apex.socket.refuse = undefined
  await vi.waitFor(async () => expect(await overview(token)).toMatchObject({ is_live: true, orders: [] }))
})

it('deletes a key, and shows and cancels nothing of another user', async () => {
  const one = await linked()
  const other = await newUser()
  expect(statusAndCode(await t.get({ path: '/account/apex/overview', token: other.token }))).toBe('404 apex_not_linked')
  expect(statusAndCode(await t.delete({ path: '/account/apex/orders/91', token: other.token }))).toBe('404 apex_not_linked')
  expect((await t.delete({ path: '/account/apex', token: one.token })).statusCode).toBe(200)
  expect(statusAndCode(await t.get({ path: '/account/apex/overview', token: one.token }))).toBe('404 apex_not_linked')
  expect(statusAndCode(await t.delete({ path: '/account/apex', token: one.token }))).toBe('404 apex_not_linked')
  const apexMails = t.mails.filter(({ to, subject }) => to === one.user.email && subject.includes('ApeX'))
  expect(apexMails.map(({ subject }) => subject)).toEqual([
    'A key of ApeX Omni was saved in Aerie',
    'The key of ApeX Omni was removed from Aerie',
  ])
  expect(apexMails.some(({ text }) => text.includes(APEX_KEY.key))).toBe(false)
})

it('reports that live orders are disabled without naming a setting, and logs the reason', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'aerie-signer-')), 'signer.wasm')
  const bytes = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  writeFileSync(file, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const off = (cause: string) => ({ isOn: false, reason: expect.not.stringMatching(/APEX|SHA|operator|\/tmp/), cause })
  expect(await signerFile({ wasm: undefined, sha256 })).toEqual(off('not set'))
  expect(await signerFile({ wasm: `${file}.none`, sha256 })).toEqual(off('cannot be read'))
  expect(await signerFile({ wasm: file, sha256: '0'.repeat(64) })).toEqual(off('another SHA-256'))
  writeFileSync(`${file}.text`, 'a page')
  expect(await signerFile({ wasm: `${file}.text`, sha256 })).toEqual(off('not WebAssembly, or too large'))
  expect(await signerFile({ wasm: file, sha256: sha256.toUpperCase() })).toMatchObject({ isOn: true, sha256 })
})
