import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type Book, type TradingStage, tradingStage } from '../../../test/trading-stage.ts'
import { openDatabase } from '../../platform/db/client.ts'
import { rebuildAll } from './accounts/rebuild.ts'

let stage: TradingStage
let token: string
let userId: string
beforeEach(async () => {
  stage = await tradingStage()
  ;({ token, userId } = await stage.trader('ada@example.com'))
})
afterEach(() => stage.close())

const get = (path: string) => stage.call('GET', token, path)
const post = (path: string, body: object) => stage.call('POST', token, path, body)
const buy = (clientId: string, more: object = {}) => ({
  client_id: clientId,
  symbol: 'SOL',
  side: 'buy',
  type: 'market',
  size: '1',
  ...more,
})
const data = async <T>(answer: Promise<{ status: number; data: unknown }>): Promise<T> => {
  const got = await answer
  if (got.status >= 400) throw new Error(JSON.stringify(got))
  return got.data as T
}
const place = (body: object) => data<TradingOrder>(post('/orders', body))
const differences = async () => (await rebuildAll(stage.accounts.db)).differences

it('restores the state from before a restart: same account, same answers to the same client ids', async () => {
  await place(buy('a', { size: '3', stop_loss: { trigger: '90' } }))
  await place(buy('l', { type: 'limit', price: '99' }))
  const before = [await get('/fills'), await get('/trading/ledger'), await get('/positions')]
  await stage.restart()
  expect((await post('/orders', buy('a', { size: '3', stop_loss: { trigger: '90' } }))).status).toBe(200)
  expect(await post('/orders', buy('a'))).toMatchObject({ status: 409, code: 'client_id_used' })
  const orders = await data<TradingOrder[]>(get('/orders'))
  expect([await get('/fills'), await get('/trading/ledger'), await get('/positions')]).toEqual(before)
  expect(orders.map(({ client_id, state }) => [client_id, state])).toEqual([
    ['l', 'open'],
    ['a:sl', 'untriggered'],
    ['a', 'filled'],
  ])
  expect(await differences()).toEqual([])
})

it('lists the orders that ended since a time, by their fills, not by when they were sent', async () => {
  const { trading } = stage.stage()
  const since = (at: number) => trading.doneSince(userId, at).then((orders) => orders.map(({ client_id }) => client_id))
  await place(buy('early'))
  await place(buy('resting', { type: 'limit', price: '99' }))
  await place(buy('canceled', { type: 'limit', price: '98' }))
  const before = stage.now()
  stage.setNow(before + SECOND_MS)
  stage.book('SOL', { bids: [[98, 5]], asks: [[98.9, 5]] })
  await expect.poll(() => since(before)).toEqual(['resting'])
  await place(buy('late'))
  expect(await since(before)).toEqual(['resting', 'late'])
  expect(await since(before - SECOND_MS)).toEqual(['early', 'resting', 'late'])
})

it('is ready while another process trades, so that a standby is not taken for a failed start', async () => {
  const second = await openDatabase(stage.accounts.url)
  const other = await stage.beside(second.db)
  await vi.waitFor(() => expect(other.health.isReady()).toBe(true))
  expect(other.health.parts()).toMatchObject([{ name: 'trading', health: 'degraded', detail: expect.stringContaining('another process') }])
  expect(other.trading.isOpen()).toBe(false)
  await other.close()
  await second.close()
})

it('keeps a snapshot of an account after some 500 events, and continues from it and later events', async () => {
  await place(buy('held', { size: '3' }))
  const seq = async () => (await data<{ seq: number }>(get('/trading/account'))).seq
  for (let round = 0; (await seq()) <= 520; round += 1) {
    await place(buy(`legs${round}`, { type: 'scale', price: '99', to_price: '90', legs: 40, size: '40' }))
    await data(stage.call('DELETE', token, '/orders?symbol=SOL'))
  }
  await place(buy('rest', { type: 'limit', price: '99' }))
  const { rows } = await stage.accounts.db.$client.query('select seq::int as seq from trading_snapshots order by seq')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.at(-1).seq).toBeGreaterThanOrEqual(500)
  const before = [await get('/trading/ledger'), await get('/fills')]
  await stage.restart()
  expect([await get('/trading/ledger'), await get('/fills')]).toEqual(before)
  expect(await data(get('/positions'))).toMatchObject([{ size: '3' }])
  expect(await data(get('/orders?state=open'))).toMatchObject([{ client_id: 'rest', price: '99' }])
  expect(await differences()).toEqual([])
})

