import { type Size, size } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterBook, afterTrade, afterTradeThrough, positionAtEnd, timeToFront } from './queue.ts'

const UNIT = 10n ** 12n
const coins = (amount: number): Size => size(BigInt(amount) * UNIT)
const amounts = ({ ahead, likely }: ReturnType<typeof positionAtEnd>) => [ahead / UNIT, likely / UNIT]

describe('the queue position of an order', () => {
  it('loses nothing to cancels while nothing is behind, in both the worst and the likely case', () =>
    expect(amounts(afterBook(positionAtEnd(coins(100), 0), coins(60)))).toEqual([60n, 60n]))

  it('is unchanged in the worst case by cancels with orders behind; in the likely case they spread over the level', () => {
    const grown = afterBook(positionAtEnd(coins(100), 0), coins(200))
    expect(amounts(grown)).toEqual([100n, 100n])
    expect(amounts(afterBook(grown, coins(140)))).toEqual([100n, 70n])
    expect(amounts(afterBook(afterBook(grown, coins(140)), coins(90)))).toEqual([90n, 45n])
  })

  it('counts trades since the last book once, and only the rest as canceled', () => {
    const grown = afterBook(positionAtEnd(coins(100), 0), coins(200))
    const traded = afterTrade(grown, coins(40))
    expect(amounts(traded)).toEqual([60n, 60n])
    expect(amounts(afterBook(traded, coins(160)))).toEqual([60n, 60n])
    expect(amounts(afterBook(traded, coins(80)))).toEqual([60n, 30n])
    expect(traded.passed).toBe(coins(40))
  })

  it('is the front after a trade through the price, and when the level disappears', () => {
    const place = afterBook(positionAtEnd(coins(100), 0), coins(200))
    expect(amounts(afterTradeThrough(place))).toEqual([0n, 0n])
    expect(amounts(afterBook(place, coins(0)))).toEqual([0n, 0n])
    expect(amounts(afterBook(afterBook(place, coins(0)), coins(50)))).toEqual([0n, 0n])
  })

  it('is never better in the worst case, never ahead of the front, never beyond the displayed size, whatever happens', () =>
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.array(fc.record({ isTrade: fc.boolean(), amount: fc.bigInt({ min: 0n, max: 2_000n * UNIT }) }), { maxLength: 30 }),
        (first, changes) => {
          let place = positionAtEnd(coins(first), 0)
          for (const { isTrade, amount } of changes) {
            place = isTrade ? afterTrade(place, size(amount)) : afterBook(place, size(amount))
            expect(place.likely >= 0n && place.likely <= place.ahead).toBe(true)
            expect(isTrade || place.ahead <= amount).toBe(true)
          }
        },
      ),
    ))
})

describe('the time to the front', () => {
  const traded = afterTrade(positionAtEnd(coins(160), 1_000), coins(42))
  it('is the remaining size at the pace so far', () => expect(timeToFront(traded, 64_000)).toBe(177_000))
  it.each([
    ['before a pace is known', timeToFront(traded, 10_999)],
    ['while nothing has traded', timeToFront(positionAtEnd(coins(160), 0), 64_000)],
    ['beyond a day', timeToFront(afterTrade(positionAtEnd(coins(100_000), 0), coins(1)), 60_000)],
  ])('is unknown %s', (_, ms) => expect(ms).toBeUndefined())
})
