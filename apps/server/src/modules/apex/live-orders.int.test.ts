/* oxlint-disable max-lines -- every fault is shown on one stand-in, one clock and one account app */
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { epochMs, MINUTE_MS, SECOND_MS, systemClock } from '@aerie/core/time'
import { APEX_KEY, type ApexStandIn, apexStandIn } from '@aerie/testkit/apex-stand-in'
import { jsonAs } from '@aerie/testkit/json-as'
import { systemTimers } from '@aerie/upstream/timers'
import { type ApexLiveOrder, apexLive, apexLiveOrder, apexLiveOrders } from '@aerie/wire/apex-orders'
import { envelope, problem } from '@aerie/wire/problem'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { accountApp, type outcome } from '../../../test/account-app.ts'
import { apexModule } from './apex-module.ts'

const KEY = { api_key: APEX_KEY.key, secret: APEX_KEY.secret, passphrase: APEX_KEY.passphrase }
const WISH = {
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  size: '0.01',
  price: '60000',
  time_in_force: 'gtc',
  post_only: false,
  reduce_only: false,
}
const SIGNATURE = 'ab'.repeat(32)

let apex: ApexStandIn
let t: Awaited<ReturnType<typeof accountApp>>
/** How far the server's own clock has been moved on. */
let shiftMs = 0
const clock = { now: () => epochMs(systemClock.now() + shiftMs) }
/** Limits of time pass only when a test says so: a slow machine is no silent ApeX. */
const limits = new Set<() => void>()
const timers = {
  after: (ms: number, run: () => void) => {
    if (ms < 5 * SECOND_MS) return systemTimers.after(ms, run)
    limits.add(run)
    return () => limits.delete(run)
  },
}
type ApexPart = Awaited<ReturnType<typeof apexModule>>
let running: ApexPart
let begin: () => Promise<ApexPart>
let count = 0
const nextId = (): string => {
  count += 1
  return `live-order-${count}`
}

beforeAll(async () => {
  apex = await apexStandIn()
  const file = join(mkdtempSync(join(tmpdir(), 'aerie-signer-')), 'signer.wasm')
  const bytes = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  writeFileSync(file, bytes)
  t = await accountApp({
    routes: async (app, { requireReauthenticated, tellUser }, requireUser, db) => {
      begin = () =>
        apexModule({
          config: {
            APEX_URL: apex.http.url,
            APEX_WS_URL: apex.http.url.replace('http', 'ws'),
            APEX_SIGNER_WASM: file,
            APEX_SIGNER_SHA256: createHash('sha256').update(bytes).digest('hex'),
          },
          db,
          clock,
          timers,
          logger: pino({ level: 'silent' }),
          secretKey: Buffer.alloc(32, 7),
          tellUser,
          requireUser,
          requireReauthenticated,
        })
      running = await begin()
      if (running.routes !== undefined) await app.register(running.routes)
      app.addHook('onClose', async () => await running.stop?.())
    },
  })
})
afterAll(async () => {
  await t.close()
  await apex.close()
})
beforeEach(async () => {
  apex.http.fault = undefined
  apex.http.seen.length = 0
  apex.onOrder = undefined
  apex.orders.clear()
  apex.sent.clear()
  apex.leadMs = 0
  shiftMs = 0
  await t.db.execute(sql`update apex_orders set ended_at = now()`)
})

const trader = async () => {
  count += 1
  const session = await t.newUser(`live-${count}@example.org`)
  const saved = await t.put({ path: '/account/apex', token: session.token, body: KEY })
  if (saved.statusCode !== 200) throw new Error(saved.body)
  return session
}
const path = (id: string): string => `/account/apex/live-orders/${id}/send`
const prepare = (token: string, client_id: string, change: object = {}) =>
  t.post({ path: '/account/apex/live-orders', token, body: { ...WISH, client_id, ...change } })
const send = (token: string, id: string, signature = SIGNATURE) => t.post({ path: path(id), token, body: { signature } })
const orderIn = (answer: { readonly body: string }): ApexLiveOrder => jsonAs(envelope(apexLiveOrder), answer.body).data
const placed = async (token: string, change: object = {}): Promise<ApexLiveOrder> => {
  const id = nextId()
  const prepared = await prepare(token, id, change)
  if (prepared.statusCode !== 201) throw new Error(prepared.body)
  return orderIn(await send(token, id))
}
const found = async (token: string, id: string): Promise<ApexLiveOrder | undefined> =>
  jsonAs(envelope(apexLiveOrders), (await t.get({ path: '/account/apex/live-orders', token })).body).data.orders.find(
    (one) => one.client_id === id,
  )
