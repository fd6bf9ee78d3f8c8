import { SECOND_MS } from '@aerie/core/time'
import { APEX_KEY } from '@aerie/testkit/apex-stand-in'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { APEX_KEYS_BODY, liveOrderStage, orderIn, statusAndCode } from '../../../test/live-order-stage.ts'

let stage: Awaited<ReturnType<typeof liveOrderStage>>
beforeAll(async () => {
  stage = await liveOrderStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())

const cancel = (token: string, id: string) => stage.t.delete({ path: `/account/apex/live-orders/${id}`, token })
const openOrders = () => [...stage.apex.orders.values()].filter(({ status }) => status === 'OPEN')
const deletion = (token: string) => stage.t.post({ path: '/account/deletion', token })

it('cancels a live order and reports its resulting state, identically on a second request', async () => {
  const { token } = await stage.trader()
  const [one, other] = [await stage.placed(token), await stage.placed(token)]
  expect(orderIn(await cancel(token, one.client_id))).toMatchObject({ state: 'accepted', order: { state: 'canceled' } })
  expect(openOrders().map(({ clientId }) => clientId)).toEqual([other.client_id])
  const calls = stage.apex.http.seen.filter(({ path }) => path.endsWith('delete-order')).length
  expect(orderIn(await cancel(token, one.client_id))).toMatchObject({ order: { state: 'canceled' } })
  expect(stage.apex.http.seen.filter(({ path }) => path.endsWith('delete-order'))).toHaveLength(calls)
})

it('cancels for its user only, and without reauthentication', async () => {
  const [{ token }, stranger] = [await stage.trader(), await stage.trader()]
  const { client_id: id } = await stage.placed(token)
  expect(statusAndCode(await cancel(stranger.token, id))).toBe('404 not_found')
  expect(openOrders()).toHaveLength(1)
  stage.t.clock.advance(11 * 60 * SECOND_MS)
  expect(orderIn(await cancel(token, id))).toMatchObject({ order: { state: 'canceled' } })
})

it('withdraws an unsent order: nothing reaches ApeX, and its signature is no longer accepted', async () => {
  const { token } = await stage.trader()
  const id = stage.nextId()
  await stage.prepare(token, id)
  expect(orderIn(await cancel(token, id))).toMatchObject({ state: 'refused', reason: 'You withdrew it. Nothing was sent.' })
  expect(orderIn(await stage.send(token, id))).toMatchObject({ state: 'refused' })
  expect(stage.apex.sent.size).toBe(0)
})

it('leaves no uncanceled order behind when sending and canceling race', async () => {
  const { token } = await stage.trader()
  const id = stage.nextId()
  await stage.prepare(token, id)
  await Promise.all([stage.send(token, id), cancel(token, id)])
  expect(orderIn(await cancel(token, id)).order?.state ?? 'never sent').toMatch(/canceled|never sent/)
  expect(openOrders()).toEqual([])
})

it('cancels by client id when the outcome is still unclear, and reports when ApeX does not recognise it', async () => {
  const { token } = await stage.trader()
  stage.breakPlacing({ kind: 'status', status: 503 })
  const { client_id: id, state } = await stage.placed(token)
  expect(state).toBe('unknown')
  stage.mend()
  expect(orderIn(await cancel(token, id))).toMatchObject({ order: { state: 'canceled' } })
  expect(openOrders()).toEqual([])

  stage.apex.onOrder = () => 'leave'
  stage.breakPlacing({ kind: 'hang-up' })
  const late = await stage.placed(token)
  stage.mend()
  expect(statusAndCode(await cancel(token, late.client_id))).toBe('409 apex_not_known_yet')
  expect(await stage.found(token, late.client_id)).toMatchObject({ state: 'unknown' })
})

it('returns the fill when it came first, and not an error', async () => {
  const { token } = await stage.trader()
  const { client_id: id, order } = await stage.placed(token)
  const filled = { ...stage.apex.orders.get(order?.id ?? ''), status: 'FILLED', cumMatchFillSize: '0.01', updatedAt: Date.now() }
  stage.apex.orders.set(order?.id ?? '', filled)
  stage.apex.http.fault = ({ path }) =>
    path.endsWith('delete-order') ? { kind: 'body', body: { code: 20_030, key: 'ORDER_ALREADY_FILLED', msg: 'already filled' } } : undefined
  expect(orderIn(await cancel(token, id))).toMatchObject({ order: { state: 'filled', matched: { size: '0.01' } } })
})

it.each([['one'], ['all']] as const)('a lost response: never reports that nothing was changed (%s)', async (which) => {
  const { token } = await stage.trader()
  const { client_id: id } = await stage.placed(token)
  stage.apex.http.fault = ({ path }) => (path.includes('delete-') ? { kind: 'truncated' } : undefined)
  const answer = which === 'one' ? await cancel(token, id) : await stage.t.delete({ path: '/account/apex/orders', token })
  expect(statusAndCode(answer)).toBe('503 apex_unavailable')
  expect(answer.json()).toMatchObject({ detail: expect.stringContaining('may be cancelled or still open') })
  stage.mend()
  await stage.running.reconcile()
  expect(await stage.found(token, id)).toMatchObject({ order: { state: 'canceled' } })
})

it('cancels all, and detects it at the next check', async () => {
  const { token } = await stage.trader()
  const ids = [await stage.placed(token), await stage.placed(token, { type: 'stop', trigger: '61000', price: '62000' })].map(
    (one) => one.client_id,
  )
  expect((await stage.t.delete({ path: '/account/apex/orders', token })).statusCode).toBe(200)
  await expect
    .poll(async () => (await stage.listed(token)).filter(({ client_id }) => ids.includes(client_id)).map(({ order }) => order?.state))
    .toEqual(['canceled', 'canceled'])
})

it('shows an open order however many came after it', async () => {
  const { token, user } = await stage.trader()
  const { client_id: id } = await stage.placed(token)
  await stage.t.db.execute(sql`
    insert into apex_orders (user_id, client_id, hash, account, intent, state, prepared_at, ended_at)
    select user_id, 'later-order-' || n, hash, account, intent, 'refused', now() + n * interval '1 second', now()
    from apex_orders, generate_series(1, 30) n where user_id = ${user.user_id} and client_id = ${id}`)
  const shown = await stage.listed(token)
  expect(shown).toHaveLength(21)
  expect(shown.at(-1)).toMatchObject({ client_id: id, order: { state: 'open' } })
})

it.each([
  [{ type: 'stop', side: 'sell', trigger: '59000', price: '58000', reduce_only: true }, 'STOP_MARKET'],
  [{ type: 'stop_limit', side: 'sell', trigger: '59000', price: '59500' }, 'STOP_LIMIT'],
  [{ type: 'take_profit', side: 'sell', trigger: '61000', price: '60000' }, 'TAKE_PROFIT_MARKET'],
  [{ type: 'take_profit_limit', side: 'sell', trigger: '61000', price: '61000' }, 'TAKE_PROFIT_LIMIT'],
])('sends %j with its trigger, based on the index price', async (change, type) => {
  const { token } = await stage.trader()
  const { client_id: id } = await stage.placed(token, change)
  const body = stage.apex.http.seen.findLast(({ path }) => path === '/api/v3/order')?.body
  expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
    clientId: id,
    type,
    triggerPrice: change.trigger,
    triggerPriceType: 'INDEX',
  })
})

