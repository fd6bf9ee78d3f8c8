import { ceilDiv, FRACTION_ONE, microUsdc, notional, price, size } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Side } from '../orders/order.ts'
import { coins, dollars } from '../test/instrument.ts'
import { impactOf } from './fills.ts'

type Level = readonly [dollars: number, coins: number]

function impact(side: Side, ...levels: readonly Level[]) {
  const amount = size(levels.reduce((sum, [, each]) => sum + coins(each), 0n))
  const worth = notional(levels.reduce((sum, [at, each]) => sum + dollars(at) * coins(each), 0n))
  return impactOf({ side, best: dollars(levels[0]?.[0] ?? 1), amount, worth })
}

describe('the impact of an order', () => {
  it('is 0 when all of it trades at the best price, however wide the spread', () =>
    expect(impact('buy', [100, 7])).toEqual({ share: 0n, cost: 0n }))

  it('is the cost of the deeper levels beyond the best one, for a buy and for a sell', () => {
    // 4 coins, one of which costs a dollar more: 1 of 400 dollars.
    expect(impact('buy', [100, 3], [101, 1])).toEqual({ share: FRACTION_ONE / 400n, cost: 1_000_000n })
    expect(impact('sell', [100, 3], [99, 1])).toEqual({ share: FRACTION_ONE / 400n, cost: 1_000_000n })
  })

  it('is rounded up, as a share and in money', () =>
    expect(impactOf({ side: 'buy', best: price(3n), amount: size(1n), worth: notional(4n) })).toEqual({
      share: ceilDiv(FRACTION_ONE, 3n),
      cost: 1n,
    }))

  it('is unknown when nothing would trade', () => expect(impact('buy')).toBeUndefined())

  it('is never a gain, and is the cost above what the best price alone would have cost', () => {
    const level = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 1n, max: 10n ** 18n }))
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 16n, max: 10n ** 18n }), fc.array(level, { minLength: 1 }), (best, levels) => {
        const amount = size(levels.reduce((sum, [, each]) => sum + each, 0n))
        const worth = notional(levels.reduce((sum, [beyond, each]) => sum + (best + beyond) * each, 0n))
        const found = impactOf({ side: 'buy', best: price(best), amount, worth })
        const exact = worth - best * amount
        expect(found?.cost).toBe(microUsdc(ceilDiv(exact, 10n ** 18n)))
        const share = found?.share ?? -1n
        expect(share * best * amount >= exact * FRACTION_ONE && (share - 1n) * best * amount < exact * FRACTION_ONE).toBe(true)
      }),
    )
  })
})
