import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'
import { rebuildAll } from './accounts/rebuild.ts'

let stage: TradingStage
let token: string
beforeEach(async () => {
  stage = await tradingStage({ liquidationBps: 100 })
  token = (await stage.trader('ada@example.com')).token
})
afterEach(() => stage.close())

const get = (path: string) => stage.call('GET', token, path)
const post = (path: string, body: object) => stage.call('POST', token, path, body)
const patch = (id: string, body: object) => stage.call('PATCH', token, `/orders/${id}`, body)
const cancel = (id: string) => stage.call('DELETE', token, `/orders/${id}`)
const buy = (clientId: string, more: object = {}) => ({
  client_id: clientId,
  symbol: 'SOL',
  side: 'buy',
  type: 'market',
  size: '1',
  ...more,
})
const limit = (clientId: string, price: unknown, more: object = {}) => buy(clientId, { type: 'limit', price, ...more })
const data = async <T>(answer: Promise<{ status: number; data: unknown }>): Promise<T> => {
  const got = await answer
  if (got.status >= 400) throw new Error(JSON.stringify(got))
  return got.data as T
}
const byName = (a: string, b: string) => a.localeCompare(b)
const place = (body: object) => data<TradingOrder>(post('/orders', body))
const differences = async () => (await rebuildAll(stage.accounts.db)).differences

it('takes no more than the book displays: the rest of a market order ends, of a limit it rests, nothing fills twice', async () => {
  expect(await place(buy('m', { size: '16' }))).toMatchObject({
    state: 'canceled',
    reason: 'marketOrderNoLiquidityRejected',
    filled: '15',
  })
  expect(await place(limit('l', '100.2', { size: '2' }))).toMatchObject({ state: 'open', filled: '0' })
  stage.book('SOL', { bids: [[99.9, 5]], asks: [[100.1, 1.5]] })
  expect(await data<TradingOrder[]>(get('/orders?state=open'))).toMatchObject([{ client_id: 'l', filled: '1.5', state: 'partiallyFilled' }])
  expect(await data(get('/positions'))).toMatchObject([{ size: '16.5' }])
  expect(await differences()).toEqual([])
})

it.each([
  ['price', limit('x', 'NaN')],
  ['price', limit('x', '1e400')],
  ['price', limit('x', Number.POSITIVE_INFINITY)],
  ['trigger', buy('x', { type: 'stop', trigger: 'Infinity' })],
  ['leverage', buy('x', { leverage: 0 })],
  ['leverage', buy('x', { leverage: -3 })],
])('returns 400 for a %s that is not a valid number', async (field, body) => {
  const answer = await post('/orders', body)
  expect(answer).toMatchObject({ status: 400, code: 'bad_input' })
  expect(Object.keys(answer.errors ?? {})).toEqual([field])
  expect(await data(get('/orders'))).toEqual([])
})

it.each([limit('x', '0'), limit('x', '-99'), limit('x', '99.95'), buy('x', { type: 'stop', trigger: '0' })])(
  'refuses a price or trigger of 0, below 0 or off tick: %o',
  async (body) => {
    expect(await post('/orders', body)).toMatchObject({ status: 422, order: { state: 'rejected', filled: '0' } })
    expect(await data(get('/orders?state=open'))).toEqual([])
  },
)

it('refuses to modify to a price off tick or a size off lot, and leaves the order unchanged', async () => {
  const { id } = await place(limit('a', '99.9', { size: '2' }))
  for (const body of [{ price: '99.95' }, { size: '1.001' }, { size: '0' }, { size: '-1' }, { price: '0' }])
    expect((await patch(id, body)).status).toBe(422)
  for (const body of [{ size: 'NaN' }, { price: '1e400' }, { size: 1 }]) expect(await patch(id, body)).toMatchObject({ status: 400 })
  expect(await data(get(`/orders/${id}`))).toMatchObject({ price: '99.9', size: '2', state: 'open', queue_ahead: '5' })
})

it('lets two windows close one position at once: the result is flat, never short', async () => {
  await place(buy('o', { size: '3' }))
  stage.book()
  const answers = await Promise.all(['w1', 'w2', 'w3'].map((client_id) => post('/positions/SOL/close', { client_id })))
  expect(answers.map(({ status, code }) => `${code ?? status}`).toSorted(byName)).toEqual(['200', 'noPosition', 'noPosition'])
  expect(await data(get('/positions'))).toEqual([])
  expect(await data<unknown[]>(get('/fills'))).toHaveLength(2)
  expect(await differences()).toEqual([])
})

