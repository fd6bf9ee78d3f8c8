import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBinance } from './binance/binance-messages.ts'
import { readCoinbase } from './coinbase/coinbase-messages.ts'

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
