import { type Size, size } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterBook, afterTrade, afterTradeThrough, placeAtEnd, timeToFront } from './queue.ts'

const UNIT = 10n ** 12n
const coins = (amount: number): Size => size(BigInt(amount) * UNIT)
const amounts = ({ ahead, likely }: ReturnType<typeof placeAtEnd>) => [ahead / UNIT, likely / UNIT]

describe('the place of an order in its queue', () => {
  it('loses nothing to cancels while nothing stands behind, by the worst case as by the likely one', () =>
    expect(amounts(afterBook(placeAtEnd(coins(100), 0), coins(60)))).toEqual([60n, 60n]))

  it('stays by the worst case where others came behind and some canceled; by the likely one they are spread over the level', () => {
    const grown = afterBook(placeAtEnd(coins(100), 0), coins(200))
    expect(amounts(grown)).toEqual([100n, 100n])
    expect(amounts(afterBook(grown, coins(140)))).toEqual([100n, 70n])
    expect(amounts(afterBook(afterBook(grown, coins(140)), coins(90)))).toEqual([90n, 45n])
  })

  it('counts what has traded since the last book once, and only the rest as canceled', () => {
    const grown = afterBook(placeAtEnd(coins(100), 0), coins(200))
    const traded = afterTrade(grown, coins(40))
    expect(amounts(traded)).toEqual([60n, 60n])
    expect(amounts(afterBook(traded, coins(160)))).toEqual([60n, 60n])
    expect(amounts(afterBook(traded, coins(80)))).toEqual([60n, 30n])
    expect(traded.passed).toBe(coins(40))
  })

  it('is the front after a trade through the price, and where the level has gone', () => {
    const place = afterBook(placeAtEnd(coins(100), 0), coins(200))
    expect(amounts(afterTradeThrough(place))).toEqual([0n, 0n])
    expect(amounts(afterBook(place, coins(0)))).toEqual([0n, 0n])
    expect(amounts(afterBook(afterBook(place, coins(0)), coins(50)))).toEqual([0n, 0n])
  })

  it('is never better by the worst case, never below the front, never beyond the display, whatever happens', () =>
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.array(fc.record({ isTrade: fc.boolean(), amount: fc.bigInt({ min: 0n, max: 2_000n * UNIT }) }), { maxLength: 30 }),
        (first, changes) => {
          let place = placeAtEnd(coins(first), 0)
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
  const traded = afterTrade(placeAtEnd(coins(160), 1_000), coins(42))
  it('is what is left at the pace so far', () => expect(timeToFront(traded, 64_000)).toBe(177_000))
  it.each([
    ['before a pace can be told', timeToFront(traded, 10_999)],
    ['while nothing has traded', timeToFront(placeAtEnd(coins(160), 0), 64_000)],
    ['beyond a day', timeToFront(afterTrade(placeAtEnd(coins(100_000), 0), coins(1)), 60_000)],
  ])('is not known %s', (_, ms) => expect(ms).toBeUndefined())
})
