import { createHash } from 'node:crypto'
import { MINUTE_MS } from '@aerie/core/time'
import { jsonAs } from '@aerie/testkit/json-as'
import { apexLive } from '@aerie/wire/apex-orders'
import { envelope, problem } from '@aerie/wire/problem'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { liveOrderStage, orderIn, SIGNATURE, statusAndCode } from '../../../test/live-order-stage.ts'

let stage: Awaited<ReturnType<typeof liveOrderStage>>
beforeAll(async () => {
  stage = await liveOrderStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())

it('reports what can be traded, and returns the signer to logged-in users', async () => {
  const { t, trader } = stage
  const { token } = await trader()
  const live = jsonAs(envelope(apexLive), (await t.get({ path: '/account/apex/live', token })).body).data
  expect(live).toMatchObject({
    is_on: true,
    reason: null,
    account_ends: '1628',
    address: '0x0000000000000000000000000000000000000001',
    network: 'mainnet',
  })
  expect(live.instruments.map(({ symbol }) => symbol)).toEqual(['BTC-USDT', 'ETH-USDT'])
  const file = await t.get({ path: '/account/apex/signer', token })
  expect(file.headers['content-type']).toBe('application/wasm')
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(live.signer_sha256)
})

it('stores an order before anything is sent, and sends the stored order once', async () => {
  const { apex, nextId, trader, prepare, send } = stage
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

it('sends an order once when several requests send it concurrently', async () => {
  const { apex, nextId, trader, prepare, send } = stage
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  await Promise.all(Array.from({ length: 5 }, () => send(token, id)))
  expect(apex.sent.get(id)).toBe(1)
})

it('accepts only one body per client id, permanently', async () => {
  const { nextId, trader, prepare, send } = stage
  const { token } = await trader()
  const id = nextId()
  expect((await prepare(token, id)).statusCode).toBe(201)
  expect((await prepare(token, id)).statusCode).toBe(200)
  expect(statusAndCode(await prepare(token, id, { size: '0.02' }))).toBe('409 client_id_used')
  await send(token, id)
  expect(orderIn(await prepare(token, id))).toMatchObject({ state: 'accepted' })
  expect(statusAndCode(await prepare(token, id, { side: 'sell' }))).toBe('409 client_id_used')
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
])('rejects %j with a field error', async (change, field) => {
  const { nextId, trader, prepare } = stage
  const { token } = await trader()
  const answer = await prepare(token, nextId(), change)
  expect(statusAndCode(answer)).toBe('400 bad_input')
  expect(jsonAs(problem, answer.body).errors).toHaveProperty(field)
})

it('rejects an untraded symbol, an invalid body and an invalid signature', async () => {
  const { apex, nextId, trader, prepare, send } = stage
  const { token } = await trader()
  expect(statusAndCode(await prepare(token, nextId(), { symbol: 'SOL-USDT' }))).toBe('422 apex_not_traded')
  expect(statusAndCode(await prepare(token, nextId(), { symbol: 'NONE-USDT' }))).toBe('422 apex_not_traded')
  for (const change of [{ account: '1' }, { size: 1 }, { size: { toString: 1 } }, { client_id: '../x' }, { taker_fee_rate: '0' }])
    expect(statusAndCode(await prepare(token, nextId(), change))).toBe('400 bad_input')
  const id = nextId()
  await prepare(token, id)
  for (const signature of ['', 'zz'.repeat(32), 'ab'.repeat(2_000)])
    expect(statusAndCode(await send(token, id, signature))).toBe('400 bad_input')
  expect(apex.sent.size).toBe(0)
})

it('sends and shows nothing of another user, and wants a proof of who is there', async () => {
  const { t, apex, nextId, trader, prepare, send, found } = stage
  const [one, other] = [await trader(), await trader()]
  const id = nextId()
  await prepare(one.token, id)
  expect(statusAndCode(await send(other.token, id))).toBe('404 not_found')
  expect(await found(other.token, id)).toBeUndefined()
  t.clock.advance(10 * MINUTE_MS)
  expect(statusAndCode(await send(one.token, id))).toBe('403 reauthentication_required')
  expect(statusAndCode(await prepare(one.token, nextId()))).toBe('403 reauthentication_required')
  expect(apex.sent.size).toBe(0)
})

it.each(['signed', 'sent', 'unknown', 'accepted', 'refused'])(
  'reports on a repeated request, however late, that an order is %s, and sends nothing',
  async (state) => {
    const { t, apex, time, nextId, trader, prepare, send } = stage
    const { token } = await trader()
    const id = nextId()
    await prepare(token, id)
    await t.db.execute(sql`update apex_orders set state = ${state}, reason = 'as it was told', asked_at = now() where client_id = ${id}`)
    expect(orderIn(await send(token, id))).toMatchObject({ state, reason: 'as it was told' })
    time.shiftMs = 3 * MINUTE_MS
    expect(orderIn(await send(token, id))).toMatchObject({ state, reason: 'as it was told' })
    expect(apex.sent.size).toBe(0)
  },
)

it('reports the same on a repeated request after the signing deadline: nothing was sent', async () => {
  const { apex, time, nextId, trader, prepare, send } = stage
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  time.shiftMs = 3 * MINUTE_MS
  const late = orderIn(await send(token, id))
  expect(late).toMatchObject({ state: 'refused', sent_at: null, reason: expect.stringContaining('two minutes') })
  expect(orderIn(await send(token, id))).toEqual(late)
  expect(apex.sent.size).toBe(0)
})

it('sends nothing that was signed too late, or for another account', async () => {
  const { t, apex, time, nextId, trader, prepare, send } = stage
  const { token, user } = await trader()
  const [late, moved] = [nextId(), nextId()]
  await prepare(token, late)
  time.shiftMs = 3 * MINUTE_MS
  expect(orderIn(await send(token, late))).toMatchObject({ state: 'refused', reason: expect.stringContaining('two minutes') })
  await prepare(token, moved)
  await t.db.execute(sql`update apex_keys set account = '1' where user_id = ${user.user_id}`)
  expect(orderIn(await send(token, moved))).toMatchObject({ state: 'refused', reason: expect.stringContaining('another account') })
  expect(apex.sent.size).toBe(0)
})

it('accepts a limited number of orders per second', async () => {
  const { nextId, trader, prepare } = stage
  const { token } = await trader()
  // Freezes time: on a slow machine, spread-out orders would not hit the rate limit.
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const answers = await Promise.all(Array.from({ length: 8 }, () => prepare(token, nextId()))).finally(() => now.mockRestore())
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('1')
})