const word = (answer: Parameters<typeof outcome>[0]) => `${answer.statusCode} ${jsonAs(problem, answer.body).code}`
/** The order itself goes wrong, and asking for it, until `mend`; the private socket may ask by itself at any time. */
const breakPlacing = (fault: Exclude<ReturnType<NonNullable<ApexStandIn['http']['fault']>>, undefined>): void => {
  apex.http.fault = ({ path: asked }) => {
    if (asked === '/api/v3/order') return fault
    return asked.endsWith('order-by-client-order-id') ? { kind: 'hang-up' } : undefined
  }
}
/** ApeX is well again, and so much later everything is due to be asked for. */
const mend = (laterMs = 10 * SECOND_MS): void => {
  apex.http.fault = undefined
  shiftMs = laterMs
}

it('tells what can be traded, and gives the signer to those who are logged in', async () => {
  const { token } = await trader()
  const live = jsonAs(envelope(apexLive), (await t.get({ path: '/account/apex/live', token })).body).data
  expect(live).toMatchObject({ is_on: true, reason: null, account_ends: '1628' })
  expect(live.instruments.map(({ symbol }) => symbol)).toEqual(['BTC-USDT', 'ETH-USDT'])
  const file = await t.get({ path: '/account/apex/signer', token })
  expect(file.headers['content-type']).toBe('application/wasm')
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(live.signer_sha256)
})

it('stores an order before anything is sent, and sends what was stored, once', async () => {
  const { token } = await trader()
  const id = nextId()
  const prepared = orderIn(await prepare(token, id))
  expect(prepared).toMatchObject({
    state: 'prepared',
    notional: '600',
    limit_fee: '0.300000',
    contract: { pair: '50001', taker_fee_rate: '0.0005' },
  })
  expect(apex.sent.size).toBe(0)
  const sent = orderIn(await send(token, id))
  expect(sent).toMatchObject({ state: 'accepted', reason: null, order: { state: 'open', client_id: id, size: '0.01', price: '60000' } })
  expect(orderIn(await send(token, id, 'cd'.repeat(32)))).toMatchObject({ state: 'accepted' })
  await Promise.all([send(token, id), send(token, id)])
  expect(apex.sent.get(id)).toBe(1)
  const form = new URLSearchParams(apex.http.seen.find(({ path: asked }) => asked === '/api/v3/order')?.body)
  expect(Object.fromEntries(form)).toMatchObject({
    clientId: id,
    symbol: 'BTC-USDT',
    side: 'BUY',
    type: 'LIMIT',
    size: '0.01',
    price: '60000',
    signature: SIGNATURE,
  })
})

it('sends an order once that is sent by several at the same time', async () => {
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  await Promise.all(Array.from({ length: 5 }, () => send(token, id)))
  expect(apex.sent.get(id)).toBe(1)
})

it('has one body for one client id, for ever', async () => {
  const { token } = await trader()
  const id = nextId()
  expect((await prepare(token, id)).statusCode).toBe(201)
  expect((await prepare(token, id)).statusCode).toBe(200)
  expect(word(await prepare(token, id, { size: '0.02' }))).toBe('409 client_id_used')
  await send(token, id)
  expect(orderIn(await prepare(token, id))).toMatchObject({ state: 'accepted' })
  expect(word(await prepare(token, id, { side: 'sell' }))).toBe('409 client_id_used')
})

it.each([
  [{ size: '0.0105' }, 'size'],
  [{ size: '0.0005' }, 'size'],
  [{ size: '-1' }, 'size'],
  [{ size: '0' }, 'size'],
  [{ price: '60000.05' }, 'price'],
  [{ trigger: '61000' }, 'trigger'],
  [{ type: 'stop' }, 'trigger'],
  [{ type: 'stop', trigger: '61000.01' }, 'trigger'],
  [{ type: 'market' }, 'time_in_force'],
  [{ post_only: true, time_in_force: 'ioc' }, 'post_only'],
])('refuses %j at its field', async (change, field) => {
  const { token } = await trader()
  const answer = await prepare(token, nextId(), change)
  expect(word(answer)).toBe('400 bad_input')
  expect(jsonAs(problem, answer.body).errors).toHaveProperty(field)
})

