import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBinance } from './binance/binance-messages.ts'
import { readCoinbase } from './coinbase/coinbase-messages.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

it('never throws on any text a socket may bring', () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((data) => `{"stream":"x","data":${data}}`),
    fc
      .record({
        type: fc.constantFrom('match', 'ticker', 'l2update', '__proto__'),
        e: fc.constantFrom('kline', 'depthUpdate'),
        s: fc.string(),
      })
      .map((one) => JSON.stringify(one)),
  )
  fc.assert(
    fc.property(text, (some) => {
      expect(readBinance(some, () => true).messages).toBeInstanceOf(Array)
      expect(readCoinbase(some).kind).toBeTypeOf('string')
    }),
  )
})

const aggregate = (q: string) =>
  JSON.stringify({
    stream: 'pepeusdt@aggTrade',
    data: { e: 'aggTrade', E: T0, s: 'PEPEUSDT', a: 7, p: '0.00001234', q, f: 1, l: 9, T: T0, m: true },
  })

it.each(['4123456789.00', '999999999999', '0.00000001'])('parses a trade of %s coins: sizes have their own limit', (q) => {
  expect(readBinance(aggregate(q), () => true).messages).toMatchObject([{ kind: 'trade', trade: { a: 7, p: 0.00001234, q: Number(q) } }])
  const match = {
    type: 'match',
    trade_id: 7,
    price: '0.00001234',
    size: q,
    product_id: 'PEPE-USD',
    side: 'buy',
    time: new Date(T0).toISOString(),
  }
  expect(readCoinbase(JSON.stringify(match))).toMatchObject({ kind: 'trade', trade: { size: Number(q) } })
})

it.each(['-1', '1e19', 'many', ''])('rejects a trade of %j coins', (q) => {
  expect(readBinance(aggregate(q), () => true).messages).toEqual([{ kind: 'malformed', what: 'trade' }])
})

it.each([
  ['a price that is no number', ['x', '1']],
  ['a price of nothing', ['0', '1']],
  ['a size below nothing', ['1', '-1']],
  ['a size that no coin has', ['1', '1e19']],
  ['no size', ['1']],
  ['an object', { price: '1', size: '1' }],
])('rejects a book with a level of %s', (_what, row) => {
  const levels = [['2', '1'], row]
  const depth = { e: 'depthUpdate', E: T0, s: 'BTCUSDT', U: 1, u: 2, b: levels, a: [] }
  expect(readBinance(JSON.stringify({ stream: 'x', data: depth }), () => true).messages).toEqual([
    { kind: 'malformed', what: 'book update' },
  ])
  expect(readCoinbase(JSON.stringify({ type: 'snapshot', product_id: 'BTC-USD', bids: levels, asks: [] }))).toEqual({
    kind: 'malformed',
    what: 'book',
  })
  const changes = levels.map((level) => (Array.isArray(level) ? ['buy', ...level] : level))
  const update = { type: 'l2update', product_id: 'BTC-USD', time: new Date(T0).toISOString(), changes }
  expect(readCoinbase(JSON.stringify(update))).toEqual({ kind: 'malformed', what: 'book update' })
})

it('parses book changes by side, and ignores extra fields from the venue', () => {
  const update = {
    type: 'l2update',
    product_id: 'BTC-USD',
    time: new Date(T0).toISOString(),
    changes: [
      ['buy', '99', '1'],
      ['sell', '101', '2', 'more'],
      ['buy', '98', '0'],
    ],
  }
  expect(readCoinbase(JSON.stringify(update))).toMatchObject({
    bids: [
      [99, 1],
      [98, 0],
    ],
    asks: [[101, 2]],
  })
  expect(readCoinbase(JSON.stringify({ ...update, changes: [['hold', '99', '1']] }))).toEqual({ kind: 'malformed', what: 'book update' })
})
