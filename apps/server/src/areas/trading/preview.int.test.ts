import type { OrderPreview } from '@aerie/wire/trading/trading-orders'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'

let stage: TradingStage
let token: string
beforeEach(async () => {
  stage = await tradingStage()
  token = (await stage.trader('ada@example.com')).token
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
const limit = (clientId: string, price: string, more: object = {}) => buy(clientId, { type: 'limit', price, ...more })
const data = async <T>(answer: Promise<{ status: number; data: unknown }>): Promise<T> => {
  const got = await answer
  if (got.status >= 400) throw new Error(JSON.stringify(got))
  return got.data as T
}

it('previews an order without booking anything', async () => {
  const preview = await data(post('/orders/preview', buy('p', { size: '6', leverage: 10 })))
  expect(preview).toMatchObject({
    before: { equity: '10000', size: '0', liquidation_price: null },
    after: { size: '6', margin_used: '60' },
    average_price: '100.116666666666',
    fills: '6',
    fee: '0.270315',
    slippage: '0.00116666666666',
    // The sixth coin costs 0.1 more than the five before it: 0.1 of 600.6.
    impact: { fraction: '0.000166500166500167', usdc: '0.1' },
    refusal: null,
    warnings: [],
  })
  expect(await data(post('/orders/preview', limit('p', '99.9', { size: '2' })))).toMatchObject({
    fills: '0',
    rests: '2',
    queue_ahead: '5',
    average_price: null,
    impact: null,
  })
  expect(await data(post('/orders/preview', buy('p', { size: '40', leverage: 10 })))).toMatchObject({
    fills: '15',
    warnings: ['NOT_ENOUGH_LIQUIDITY'],
  })
  expect(await data(post('/orders/preview', limit('p', '99', { size: '1000' })))).toMatchObject({ refusal: 'perpMarginRejected' })
  expect(await data(get('/orders'))).toEqual([])
  expect(await data(get('/trading/account'))).toMatchObject({ seq: 1 })
})

it('previews the liquidation price of an entry: now, and once all of it has filled at its own price', async () => {
  const preview = (body: object) => data<OrderPreview>(post('/orders/preview', body))
  const isolated = { leverage: 20, margin: 'isolated' }
  // entry·(1 − 1/20) = p·(1 − 1/40): what an isolated margin of 1/20 can lose, less the maintenance margin.
  const long = (entry: number) => (entry * (1 - 1 / 20)) / (1 - 1 / 40)
  const short = (entry: number) => (entry * (1 + 1 / 20)) / (1 + 1 / 40)
  const taken = await preview(buy('p', { size: '5', ...isolated }))
  expect(taken).toMatchObject({ before: { liquidation_price: null }, liquidation_price: taken.after.liquidation_price })
  expect(Number(taken.liquidation_price)).toBeCloseTo(long(100.1), 4)
  const waits = [
    limit('p', '99', { size: '2', ...isolated }),
    buy('p', { type: 'stop', trigger: '99', side: 'sell', size: '2', ...isolated }),
    buy('p', { type: 'scale', price: '99', to_price: '98', legs: 2, size: '2', ...isolated }),
  ]
  const found = []
  for (const body of waits) {
    const { after, liquidation_price } = await preview(body)
    expect(after).toMatchObject({ size: '0', liquidation_price: null })
    found.push(Number(liquidation_price))
  }
  expect(found).toEqual([expect.closeTo(long(99), 3), expect.closeTo(short(99), 3), expect.closeTo(long(98.5), 3)])
  expect((await preview(limit('p', '99', { size: '1000000' }))).liquidation_price).toBeNull()
})

it('warns of a stop beyond the liquidation price, of a reversal of the position, and of an own order in the way', async () => {
  const warnings = async (body: object) => (await data<OrderPreview>(post('/orders/preview', body))).warnings
  const stopped = (trigger: string) => buy('p', { leverage: 20, margin: 'isolated', stop_loss: { trigger } })
  expect([await warnings(stopped('99')), await warnings(stopped('97'))]).toEqual([[], ['STOP_LOSS_TRIGGER_NEAR_LIQUIDATION']])
  await data(post('/orders', buy('held', { size: '2' })))
  const sell = (size: string, more: object = {}) => buy('p', { side: 'sell', size, ...more })
  expect([await warnings(sell('2')), await warnings(sell('3')), await warnings(sell('3', { reduce_only: true }))]).toEqual([
    [],
    ['ORDER_WOULD_FLIP_POSITION'],
    [],
  ])
  await data(post('/orders', limit('own', '100', { side: 'sell' })))
  expect(await warnings(buy('p'))).toEqual(['ORDER_CROSSES_OWN_ORDER'])
})