it.each([
  [{ type: 'stop', side: 'buy', trigger: '61000', price: '60000' }],
  [{ type: 'take_profit', side: 'sell', trigger: '61000', price: '62000' }],
])('rejects %j because its worst price is on the wrong side of its trigger', async (change) => {
  const { token } = await stage.trader()
  const answer = await stage.prepare(token, stage.nextId(), change)
  expect(answer.json()).toMatchObject({ code: 'bad_input', errors: { price: [expect.stringContaining('trigger')] } })
})

it('does not infer absence from another account: an order sent to the first is never reported as refused', async () => {
  const { token, user } = await stage.trader()
  await stage.socketOpen(token)
  stage.breakPlacing({ kind: 'status', status: 503 })
  const { client_id: id } = await stage.placed(token)
  stage.apex.orders.clear()
  stage.mend(150 * SECOND_MS)
  await stage.t.db.execute(sql`update apex_keys set account = '1' where user_id = ${user.user_id}`)
  const next = await stage.begin()
  await next.reconcile()
  expect(await stage.found(token, id)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('another account') })
  await next.stop?.()
})

it('reports that an order is not polled when its key can no longer be decrypted', async () => {
  const { token, user } = await stage.trader()
  await stage.socketOpen(token)
  stage.breakPlacing({ kind: 'status', status: 503 })
  const { client_id: id } = await stage.placed(token)
  stage.mend()
  await stage.t.db.execute(sql`update apex_keys set key_id = 'older' where user_id = ${user.user_id}`)
  const next = await stage.begin()
  await next.reconcile()
  expect(await stage.found(token, id)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('Save it again') })
  await next.stop?.()
})

