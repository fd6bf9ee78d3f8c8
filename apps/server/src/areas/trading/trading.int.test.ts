import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'

let stage: TradingStage
let token: string
beforeEach(async () => {
  stage = await tradingStage()
  token = (await stage.trader('ada@example.com')).token
})
afterEach(() => stage.close())

const get = (path: string, as = token) => stage.call('GET', as, path)
const post = (path: string, body: object, as = token) => stage.call('POST', as, path, body)
const buy = (clientId: string, more: object = {}) => ({
  client_id: clientId,
  symbol: 'SOL',
  side: 'buy',
  type: 'market',
  size: '1',
  ...more,
})
const limit = (clientId: string, price: string, more: object = {}) => buy(clientId, { type: 'limit', price, ...more })
const data = async <T>(answer: Promise<{ status: number; data: unknown }>): Promise<T> => {
  const got = await answer
  if (got.status >= 400) throw new Error(JSON.stringify(got))
  return got.data as T
}
const place = (body: object) => data<TradingOrder>(post('/orders', body))

it('opens an account of 10,000 USDC on the first call, and the same one on the next', async () => {
  const account = await data<Record<string, unknown>>(get('/trading/account'))
  expect(account).toMatchObject({
    kind: 'paper',
    source: 'sim:test',
    cash: '10000',
    equity: '10000',
    free_margin: '10000',
    seq: 1,
    closed_at: null,
  })
  expect(await data(get('/trading/account'))).toEqual(account)
  expect(await get('/trading/ledger')).toMatchObject({
    data: [
      {
        kind: 'deposited',
        lines: [
          { account: 'user:cash', amount: '10000' },
          { account: 'external:deposits', amount: '-10000' },
        ],
      },
    ],
    next: null,
  })
})

it('fills a market order against the displayed book once: position, fill with evidence, ledger, notices', async () => {
  const { status, data: order } = await post('/orders', buy('a', { size: '6' }))
  expect(status).toBe(201)
  // 5 at 100.1 and 1 at 100.2.
  expect(order).toMatchObject({ client_id: 'a', state: 'filled', filled: '6', average_price: '100.116666666666', reason: null })
  expect(await data(get('/positions'))).toMatchObject([{ symbol: 'SOL', size: '6', entry: '100.116666666666', mark: '100', leverage: 1 }])
  const [fill] = await data<Record<string, unknown>[]>(get('/fills'))
  expect(fill).toMatchObject({
    client_id: 'a',
    size: '6',
    fee: '0.270315',
    fee_rate: '0.00045',
    fee_schedule: 'hyperliquid-0',
    liquidity: 'taker',
    evidence: {
      levels: [
        ['100.1', '5'],
        ['100.2', '1'],
      ],
      venue_book: { seq: 0, at: new Date(stage.now()).toISOString() },
      is_inferred: false,
    },
  })
  const postings = await data<{ lines: { amount: string }[] }[]>(get('/trading/ledger'))
  expect(postings.length).toBe(2)
  const account = await data<{ seq: number }>(get('/trading/account'))
  expect(account).toMatchObject({ cash: '9999.729685', fees_paid: '0.270315', unrealised: '-0.7' })
  expect(stage.notified.map(({ notice }) => notice.kind).slice(-4)).toEqual(['order', 'fill', 'position', 'account'])
  expect(stage.notified.at(-1)?.notice).toMatchObject({ seq: account.seq, data: { cash: '9999.729685' } })
  // Each batch carries its first seq, so that a missed batch is detected.
  const batches = stage.notified.flatMap(({ notice }) => (notice.kind === 'account' ? [[notice.first_seq, notice.seq]] : []))
  expect(batches).toEqual([
    [1, 1],
    [2, account.seq],
  ])
})