it('requeues resting orders at the displayed size, and marks them as such', async () => {
  const order = await place(buy('q', { type: 'limit', price: '99.9', size: '2' }))
  stage.trade(99.9, 3, 'sell')
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({ queue_ahead: '2', is_queue_reset: false })
  await stage.restart()
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({ state: 'open', queue_ahead: '5', is_queue_reset: true })
  stage.trade(99.9, 5, 'sell')
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({ filled: '0' })
  stage.trade(99.9, 1, 'sell')
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({ filled: '1', state: 'partiallyFilled' })
  expect(await differences()).toEqual([])
})

it('requeues them likewise after a gap in the feed', async () => {
  const order = await place(buy('q', { type: 'limit', price: '99.9', size: '2' }))
  stage.trade(99.9, 4, 'sell')
  stage.gap()
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({ queue_ahead: null })
  stage.book()
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({ queue_ahead: '5', is_queue_reset: true })
})

it('fills nothing against the book from before a gap until the next book', async () => {
  stage.gap()
  expect((await place(buy('rests', { type: 'limit', price: '99' }))).state).toBe('open')
  stage.gap()
  expect(await post('/orders', buy('m1'))).toMatchObject({ status: 422, code: 'staleBookRejected' })
  expect(await post('/orders', buy('crosses', { type: 'limit', price: '101' }))).toMatchObject({ status: 422, code: 'staleBookRejected' })
  stage.book()
  expect(await place(buy('m2'))).toMatchObject({ state: 'filled' })
})

it('recognises an id used before a restart, even before the account is loaded again', async () => {
  await place(buy('a'))
  await stage.restart()
  stage.book()
  expect((await post('/orders', buy('a'))).status).toBe(200)
  expect(await post('/orders', buy('a', { size: '2' }))).toMatchObject({ status: 409, code: 'client_id_used' })
  expect(await data(get('/positions'))).toMatchObject([{ size: '1' }])
})

it('survives clock jumps in either direction: nothing lost, nothing twice, no event out of order', async () => {
  const begin = stage.now()
  const jump = (ms: number) => {
    stage.setNow(begin + ms)
    stage.book()
  }
  await place(buy('a'))
  jump(-30_000)
  // Its newest event is later than the market's current time.
  expect(await post('/orders', buy('b'))).toMatchObject({ status: 422, code: 'staleBookRejected' })
  jump(-HOUR_MS)
  expect(await post('/orders', buy('c'))).toMatchObject({ status: 503, code: 'unavailable' })
  jump(5 * HOUR_MS)
  expect(await place(buy('c'))).toMatchObject({ state: 'filled' })
  jump(4 * HOUR_MS)
  expect(await post('/orders', buy('d'))).toMatchObject({ status: 503, code: 'unavailable' })
  jump(5 * HOUR_MS + 1_000)
  expect(await place(buy('d'))).toMatchObject({ state: 'filled' })
  expect(await data(get('/positions'))).toMatchObject([{ size: '3' }])
  const postings = (await data<{ kind: string; at: string }[]>(get('/trading/ledger?limit=100'))).toReversed()
  expect(postings.map(({ at }) => at)).toEqual(postings.map(({ at }) => at).toSorted())
  expect(postings.filter(({ kind }) => kind === 'funded')).toHaveLength(5)
  expect(await differences()).toEqual([])
})

it('pays a year of missed funding hours in parts, all before the next command, each once', async () => {
  await place(buy('a'))
  stage.setNow(stage.now() + 365 * 24 * HOUR_MS)
  stage.book()
  const paid = async () => Number((await data<{ funding_paid: string }>(get('/trading/account'))).funding_paid)
  // A part is 48 hours of 1 coin at 100 at the base rate. The real clock may have requested one more meanwhile.
  const parts = async () => {
    const count = (await paid()) / 0.06
    expect(count).toBeCloseTo(Math.round(count), 6)
    return Math.round(count)
  }
  const before = await parts()
  stage.book()
  const after = await parts()
  expect([before > 0, after > before, after < 365 / 2]).toEqual([true, true, true])
  expect(await place(buy('b'))).toMatchObject({ state: 'filled' })
  expect(await paid()).toBeCloseTo(10.95, 6)
  const [newest] = await data<{ kind: string }[]>(get('/trading/ledger'))
  expect(newest).toMatchObject({ kind: 'filled' })
  expect(await differences()).toEqual([])
})