it('refuses what is not traded, what is no body, and a signature that is none', async () => {
  const { token } = await trader()
  expect(word(await prepare(token, nextId(), { symbol: 'SOL-USDT' }))).toBe('422 apex_not_traded')
  expect(word(await prepare(token, nextId(), { symbol: 'NONE-USDT' }))).toBe('422 apex_not_traded')
  for (const change of [{ account: '1' }, { size: 1 }, { size: { toString: 1 } }, { client_id: '../x' }, { taker_fee_rate: '0' }])
    expect(word(await prepare(token, nextId(), change))).toBe('400 bad_input')
  const id = nextId()
  await prepare(token, id)
  for (const signature of ['', 'zz'.repeat(32), 'ab'.repeat(2_000)]) expect(word(await send(token, id, signature))).toBe('400 bad_input')
  expect(apex.sent.size).toBe(0)
})

it('sends and shows nothing of another user, and wants a proof of who is there', async () => {
  const [one, other] = [await trader(), await trader()]
  const id = nextId()
  await prepare(one.token, id)
  expect(word(await send(other.token, id))).toBe('404 not_found')
  expect(await found(other.token, id)).toBeUndefined()
  t.clock.advance(10 * MINUTE_MS)
  expect(word(await send(one.token, id))).toBe('403 reauthentication_required')
  expect(word(await prepare(one.token, nextId()))).toBe('403 reauthentication_required')
  expect(apex.sent.size).toBe(0)
})

it('sends nothing that was signed too late, or for another account', async () => {
  const { token, user } = await trader()
  const [late, moved] = [nextId(), nextId()]
  await prepare(token, late)
  shiftMs = 3 * MINUTE_MS
  expect(orderIn(await send(token, late))).toMatchObject({ state: 'refused', reason: expect.stringContaining('two minutes') })
  await prepare(token, moved)
  await t.db.execute(sql`update apex_keys set account = '1' where user_id = ${user.user_id}`)
  expect(orderIn(await send(token, moved))).toMatchObject({ state: 'refused', reason: expect.stringContaining('another account') })
  expect(apex.sent.size).toBe(0)
})

it('takes so many orders a second, and no more', async () => {
  const { token } = await trader()
  const answers = await Promise.all(Array.from({ length: 8 }, () => prepare(token, nextId())))
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('1')
})

it('tells ApeX’s refusal in its words, and does not ask again', async () => {
  const { token } = await trader()
  apex.onOrder = () => ({ refuse: 'NOT_ENOUGH_MARGIN' })
  expect(await placed(token)).toMatchObject({ state: 'refused', reason: 'ApeX Omni says: not enough margin' })
})

it('5xx after it was taken: finds it by asking, and never sends it again', async () => {
  const { token } = await trader()
  breakPlacing({ kind: 'status', status: 503 })
  const { client_id: id, state, reason } = await placed(token)
  expect({ state, reason }).toEqual({ state: 'unknown', reason: expect.stringContaining('never sends the order again') })
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'accepted', reason: null, order: { state: 'open' } })
  expect(apex.sent.get(id)).toBe(1)
})

it('a line cut in the answer: the same', async () => {
  const { token } = await trader()
  breakPlacing({ kind: 'truncated' })
  const { client_id: id, state } = await placed(token)
  expect(state).toBe('unknown')
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'accepted' })
  expect(apex.sent.get(id)).toBe(1)
})

it('never an answer: unknown once it has waited long enough, then known by asking', async () => {
  const { token } = await trader()
  breakPlacing({ kind: 'silent' })
  const placing = placed(token)
  await expect.poll(() => apex.sent.size).toBe(1)
  for (const pass of Array.from(limits)) pass()
  const { client_id: id, state } = await placing
  expect(state).toBe('unknown')
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'accepted' })
  expect(apex.sent.get(id)).toBe(1)
})

it('never taken: refused only after two minutes and a look at the history', async () => {
  const { token } = await trader()
  apex.onOrder = () => 'leave'
  breakPlacing({ kind: 'hang-up' })
  const { client_id: id } = await placed(token)
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'unknown' })
  expect(apex.http.seen.filter((request) => request.path.endsWith('history-orders'))).toHaveLength(0)
  shiftMs = 121 * SECOND_MS
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'refused', reason: expect.stringContaining('was not taken') })
  expect(apex.http.seen.filter((request) => request.path.endsWith('history-orders'))).toHaveLength(1)
  expect(apex.sent.get(id)).toBe(1)
})

it('late: taken after it was first asked for, and found then', async () => {
  const { token } = await trader()
  let kept: Parameters<NonNullable<ApexStandIn['onOrder']>>[0] | undefined
  apex.onOrder = (order) => {
    kept = order
    return 'leave'
  }
  breakPlacing({ kind: 'hang-up' })
  const { client_id: id } = await placed(token)
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'unknown' })
  if (kept !== undefined) apex.orders.set('late', { ...kept, id: 'late' })
  shiftMs = 30 * SECOND_MS
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'accepted', order: { id: 'late' } })
  expect(apex.sent.get(id)).toBe(1)
})