it('never reopens a finished order because of a push without a timestamp', async () => {
  const { token } = await stage.trader()
  const { client_id: id, order } = await stage.placed(token)
  await cancel(token, id)
  const staleOrder = { ...stage.apex.orders.get(order?.id ?? ''), status: 'OPEN' }
  const marker = await stage.placed(token)
  stage.apex.push({ orders: [staleOrder] })
  await expect
    .poll(async () => {
      stage.apex.push({
        orders: [staleOrder, { ...stage.apex.orders.get(marker.order?.id ?? ''), status: 'FILLED', updatedAt: Date.now() }],
      })
      return (await stage.found(token, marker.client_id))?.order?.state
    })
    .toBe('filled')
  expect(await stage.found(token, id)).toMatchObject({ order: { state: 'canceled' } })
})

it('pauses requests to ApeX after a 429 for an order, for as long as ApeX demanded', async () => {
  const { token } = await stage.trader()
  const id = stage.nextId()
  await stage.prepare(token, id)
  stage.breakPlacing({ kind: 'status', status: 429, headers: { 'retry-after': '50' } })
  expect(orderIn(await stage.send(token, id))).toMatchObject({ state: 'unknown' })
  stage.apex.http.fault = undefined
  expect(statusAndCode(await stage.prepare(token, stage.nextId()))).toBe('429 apex_busy')
  stage.mend(60 * SECOND_MS)
  expect((await stage.prepare(token, stage.nextId())).statusCode).toBe(201)
})

it('disables caching of live order responses', async () => {
  const { token } = await stage.trader()
  for (const path of ['/account/apex/live', '/account/apex/live-orders', '/account/apex/signer'])
    expect((await stage.t.get({ path, token })).headers['cache-control']).toBe('no-store')
})

it('blocks the deletion of an account while a live order may be open, and sends nothing once deletion has started', async () => {
  const { token } = await stage.trader()
  const { client_id: id } = await stage.placed(token)
  const held = await deletion(token)
  expect(statusAndCode(held)).toBe('422 apex_orders_open')
  expect(held.json()).toMatchObject({ detail: expect.stringContaining('1 live order may still be open') })
  await cancel(token, id)
  const next = stage.nextId()
  await stage.prepare(token, next)
  expect((await deletion(token)).statusCode).toBe(200)
  expect(statusAndCode(await stage.send(token, next))).toBe('422 account_leaving')
  expect(stage.apex.sent.has(next)).toBe(false)
})

it('does not block a deletion for an order that a since-deleted key can no longer cancel', async () => {
  const { token } = await stage.trader()
  stage.breakPlacing({ kind: 'status', status: 503 })
  await stage.placed(token)
  expect(statusAndCode(await deletion(token))).toBe('422 apex_orders_open')
  await stage.t.delete({ path: '/account/apex', token })
  expect((await deletion(token)).statusCode).toBe(200)
})

it('rejects one of a concurrent sending and deletion', async () => {
  const { token } = await stage.trader()
  for (let round = 0; round < 5; round += 1) {
    await stage.reset()
    stage.time.shiftMs = round * 10 * SECOND_MS
    const id = stage.nextId()
    await stage.prepare(token, id)
    const [sent, begun] = await Promise.all([stage.send(token, id), deletion(token)])
    expect([orderIn(sent).state === 'accepted', begun.statusCode === 200]).toContain(false)
    expect([orderIn(sent).state === 'accepted', begun.statusCode === 200]).toContain(true)
    await stage.t.delete({ path: '/account/deletion', token })
  }
})

it('allows saving a key again for the account of an order, and tracks the order', async () => {
  const { token } = await stage.trader()
  stage.breakPlacing({ kind: 'status', status: 503 })
  const { client_id: id } = await stage.placed(token)
  await stage.t.delete({ path: '/account/apex', token })
  stage.mend()
  await stage.running.reconcile()
  expect(await stage.found(token, id)).toMatchObject({ reason: expect.stringContaining('Without the deleted key') })
  expect((await stage.t.put({ path: '/account/apex', token, body: APEX_KEYS_BODY })).statusCode).toBe(200)
  stage.mend(60 * SECOND_MS)
  await stage.running.reconcile()
  expect(await stage.found(token, id)).toMatchObject({ state: 'accepted', reason: null })
  expect(JSON.stringify(stage.t.logged)).not.toContain(APEX_KEY.secret)
})
