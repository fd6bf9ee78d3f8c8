import { SECOND_MS } from '@aerie/core/time'
import { APEX_KEY, type ApexStandIn } from '@aerie/testkit/apex-stand-in'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { liveOrderStage, orderIn, SIGNATURE, statusAndCode } from '../../../test/live-order-stage.ts'

let stage: Awaited<ReturnType<typeof liveOrderStage>>
beforeAll(async () => {
  stage = await liveOrderStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())

it('shows ApeX’s refusal message, and does not query again', async () => {
  const { apex, trader, placed } = stage
  const { token } = await trader()
  apex.onOrder = () => ({ refuse: 'NOT_ENOUGH_MARGIN' })
  expect(await placed(token)).toMatchObject({ state: 'refused', reason: 'ApeX Omni says: not enough margin' })
})

it('5xx after acceptance: finds the order by querying, and never resends it', async () => {
  const { apex, running, trader, placed, found, breakPlacing, mend } = stage
  const { token } = await trader()
  breakPlacing({ kind: 'status', status: 503 })
  const { client_id: id, state, reason } = await placed(token)
  expect({ state, reason }).toEqual({ state: 'unknown', reason: expect.stringContaining('never sends the order again') })
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'accepted', reason: null, order: { state: 'open' } })
  expect(apex.sent.get(id)).toBe(1)
})

it('disconnect during the response: finds the order by querying, and never resends it', async () => {
  const { apex, running, trader, placed, found, breakPlacing, mend } = stage
  const { token } = await trader()
  breakPlacing({ kind: 'truncated' })
  const { client_id: id, state } = await placed(token)
  expect(state).toBe('unknown')
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'accepted' })
  expect(apex.sent.get(id)).toBe(1)
})

it('no response: unknown after the timeout, then resolved by querying', async () => {
  const { apex, limits, running, trader, placed, found, breakPlacing, mend } = stage
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

it('never accepted: refused only after two minutes and a check of the history', async () => {
  const { apex, time, running, trader, placed, found, breakPlacing, mend } = stage
  const { token } = await trader()
  apex.onOrder = () => 'leave'
  breakPlacing({ kind: 'hang-up' })
  const { client_id: id } = await placed(token)
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'unknown' })
  expect(apex.http.seen.filter((request) => request.path.endsWith('history-orders'))).toHaveLength(0)
  time.shiftMs = 121 * SECOND_MS
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'refused', reason: expect.stringContaining('was not placed') })
  expect(apex.http.seen.filter((request) => request.path.endsWith('history-orders'))).toHaveLength(1)
  expect(apex.sent.get(id)).toBe(1)
})

it('late: accepted after the first query, and then found', async () => {
  const { apex, time, running, trader, placed, found, breakPlacing, mend } = stage
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
  time.shiftMs = 30 * SECOND_MS
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'accepted', order: { id: 'late' } })
  expect(apex.sent.get(id)).toBe(1)
})

it('duplicate and out-of-order pushes: an order has the state of its newest push', async () => {
  const { apex, trader, placed, found } = stage
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

it('429: unknown, queried no sooner than ApeX allows, and new orders are told to retry later', async () => {
  const { apex, time, running, nextId, trader, prepare, placed, found, breakPlacing, mend } = stage
  const { token } = await trader()
  breakPlacing({ kind: 'status', status: 429, headers: { 'retry-after': '50' } })
  const { client_id: id, state } = await placed(token)
  expect(state).toBe('unknown')
  apex.http.fault = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '50' } })
  time.shiftMs = 60 * SECOND_MS
  await running.reconcile()
  // Filtered by id: accounts of other tests may query their own orders.
  const timesAsked = () => apex.http.seen.filter(({ query }) => query.id === id).length
  const asked = timesAsked()
  time.shiftMs = 64 * SECOND_MS
  await running.reconcile()
  const busy = await prepare(token, nextId())
  expect(statusAndCode(busy)).toBe('429 apex_busy')
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
  expect(timesAsked()).toBe(asked)
  mend(150 * SECOND_MS)
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'accepted' })
  expect(apex.sent.get(id)).toBe(1)
})

it('clock skew: signs an order with ApeX’s clock at the time of sending', async () => {
  const { apex, nextId, trader, prepare, send } = stage
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  apex.leadMs = 3_600_000
  expect(orderIn(await send(token, id))).toMatchObject({ state: 'accepted' })
})

it('no clock, no order: nothing is sent while ApeX does not return the time', async () => {
  const { apex, nextId, trader, prepare, send } = stage
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  apex.http.fault = ({ path: asked }) => (asked.endsWith('/time') ? { kind: 'hang-up' } : undefined)
  expect(orderIn(await send(token, id))).toMatchObject({ state: 'refused', reason: expect.stringContaining('Nothing was sent') })
  expect(apex.sent.size).toBe(0)
})

it('delayed for a minute in the queue: is no longer sent, as it may have been given up', async () => {
  const { apex, time, nextId, trader, prepare, send } = stage
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  apex.http.fault = ({ path: asked }) => {
    if (asked.endsWith('/time')) time.shiftMs = 61 * SECOND_MS
    return undefined
  }
  expect(orderIn(await send(token, id))).toMatchObject({ state: 'refused', reason: expect.stringContaining('within a minute') })
  expect(apex.sent.size).toBe(0)
})