it('returns the same order for the same client id and body, and 409 for another body', async () => {
  const first = await post('/orders', buy('a'))
  const again = await post('/orders', buy('a'))
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.data).toEqual(first.data)
  expect(await post('/orders', buy('a', { size: '2' }))).toMatchObject({ status: 409, code: 'client_id_used' })
  const { client_id, ...rest } = buy('a')
  expect((await post('/orders', { ...rest, client_id })).status).toBe(200)
  expect(await data<unknown[]>(get('/orders'))).toHaveLength(1)
  expect(await post('/positions/SOL/close', { client_id: 'a' })).toMatchObject({ status: 409, code: 'client_id_used' })
})

it('trades once when two windows send the same order at once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('/orders', buy('both'))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 9 }, () => 200), 201])
  expect(await data(get('/positions'))).toMatchObject([{ size: '1' }])
})

it.each([
  ['tickRejected', limit('x', '99.95')],
  ['tickRejected', buy('x', { size: '0.001' })],
  ['tickRejected', buy('x', { size: '-1' })],
  ['minTradeNtlRejected', buy('x', { size: '0' })],
  ['minTradeNtlRejected', limit('x', '99', { size: '0.01' })],
  ['perpMarginRejected', limit('x', '99', { size: '1000' })],
  ['reduceOnlyRejected', buy('x', { reduce_only: true })],
  ['badAloPxRejected', limit('x', '101', { post_only: true })],
  ['iocCancelRejected', limit('x', '99', { time_in_force: 'ioc' })],
  ['iocCancelRejected', limit('x', '101', { time_in_force: 'fok', size: '16' })],
  ['badTriggerPxRejected', buy('x', { type: 'stop', trigger: '90' })],
  ['oracleRejected', limit('x', '1000')],
  ['perpMaxPositionRejected', buy('x', { leverage: 21 })],
])('refuses with %s, stores the refusal, and repeats it', async (code, body) => {
  expect(await post('/orders', body)).toMatchObject({ status: 422, code, order: { client_id: 'x', state: 'rejected', reason: code } })
  expect(await post('/orders', body)).toMatchObject({ status: 422, code })
  expect(await get('/orders?state=done')).toMatchObject({ data: [{ client_id: 'x', state: 'rejected', reason: code }] })
  expect(await data(get('/trading/account'))).toMatchObject({ cash: '10000' })
})

it.each([
  ['size', buy('x', { size: '1e400' })],
  ['size', buy('x', { size: 'NaN' })],
  ['size', buy('x', { size: 1 })],
  ['price', buy('x', { type: 'limit' })],
  ['symbol', buy('x', { symbol: 'NOPE' })],
  ['client_id', buy('x:1')],
  ['expires_at', limit('x', '99', { time_in_force: 'gtd' })],
])('returns 400 for a wrong %s', async (field, body) => {
  const answer = await post('/orders', body)
  expect(answer).toMatchObject({ status: 400, code: 'bad_input' })
  expect(Object.keys(answer.errors ?? {})).toEqual([field])
})

it('shows an order only to its owner, and lets nobody else change it', async () => {
  const other = (await stage.trader('eve@example.com')).token
  const { id, account } = await place(limit('mine', '99'))
  expect((await get(`/orders/${id}`)).status).toBe(200)
  for (const [method, path] of [
    ['GET', `/orders/${id}`],
    ['DELETE', `/orders/${id}`],
    ['GET', `/fills?account=${account}`],
  ] as const)
    expect(await stage.call(method, other, path)).toMatchObject({ status: 404 })
  expect(await stage.call('PATCH', other, `/orders/${id}`, { price: '98' })).toMatchObject({ status: 404 })
  expect(await post(`/orders?account=${account}`, buy('x'), other)).toMatchObject({ status: 404 })
  expect(await data(get('/orders?state=open'))).toMatchObject([{ id, price: '99' }])
  expect(await stage.call('GET', 'a.b.c', '/trading/account')).toMatchObject({ status: 401 })
})