it('applies the funding hours that passed in between, each once, and marks them inferred', async () => {
  await place(buy('a', { size: '2' }))
  await stage.stop()
  stage.setClock(stage.now() + 3 * HOUR_MS + 10 * SECOND_MS)
  await stage.restart()
  stage.book()
  const funded = async () => (await data<{ kind: string; at: string }[]>(get('/trading/ledger'))).filter(({ kind }) => kind === 'funded')
  expect((await funded()).map(({ at }) => at)).toEqual(['2026-01-15T15:00:00.000Z', '2026-01-15T14:00:00.000Z', '2026-01-15T13:00:00.000Z'])
  // 2 coins at the index of 100, at the base rate of 0.00125 % an hour.
  expect(await data(get('/trading/account'))).toMatchObject({ funding_paid: '0.0075' })
  await stage.restart()
  stage.book()
  expect(await funded()).toHaveLength(3)
  expect(await differences()).toEqual([])
})

it('still owes the funding of the hours before a cancel that arrived while no price was known', async () => {
  await place(buy('a'))
  const { id } = await place(buy('l', { type: 'limit', price: '90' }))
  await stage.stop()
  stage.silence()
  stage.setClock(stage.now() + 3 * HOUR_MS + 10 * SECOND_MS)
  await stage.restart()
  expect(await data(stage.call('DELETE', token, `/orders/${id}`))).toMatchObject({ state: 'canceled' })
  await stage.restart()
  for (const _ of [1, 2]) {
    stage.book()
    expect(await fundings()).toHaveLength(3)
    await stage.restart()
  }
  expect(await differences()).toEqual([])
})

/** 1 % above the index and very deep: a premium of one percent. */
const ABOVE: Book = { bids: [[101, 100]], asks: [[101.1, 100]] }

/** Repeats the book every ten seconds until `ms` later. */
const show = (ms: number): void => {
  for (const end = stage.now() + ms; stage.now() < end; ) {
    stage.setNow(Math.min(end, stage.now() + 10 * SECOND_MS))
    stage.tick(100)
    stage.book('SOL', ABOVE)
  }
}
const fundings = async () =>
  (await data<{ kind: string; at: string; funding: object | null }[]>(get('/trading/ledger?limit=100'))).flatMap(({ kind, funding }) =>
    kind === 'funded' ? [funding] : [],
  )

it('pays the hour interrupted by a restart at the premium of the whole hour, and marks it if that is unknown', async () => {
  await place(buy('a'))
  show(30 * MINUTE_MS)
  await stage.restart()
  show(29 * MINUTE_MS)
  await stage.stop()
  stage.setClock(stage.now() + 5 * MINUTE_MS)
  await stage.restart()
  stage.book('SOL', ABOVE)
  // An eighth of 0.01 + (0.0001 − 0.01, but at most −0.0005).
  expect(await fundings()).toEqual([{ rate: '0.0011875', price: '100', is_inferred: false }])
  await stage.stop()
  stage.setClock(stage.now() + 2 * HOUR_MS)
  await stage.restart()
  stage.book('SOL', ABOVE)
  expect(await fundings()).toEqual([
    { rate: '0.0000125', price: '100', is_inferred: true },
    { rate: '0.0011875', price: '100', is_inferred: true },
    { rate: '0.0011875', price: '100', is_inferred: false },
  ])
  expect(await differences()).toEqual([])
})

it('expires a GTD order at its market time, also in a silent market', async () => {
  const expires = new Date(stage.now() + 60_000).toISOString()
  const order = await place(buy('g', { type: 'limit', price: '99', time_in_force: 'gtd', expires_at: expires }))
  stage.setNow(stage.now() + 60_000)
  await vi.waitFor(async () => expect(await data(get(`/orders/${order.id}`))).toMatchObject({ state: 'expired' }))
})

it('leaves orders of another market source readable, and accepts no commands for them', async () => {
  const order = await place(buy('a', { type: 'limit', price: '99' }))
  await stage.stop()
  stage.setSource('sim:other')
  await stage.restart()
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({ state: 'open' })
  expect(await stage.call('DELETE', token, `/orders/${order.id}`)).toMatchObject({ status: 409, code: 'source_changed' })
  expect(await post(`/orders?account=${order.account}`, buy('b'))).toMatchObject({ status: 409, code: 'source_changed' })
  const fresh = await data<{ id: string }>(get('/trading/account'))
  expect(fresh).toMatchObject({ source: 'sim:other', cash: '10000' })
  expect(await data(get('/trading/accounts'))).toMatchObject([
    { id: fresh.id, is_present: true },
    { id: order.account, is_present: false, source: 'sim:test' },
  ])
})