it('reported as never accepted but on the book: corrected by ApeX’s push, and canceled like any other', async () => {
  const { t, apex, time, running, trader, placed, found, socketOpen, breakPlacing, mend } = stage
  const { token } = await trader()
  await socketOpen(token)
  let kept: Parameters<NonNullable<ApexStandIn['onOrder']>>[0] | undefined
  apex.onOrder = (order) => {
    kept = order
    return 'leave'
  }
  breakPlacing({ kind: 'hang-up' })
  const { client_id: id } = await placed(token)
  mend()
  time.shiftMs = 121 * SECOND_MS
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'refused' })
  const late = { ...kept, id: 'late' }
  apex.orders.set('late', late)
  apex.push({ orders: [late] })
  await vi.waitFor(async () => expect(await found(token, id)).toMatchObject({ state: 'accepted', reason: null, order: { state: 'open' } }))
  const canceled = await t.delete({ path: `/account/apex/live-orders/${id}`, token })
  expect(orderIn(canceled)).toMatchObject({ state: 'accepted', order: { state: 'canceled' } })
  expect(apex.sent.get(id)).toBe(1)
})

it('ignores a push for an order that was never sent', async () => {
  const { apex, nextId, trader, prepare, placed, found, socketOpen } = stage
  const { token } = await trader()
  await socketOpen(token)
  const id = nextId()
  await prepare(token, id)
  const marker = await placed(token)
  const reportedOrder = { ...apex.orders.get(marker.order?.id ?? ''), updatedAt: Date.now() }
  await expect
    .poll(async () => {
      apex.push({
        orders: [
          { ...reportedOrder, id: '77', clientId: id },
          { ...reportedOrder, status: 'FILLED' },
        ],
      })
      return (await found(token, marker.client_id))?.order?.state
    })
    .toBe('filled')
  expect(await found(token, id)).toMatchObject({ state: 'prepared', order: null })
})

it('killed between storing and sending, or before the response: the next start queries, and sends nothing', async () => {
  const { t, apex, begin, nextId, trader, prepare, found } = stage
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

it('does not touch an order that is being sent', async () => {
  const { t, running, nextId, trader, prepare, found } = stage
  const { token } = await trader()
  const id = nextId()
  await prepare(token, id)
  await t.db.execute(sql`update apex_orders set state = 'signed', asked_at = now() where client_id = ${id}`)
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'signed', reason: null })
})

it('reports when the key is gone before the outcome is known', async () => {
  const { t, apex, running, trader, placed, found, breakPlacing, mend } = stage
  const { token } = await trader()
  apex.onOrder = () => 'leave'
  breakPlacing({ kind: 'hang-up' })
  const { client_id: id } = await placed(token)
  await t.delete({ path: '/account/apex', token })
  mend()
  await running.reconcile()
  expect(await found(token, id)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('Without the deleted key') })
})

it('many orders of a user without a key delay no other user, and all show why they are not polled', async () => {
  const { t, running, trader, placed, found, listed, breakPlacing, mend } = stage
  const [one, other] = [await trader(), await trader()]
  breakPlacing({ kind: 'status', status: 503 })
  const { client_id: first } = await placed(one.token)
  const { client_id: id } = await placed(other.token)
  await t.db.execute(sql`
    insert into apex_orders (user_id, client_id, hash, account, intent, state, prepared_at, sent_at)
    select user_id, 'many-orders-' || n, hash, account, intent, 'sent', prepared_at, sent_at
    from apex_orders, generate_series(1, 150) n where client_id = ${first}`)
  await t.delete({ path: '/account/apex', token: one.token })
  mend()
  await running.reconcile()
  expect(await found(other.token, id)).toMatchObject({ state: 'accepted' })
  const outcomes = new Set((await listed(one.token)).map(({ state, reason }) => `${state}: ${reason}`))
  expect([...outcomes]).toEqual([expect.stringContaining('unknown: Without the deleted key')])
})

it('queries one user’s orders again once they are due, and no sooner', async () => {
  const { t, apex, running, trader, placed, breakPlacing, mend } = stage
  const { token } = await trader()
  await stage.socketOpen(token)
  apex.onOrder = () => 'leave'
  breakPlacing({ kind: 'hang-up' })
  const { client_id: id } = await placed(token)
  mend(0)
  const asked = () => apex.http.seen.filter(({ query }) => query.id === id).length
  // Retry interval: a quarter of the order's age, at least two seconds and at most a minute.
  const at = (ageS: number, agoS: number) =>
    t.db.execute(sql`update apex_orders set prepared_at = now() - ${ageS} * interval '1 second',
      asked_at = now() - ${agoS} * interval '1 second' where client_id = ${id}`)
  for (const [ageS, agoS, isDue] of [
    [2_000, 30, false],
    [2_000, 61, true],
    [200, 30, false],
    [200, 51, true],
    [1, 3, true],
  ] as const) {
    await at(ageS, agoS)
    const before = asked()
    await running.reconcile()
    expect([ageS, agoS, asked() > before]).toEqual([ageS, agoS, isDue])
  }
})

it('stores no signature and no secret, in no row and no log', async () => {
  const { t, trader, placed } = stage
  const { token } = await trader()
  await placed(token)
  const rows = JSON.stringify((await t.db.execute(sql`select * from apex_orders`)).rows)
  for (const secret of [SIGNATURE, APEX_KEY.secret, APEX_KEY.passphrase, APEX_KEY.key]) {
    expect(rows).not.toContain(secret)
    expect(JSON.stringify(t.logged)).not.toContain(secret)
  }
})