it('twice and out of order: an order is as its newest push says', async () => {
  const { token } = await trader()
  const { client_id: id, order } = await placed(token)
  const base = { ...apex.orders.get(order?.id ?? ''), clientId: id }
  const filled = {
    ...base,
    status: 'FILLED',
    updatedAt: 1_700_000_002_000,
    cumMatchFillSize: '0.01',
    cumMatchFillValue: '599',
    cumMatchFillFee: '0.29',
  }
  await vi.waitFor(async () => {
    apex.push({ orders: [filled] })
    expect(await found(token, id)).toMatchObject({ order: { state: 'filled' } })
  })
  apex.push({ orders: [filled] })
  apex.push({ orders: [{ ...base, status: 'OPEN', updatedAt: 1_700_000_001_000 }] })
  apex.push({ orders: [{ ...filled, cumMatchFillFee: '0.3', updatedAt: 1_700_000_003_000 }] })
  await vi.waitFor(async () => expect((await found(token, id))?.order?.matched.fee).toBe('0.3'))
  expect(await found(token, id)).toMatchObject({ order: { state: 'filled', matched: { size: '0.01' }, settled: { size: null } } })
})

it('429: unknown, asked no sooner than ApeX allows, and new orders are told to wait', async () => {
  const { token } = await trader()
  breakPlacing({ kind: 'status', status: 429, headers: { 'retry-after': '7' } })
  const { client_id: id, state } = await placed(token)
  expect(state).toBe('unknown')
  apex.http.fault = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '7' } })
  shiftMs = 10 * SECOND_MS
  await running.reconcile()
  const asked = apex.http.seen.length
  shiftMs = 14 * SECOND_MS
  await running.reconcile()
  const busy = await prepare(token, nextId())
  expect(word(busy)).toBe('429 apex_busy')
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
  expect(apex.http.seen).toHaveLength(asked)
  mend(30 * SECOND_MS)
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'accepted' })
  expect(apex.sent.get(id)).toBe(1)
})

it('clock skew: an order is signed by ApeX’s clock as it is when it is sent', async () => {
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  apex.leadMs = 3_600_000
  expect(orderIn(await send(token, id))).toMatchObject({ state: 'accepted' })
})

it('no clock, no order: nothing is sent while ApeX does not tell the time', async () => {
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  apex.http.fault = ({ path: asked }) => (asked.endsWith('/time') ? { kind: 'hang-up' } : undefined)
  expect(orderIn(await send(token, id))).toMatchObject({ state: 'refused', reason: expect.stringContaining('Nothing was sent') })
  expect(apex.sent.size).toBe(0)
})

it('killed between storing and sending, or between sending and hearing: the next start asks, and sends nothing', async () => {
  const { token } = await trader()
  const [before, after] = [nextId(), nextId()]
  for (const id of [before, after]) await prepare(token, id)
  await t.db.execute(sql`update apex_orders set state = 'signed' where client_id = ${before}`)
  await t.db.execute(sql`update apex_orders set state = 'sent', sent_at = now() where client_id = ${after}`)
  apex.orders.set('93', {
    id: '93',
    clientId: after,
    symbol: 'BTC-USDT',
    side: 'BUY',
    type: 'LIMIT',
    size: '0.01',
    price: '60000',
    status: 'OPEN',
  })
  const next = await begin()
  await next.reconcile()
  expect(await found(token, before)).toMatchObject({ state: 'refused', reason: expect.stringContaining('Nothing was sent') })
  expect(await found(token, after)).toMatchObject({ state: 'accepted', order: { id: '93' } })
  expect(apex.sent.size).toBe(0)
  await next.stop?.()
})

it('leaves an order alone that is just being sent', async () => {
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  await t.db.execute(sql`update apex_orders set state = 'signed', asked_at = now() where client_id = ${id}`)
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'signed', reason: null })
})

it('says so where the key is gone before the outcome is known', async () => {
  const { token } = await trader()
  apex.onOrder = () => 'leave'
  breakPlacing({ kind: 'hang-up' })
  const { client_id: id } = await placed(token)
  await t.delete({ path: '/account/apex', token })
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('key was deleted') })
})

it('keeps no signature and no secret, in no row and no log', async () => {
  const { token } = await trader()
  await placed(token)
  const rows = JSON.stringify((await t.db.execute(sql`select * from apex_orders`)).rows)
  for (const secret of [SIGNATURE, APEX_KEY.secret, APEX_KEY.passphrase, APEX_KEY.key]) {
    expect(rows).not.toContain(secret)
    expect(JSON.stringify(t.logged)).not.toContain(secret)
  }
})