it('rests behind the displayed size, fills from trades, and can be modified and canceled', async () => {
  const order = await place(limit('q', '99.9', { size: '2' }))
  expect(order).toMatchObject({
    state: 'open',
    queue_ahead: '5',
    queue_ahead_likely: '5',
    queue_traded: '0',
    queue_wait_ms: null,
    is_queue_reset: false,
  })
  stage.trade(99.9, 3, 'sell')
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({
    queue_ahead: '2',
    queue_ahead_likely: '2',
    queue_traded: '3',
    filled: '0',
  })
  expect(await data(stage.call('PATCH', token, `/orders/${order.id}`, { size: '1' }))).toMatchObject({ size: '1', queue_ahead: '2' })
  stage.trade(99.9, 2.4, 'sell')
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({ state: 'partiallyFilled', filled: '0.4' })
  expect(await data(get('/fills'))).toMatchObject([{ liquidity: 'maker', price: '99.9', evidence: { trade: '2.4', ahead: '2' } }])
  expect(await data(stage.call('DELETE', token, `/orders/${order.id}`))).toMatchObject({ state: 'canceled' })
  expect(await stage.call('DELETE', token, `/orders/${order.id}`)).toMatchObject({
    status: 422,
    code: 'alreadyCanceled',
    order: { state: 'canceled' },
  })
  expect(await stage.call('PATCH', token, `/orders/${order.id}`, { price: '99' })).toMatchObject({ status: 422, code: 'alreadyCanceled' })
  const filled = await place(buy('f'))
  expect(await stage.call('DELETE', token, `/orders/${filled.id}`)).toMatchObject({ status: 422, code: 'alreadyFilled' })
})

