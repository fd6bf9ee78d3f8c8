import { openEvaluator } from '@aerie/alerts/evaluator'
import { marketAlert } from '@aerie/alerts/rule'
import type { MarketTick } from '@aerie/market/market-source'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tickOf } from '../../../../test/scripted-source.ts'
import { heldMarket, turningTicks } from './held-market.ts'

const ticksOf = (prices: readonly number[]): MarketTick[] => prices.map((price, index) => tickOf('BTC', price, 1_000 * index))
const pricesOf = (ticks: readonly MarketTick[]): number[] => ticks.map(({ price }) => price)
const zigzag = (length: number): number[] => Array.from({ length }, (_, index) => 90 + (index % 2))

const anyRule = fc.record({
  direction: fc.constantFrom('above', 'below', 'cross'),
  level: fc.integer({ min: 95, max: 105 }),
  repeat: fc.constantFrom('once', 'every'),
})
const anyPrice = fc.integer({ min: 930, max: 1_070 }).map((tenths) => tenths / 10)

function firedBy(rules: readonly (typeof anyRule extends fc.Arbitrary<infer Rule> ? Rule : never)[], ticks: readonly MarketTick[]) {
  const evaluator = openEvaluator()
  for (const [index, rule] of rules.entries()) {
    const alert = marketAlert(`${index}`, { kind: 'price', symbol: 'BTC', ...rule })
    if (alert !== undefined) evaluator.add(alert)
  }
  const fired = ticks.flatMap(({ symbol, price, asOf }) => evaluator.handle({ symbol, at: asOf, price }).map(({ id }) => id))
  return rules.map((_, index) => fired.filter((id) => id === `${index}`).length)
}

describe('the ticks at which a price turned', () => {
  it('fire the same alerts as all ticks', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 8 }), fc.array(anyPrice, { minLength: 1, maxLength: 80 }), (rules, prices) => {
        const ticks = ticksOf(prices)
        expect(firedBy(rules, turningTicks(ticks, 100))).toEqual(firedBy(rules, ticks))
      }),
    )
  })

  it('are limited in number, stay in order, and include the first, last, lowest and highest', () => {
    fc.assert(
      fc.property(fc.array(anyPrice, { minLength: 1, maxLength: 300 }), (prices) => {
        const ticks = ticksOf(prices)
        const kept = turningTicks(ticks, 8)
        expect(kept.length).toBeLessThanOrEqual(8)
        expect(kept).toEqual(kept.toSorted((a, b) => a.asOf - b.asOf))
        expect([kept[0], kept.at(-1)]).toEqual([ticks[0], ticks.at(-1)])
        const ends = (of: readonly number[]) => [Math.min(...of), Math.max(...of)]
        expect(ends(pricesOf(kept))).toEqual(ends(prices))
      }),
    )
  })
})

describe('a held market', () => {
  it('returns the received ticks once', () => {
    const held = heldMarket()
    const ticks = ticksOf([1, 2, 3, 2])
    for (const tick of ticks) held.tick(tick)
    expect(held.release('BTC').ticks).toEqual(ticks)
    expect([held.has('BTC'), held.release('BTC').ticks]).toEqual([false, []])
  })

  it('loses no crossing among many ticks, early or late, and stays within its limit', () => {
    const held = heldMarket(1_000)
    const prices = [...zigzag(5_000), 101, ...zigzag(50_000), 80, ...zigzag(5_000)]
    for (const tick of ticksOf(prices)) held.tick(tick)
    const { ticks } = held.release('BTC')
    expect(ticks.length).toBeLessThanOrEqual(1_000)
    expect(pricesOf(ticks).filter((price) => price > 100 || price < 90)).toEqual([101, 80])
  })
})