it('lets two windows cancel, and two flatten, at once: each order ends once', async () => {
  const { id } = await place(limit('a', '99'))
  const cancels = await Promise.all([cancel(id), cancel(id), cancel(id)])
  expect(cancels.map(({ status, code }) => `${code ?? status}`).toSorted(byName)).toEqual(['200', 'alreadyCanceled', 'alreadyCanceled'])
  await place(buy('o', { size: '2' }))
  await place(limit('b', '99'))
  stage.book()
  const flat = await Promise.all([post('/trading/flatten', {}), post('/trading/flatten', {})])
  expect(flat.map(({ status }) => status)).toEqual([200, 200])
  const ended = flat.map(({ data: done }: { data: { canceled: unknown[]; closing: unknown[] } }) => [
    done.canceled.length,
    done.closing.length,
  ])
  expect(ended).toHaveLength(2)
  expect(ended).toEqual(
    expect.arrayContaining([
      [0, 0],
      [1, 1],
    ]),
  )
  expect(await data(get('/positions'))).toEqual([])
  expect(await differences()).toEqual([])
})

it('fills a modify that crosses the book as a new order would, once, and refuses it while the book is stale', async () => {
  const { id } = await place(limit('a', '99', { size: '6' }))
  stage.setNow(stage.now() + 5_001)
  expect(await patch(id, { price: '100.1' })).toMatchObject({ status: 422, code: 'staleBookRejected' })
  expect(await data(get(`/orders/${id}`))).toMatchObject({ price: '99', filled: '0', state: 'open' })
  stage.book()
  expect(await data(patch(id, { price: '100.1' }))).toMatchObject({ price: '100.1', filled: '5', state: 'partiallyFilled' })
  expect(await data(patch(id, { price: '100.1', size: '6' }))).toMatchObject({ filled: '5', state: 'partiallyFilled' })
  expect(await data(get('/positions'))).toMatchObject([{ size: '5' }])
  expect(await differences()).toEqual([])
})

it('applies a concurrent modify and fill once: filled at the old price, or resting at the new one', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await place(limit(`race${round}`, '99.9'))
    const moved = patch(id, { price: '99' })
    for (let turns = 0; turns < round; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    stage.trade(99.8, 1, 'sell')
    const { status, code } = await moved
    const after = await data<TradingOrder>(get(`/orders/${id}`))
    expect([after.state, after.price, after.filled, status, code]).toEqual(
      after.state === 'filled' ? ['filled', '99.9', '1', 422, 'alreadyFilled'] : ['open', '99', '0', 200, undefined],
    )
    await cancel(id)
    stage.book()
  }
  expect(await differences()).toEqual([])
})

it('only cancels while the feed is dead: keeps positions, and closes, reverses and opens nothing', async () => {
  await place(buy('o', { size: '2' }))
  const { id } = await place(limit('rest', '99'))
  stage.setNow(stage.now() + 3_600_000 - 1)
  for (const [path, body] of [
    ['/positions/SOL/close', { client_id: 'c' }],
    ['/positions/SOL/reverse', { client_id: 'r' }],
    ['/orders', buy('b')],
    ['/orders', limit('t', '100.1')],
  ] as const)
    expect(await post(path, body)).toMatchObject({ status: 422, code: 'staleBookRejected' })
  expect(await data(cancel(id))).toMatchObject({ state: 'canceled' })
  expect(await data(get('/positions'))).toMatchObject([{ size: '2' }])
  expect(await differences()).toEqual([])
})

it("liquidates an isolated position in parts at the cost of its own margin only, with the operator's fee", async () => {
  await data(post('/positions/SOL/leverage', { leverage: 20, margin: 'isolated' }))
  await place(buy('o', { size: '10' }))
  const { cash } = await data<{ cash: string }>(get('/trading/account'))
  // The mark is a mean over some seconds: it exists by the second book, which takes 4; the third takes the rest.
  for (const shown of [0.01, 4, 7]) {
    stage.setNow(stage.now() + 60_000)
    stage.tick(80)
    stage.book('SOL', { bids: [[80, shown]], asks: [[80.2, 5]] })
  }
  expect(await data(get('/positions'))).toEqual([])
  expect(await data(get('/trading/account'))).toMatchObject({ cash })
  const fills = await data<{ side: string; size: string; fee: string }[]>(get('/fills'))
  // Newest first: 0.045 % and 1 % of 480 and of 320.
  expect(fills.filter(({ side }) => side === 'sell').map(({ size, fee }) => [size, fee])).toEqual([
    ['6', '5.016'],
    ['4', '3.344'],
  ])
  expect(await differences()).toEqual([])
})