it('applies a concurrent cancel and fill once: the order is one or the other, and the position agrees', async () => {
  const states: string[] = []
  for (let round = 0; round < 8; round += 1) {
    const order = await place(limit(`race${round}`, '99.9', { size: '1' }))
    const cancel = stage.call('DELETE', token, `/orders/${order.id}`)
    for (let turns = 0; turns < round; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    stage.trade(99.8, 1, 'sell')
    const { status, code } = await cancel
    const after = await data<TradingOrder>(get(`/orders/${order.id}`))
    states.push(after.state)
    expect([after.state, status, code, after.filled]).toEqual(
      after.state === 'filled' ? ['filled', 422, 'alreadyFilled', '1'] : ['canceled', 200, undefined, '0'],
    )
    stage.book()
  }
  const filled = states.filter((state) => state === 'filled').length
  expect(filled).toBeGreaterThan(0)
  expect(await data(get('/positions'))).toMatchObject([{ size: String(filled) }])
})

it('changes the leverage with open orders only as far as their margin allows, and never their margin mode', async () => {
  await place(limit('l', '99', { size: '300', leverage: 10 }))
  const setting = (leverage: unknown, margin?: string) => post('/positions/SOL/leverage', { leverage, ...(margin && { margin }) })
  // 29,700 of notional: 2,970 of margin at 10, 9,900 at 3, 14,850 at 2.
  expect(await setting(2)).toMatchObject({ status: 422, code: 'perpMarginRejected' })
  expect(await setting(10, 'isolated')).toMatchObject({ status: 422, code: 'perpMarginRejected' })
  expect(await setting(21)).toMatchObject({ status: 422, code: 'perpMaxPositionRejected' })
  expect(await data(setting(3))).toMatchObject({ leverage: 3, mode: 'cross' })
  for (const leverage of [0, -1, 1.5, 'NaN']) expect((await setting(leverage)).status).toBe(400)
  expect(await data(get('/orders?state=open'))).toMatchObject([{ client_id: 'l', state: 'open' }])
  expect(await data<{ free_margin: string }>(get('/trading/account'))).toMatchObject({ cash: '10000' })
})

it('refuses a modify that would make a post-only order take, and leaves the order unchanged', async () => {
  const order = await place(limit('p', '99.9', { post_only: true }))
  expect(await stage.call('PATCH', token, `/orders/${order.id}`, { price: '100.1' })).toMatchObject({
    status: 422,
    code: 'badAloPxRejected',
  })
  expect(await data(get(`/orders/${order.id}`))).toMatchObject({ price: '99.9', state: 'open', queue_ahead: '5' })
})

it('cancels all orders of a symbol including stops, and then all orders', async () => {
  await place(limit('s1', '99'))
  await place(buy('s2', { type: 'stop', trigger: '110' }))
  await place({ ...limit('e1', '99'), symbol: 'ETH' })
  expect(await data(stage.call('DELETE', token, '/orders?symbol=SOL'))).toMatchObject({
    canceled: [{ client_id: 's1' }, { client_id: 's2' }],
  })
  expect(await data(get('/orders?state=open'))).toMatchObject([{ client_id: 'e1' }])
  await data(stage.call('DELETE', token, '/orders'))
  expect(await data(get('/orders?state=open'))).toEqual([])
})

it('marks a position whose stop the book could not fill, and arms the stop again once', async () => {
  await place(buy('e', { size: '5', stop_loss: { trigger: '95' } }))
  expect(await data(get('/positions'))).toMatchObject([{ size: '5', unprotected: null }])
  stage.book('SOL', { bids: [[94, 2]], asks: [[94.1, 2]] })
  stage.tick(94)
  stage.stage().trading.active().broker.passTime()
  const stops = await data<TradingOrder[]>(get('/orders?state=done&symbol=SOL'))
  const stop = stops.find(({ client_id }) => client_id === 'e:sl')
  expect(stop).toMatchObject({ state: 'canceled', filled: '2', reason: 'marketOrderNoLiquidityRejected' })
  const unprotected = { size: '3', trigger: '95', order: stop?.id }
  expect(await data(get('/positions'))).toMatchObject([{ size: '3', unprotected }])
  expect(stage.notified.flatMap(({ notice }) => (notice.kind === 'position' ? [notice.data] : [])).at(-1)).toMatchObject({
    position: { size: '3', unprotected },
  })
  expect(stage.reported.map(({ news }) => news)).toMatchObject([
    { kind: 'stop_hit', symbol: 'SOL', text: 'SOL stop hit: sold 2 at 94.00, result −12.28 USDC after the fee', trip: expect.any(String) },
    {
      kind: 'unprotected',
      title: 'Unprotected 3 SOL',
      text: 'Unprotected 3 SOL: the stop at 95.00 was triggered, but the book could not fill it. Re-arm it on Trade',
    },
  ])
  await stage.restart()
  expect(await data(get('/positions'))).toMatchObject([{ size: '3', unprotected }])

  stage.book('SOL', { bids: [], asks: [[94.1, 2]] })
  const again = { client_id: 'again' }
  const [first, second] = await Promise.all([post('/positions/SOL/rearm', again), post('/positions/SOL/rearm', again)])
  expect(first).toMatchObject({ status: 200, data: { orders: [{ client_id: 'again', type: 'stop', trigger: '95', size: '3' }] } })
  expect(second.data).toMatchObject({ orders: [{ client_id: 'again' }] })
  expect(await data(get('/positions'))).toMatchObject([{ size: '3', unprotected: null }])
  expect(await data(get('/orders?state=open'))).toMatchObject([{ client_id: 'again', reduce_only: true, state: 'untriggered' }])
  expect(await post('/positions/SOL/rearm', { client_id: 'more' })).toMatchObject({ status: 422, code: 'alreadyProtected' })
  stage.book('SOL', { bids: [[93, 9]], asks: [[94.1, 2]] })
  stage.tick(93)
  await vi.waitFor(async () => expect(await data(get('/positions'))).toEqual([]))
})

it('reports a liquidation with its trip until it is listed, even if the process ends in between', async () => {
  await place(buy('a', { size: '15', leverage: 20, margin: 'isolated' }))
  stage.book('SOL', { bids: [[96, 50]], asks: [[96.1, 50]] })
  stage.tick(96)
  await vi.waitFor(async () => expect(await data(get('/positions'))).toEqual([]))
  const [trip] = await data<{ id: string }[]>(get('/journal/trips'))
  const [first] = stage.reported
  expect(first).toMatchObject({ news: { kind: 'liquidated', symbol: 'SOL', title: 'SOL position liquidated', trip: trip?.id } })
  await stage.restart()
  await vi.waitFor(() => expect(stage.reported).toHaveLength(2))
  const [, second] = stage.reported
  expect([second?.userId, second?.news]).toEqual([first?.userId, first?.news])

  second?.onKept()
  const count = async () => (await stage.accounts.db.execute(sql`select 1 from trading_news`)).rows.length
  await vi.waitFor(async () => expect(await count()).toBe(0))
  await stage.restart()
  await stage.stop()
  expect(stage.reported).toHaveLength(2)
})

it('closes partially, reverses, moves margin and sets leverage', async () => {
  expect(await post('/positions/SOL/close', { client_id: 'c0' })).toMatchObject({ status: 422, code: 'noPosition' })
  expect(await data(post('/positions/SOL/leverage', { leverage: 5, margin: 'isolated' }))).toMatchObject({ leverage: 5, mode: 'isolated' })
  await place(buy('o', { size: '4' }))
  expect(await data(get('/positions'))).toMatchObject([{ mode: 'isolated', leverage: 5, margin: '80.08' }])
  expect(await data(post('/positions/SOL/margin', { amount: '20' }))).toMatchObject({ position: { margin: '100.08' } })
  expect(await post('/positions/SOL/margin', { amount: '-90' })).toMatchObject({ status: 422, code: 'perpMarginRejected' })
  expect(await post('/positions/SOL/leverage', { leverage: 50 })).toMatchObject({ status: 422, code: 'perpMaxPositionRejected' })
  const closing = { client_id: 'c1', fraction: '0.25' }
  expect(await data(post('/positions/SOL/close', closing))).toMatchObject({
    orders: [{ client_id: 'c1', state: 'filled', size: '1' }],
    position: { size: '3' },
  })
  await data(post('/positions/SOL/close', closing))
  expect(await data(get('/positions'))).toMatchObject([{ size: '3' }])
  stage.book()
  expect(await data(post('/positions/SOL/reverse', { client_id: 'r' }))).toMatchObject({
    orders: [
      { client_id: 'r', state: 'filled' },
      { client_id: 'r:open', state: 'filled' },
    ],
    position: { size: '-3' },
  })
  for (const fraction of ['0', '-1', '1.01']) expect((await post('/positions/SOL/close', { client_id: 'z', fraction })).status).toBe(400)
})

it('flattens: cancels all, closes positions with a fresh book, and reports what waits', async () => {
  await place(buy('a', { size: '2' }))
  await place({ ...buy('b', { size: '1' }), symbol: 'ETH' })
  await place(limit('c', '99'))
  stage.setNow(stage.now() + 6_000)
  stage.book('SOL')
  const done = await data(post('/trading/flatten', {}))
  expect(done).toMatchObject({
    canceled: [{ client_id: 'c', state: 'canceled' }],
    closing: [{ symbol: 'SOL', state: 'filled' }],
    waiting: [{ symbol: 'ETH', reason: 'staleBookRejected' }],
  })
  expect(await data(get('/positions'))).toMatchObject([{ symbol: 'ETH' }])
})

const ROWS = z.array(z.object({ client_id: z.nullish(z.string()) }))

it('pages through orders, fills and the ledger without gaps or duplicates', async () => {
  for (let index = 0; index < 7; index += 1) await place(buy(`n${index}`))
  for (const list of ['orders', 'fills', 'trading/ledger']) {
    const seen: string[] = []
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
      const page: Awaited<ReturnType<typeof get>> = await get(`/${list}?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...z.parse(ROWS, page.data).map(({ client_id }) => client_id ?? 'deposit'))
      cursor = page.next
    }
    expect(seen).toEqual(['n6', 'n5', 'n4', 'n3', 'n2', 'n1', 'n0', ...(list === 'trading/ledger' ? ['deposit'] : [])])
  }
  expect(await get('/orders?cursor=x')).toMatchObject({ status: 400, code: 'bad_input' })
  expect(await get('/orders?limit=0')).toMatchObject({ status: 400 })
})

it('closes an account on reset, opens a new one, and keeps the old one readable', async () => {
  const order = await place(limit('old', '99'))
  const opened = await data<{ id: string }>(post('/trading/account/reset', { deposit: '500' }))
  expect(opened).toMatchObject({ deposit: '500', cash: '500' })
  expect(opened.id).not.toBe(order.account)
  expect(await data(get('/trading/accounts'))).toMatchObject([
    { id: opened.id, is_present: true },
    { id: order.account, is_present: false },
  ])
  expect(await data(get(`/orders?account=${order.account}`))).toMatchObject([{ client_id: 'old', state: 'open' }])
  expect(await stage.call('DELETE', token, `/orders/${order.id}`)).toMatchObject({ status: 409, code: 'account_closed' })
  expect(await post(`/orders?account=${order.account}`, buy('x'))).toMatchObject({ status: 409, code: 'account_closed' })
  expect((await place(buy('old'))).account).toBe(opened.id)
  for (const deposit of ['0', '-5', '9.99', '1000000001']) expect((await post('/trading/account/reset', { deposit })).status).toBe(400)
})

it('shows mark, index and the funding so far of a market that nobody trades yet, and refuses an unknown one', async () => {
  // The first book shows less than the 6,000 USDC that a premium is measured with.
  expect(await data(get('/trading/instruments/SOL/market'))).toMatchObject({ symbol: 'SOL', mark: '100', funding: null, is_stale: false })
  stage.book('SOL', { bids: [[99.9, 500]], asks: [[100.1, 500]] })
  const { funding } = await data<{ funding: { rate: string; at: string } }>(get('/trading/instruments/SOL/market'))
  // The premium is 0 within the spread: 0.01 % in eight hours.
  expect([funding.rate, new Date(funding.at).getUTCMinutes()]).toEqual(['0.0000125', 0])
  expect(await get('/trading/instruments/NONE/market')).toMatchObject({ status: 400, code: 'bad_input' })
})

it('lists the tradable symbols, with their tiers and the source of their book', async () => {
  const [first] = await data<object[]>(get('/trading/instruments'))
  expect(first).toEqual({
    symbol: 'SOL',
    tick: '0.1',
    lot: '0.01',
    min_notional: '10',
    max_leverage: 20,
    tiers: [
      { from: '0', rate: '0.025' },
      { from: '70000000', rate: '0.05' },
    ],
    taker_fee: '0.00045',
    maker_fee: '0.00015',
    book: 'simulated',
    mark: null,
    funding: null,
    is_stale: null,
  })
})

it('refuses orders that need the book after five seconds of silence, lets a limit rest, and holds stops', async () => {
  await place(buy('a'))
  const stop = await place(buy('s', { side: 'sell', type: 'stop', trigger: '95', trigger_by: 'last', reduce_only: true }))
  stage.setNow(stage.now() + 5_001)
  expect(await post('/orders', buy('b'))).toMatchObject({ status: 422, code: 'staleBookRejected' })
  expect(await post('/orders', limit('c', '101'))).toMatchObject({ status: 422, code: 'staleBookRejected' })
  expect((await post('/orders', limit('d', '99'))).status).toBe(201)
  expect(await data(post('/orders/preview', buy('e')))).toMatchObject({ refusal: 'staleBookRejected', warnings: ['BOOK_STALE'] })
  await vi.waitFor(async () => expect(await data(get(`/orders/${stop.id}`))).toMatchObject({ is_held: true, state: 'untriggered' }))
  // The first event after the hold triggers it, and it fills against the book at that time.
  stage.book('SOL', { bids: [[94, 5]], asks: [[94.2, 5]] })
  stage.trade(94.2, 1, 'buy')
  expect(await data(get(`/orders/${stop.id}`))).toMatchObject({ is_held: false, state: 'filled', average_price: '94' })
})

it('refuses all orders that need a price while a market has never sent data', async () => {
  stage.silence()
  expect(await post('/orders', buy('a'))).toMatchObject({ status: 422, code: 'staleBookRejected' })
  expect(await data(get('/orders'))).toMatchObject([{ client_id: 'a', state: 'rejected' }])
})