it("refuses commands while the market’s clock is behind the account's, until it catches up or the account is reset", async () => {
  await place(buy('a'))
  const before = stage.now()
  await stage.stop()
  stage.setClock(before - HOUR_MS)
  await stage.restart()
  const behind = {
    status: 503,
    code: 'unavailable',
    detail: 'The market clock is behind the last entry of the account. Trading is possible again once it has caught up, or after a reset.',
  }
  expect(await post('/orders', buy('b'))).toMatchObject(behind)
  expect(await post('/positions/SOL/close', { client_id: 'b' })).toMatchObject(behind)
  expect(await post('/trading/flatten', {})).toMatchObject(behind)
  expect(await data(get('/positions'))).toMatchObject([{ size: '1' }])
  // An event up to a minute ahead is tolerated.
  stage.setNow(before - MINUTE_MS)
  stage.book()
  expect(await post('/orders', buy('b'))).toMatchObject({ status: 422, code: 'staleBookRejected' })
  stage.setNow(before)
  stage.book()
  expect(await place(buy('b2'))).toMatchObject({ state: 'filled' })
  stage.setNow(before - HOUR_MS)
  stage.book()
  expect(await post('/orders', buy('c'))).toMatchObject(behind)
  await data(post('/trading/account/reset', { deposit: '10000' }))
  expect(await place(buy('c'))).toMatchObject({ state: 'filled' })
  expect(await differences()).toEqual([])
})

it('writes nothing under a term taken by another process, and reopens once that process releases it', async () => {
  await place(buy('a', { type: 'limit', price: '99' }))
  const { db } = stage.accounts
  // Within the longest allowed hold: a longer one would count as free at the next look.
  await db.$client.query("update duties set holder = 'another', term = term + 1, until = now() + interval '9 seconds'")
  expect(await post('/orders', buy('b', { type: 'limit', price: '99' }))).toMatchObject({ status: 503, code: 'unavailable' })
  expect((await db.$client.query('select 1 from trading_orders')).rowCount).toBe(1)
  await db.$client.query("update duties set until = now() - interval '1 second'")
  await vi.waitFor(async () => expect((await post('/orders', buy('b', { type: 'limit', price: '99' }))).status).toBe(201))
  expect(await differences()).toEqual([])
})

/** As after the event loop was blocked for longer than the lease. */
function pauseLongerThanLease(): void {
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 6 * SECOND_MS)
  onTestFinished(() => clock.mockRestore())
}

it('answers the requests that waited during a pause longer than the lease, as no other process has taken over', async () => {
  await place(buy('a', { type: 'limit', price: '99' }))
  pauseLongerThanLease()
  const [account, order] = await Promise.all([get('/trading/account'), post('/orders', buy('b', { type: 'limit', price: '98' }))])
  expect([account.status, order.status]).toEqual([200, 201])
})

it('refuses the requests that waited during a pause in which another process has taken over', async () => {
  await place(buy('a', { type: 'limit', price: '99' }))
  const { db } = stage.accounts
  await db.$client.query("update duties set holder = 'another', term = term + 1, until = now() + interval '9 seconds'")
  pauseLongerThanLease()
  const [account, order] = await Promise.all([get('/trading/account'), post('/orders', buy('b', { type: 'limit', price: '98' }))])
  expect([account, order]).toMatchObject([
    { status: 503, code: 'unavailable' },
    { status: 503, code: 'unavailable' },
  ])
  expect((await db.$client.query('select 1 from trading_orders')).rowCount).toBe(1)
})

it('reloads an account when its decision could not be stored', async () => {
  const { db } = stage.accounts
  await place(buy('a', { type: 'limit', price: '99' }))
  await db.$client.query('alter table trading_events rename to hidden')
  expect(await post('/orders', buy('b', { type: 'limit', price: '98' }))).toMatchObject({ status: 503 })
  await db.$client.query('alter table hidden rename to trading_events')
  const order = await place(buy('b', { type: 'limit', price: '98' }))
  expect(order).toMatchObject({ state: 'open' })
  expect(await data(get('/orders?state=open'))).toMatchObject([{ client_id: 'b' }, { client_id: 'a' }])
  expect(await differences()).toEqual([])
})

it('keeps the events of an account permanently, and deletes them with its user', async () => {
  await place(buy('a'))
  const { db } = stage.accounts
  await expect(db.$client.query("update trading_events set kind = 'other'")).rejects.toThrow('final')
  await expect(db.$client.query('delete from trading_events')).rejects.toThrow('final')
  await db.$client.query('delete from users')
  expect((await db.$client.query('select 1 from trading_events')).rowCount).toBe(0)
})

it('detects differences between the events and the state derived from them', async () => {
  await place(buy('a', { size: '2' }))
  const { db } = stage.accounts
  await db.$client.query("update trading_balances set amount = amount + 1 where name = 'user:cash'")
  await db.$client.query('delete from trading_positions')
  const found = await differences()
  expect(found.map(({ what }) => what).sort()).toEqual(['balance user:cash', 'ledger', 'position SOL'])
})
