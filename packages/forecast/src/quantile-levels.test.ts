import { defined } from '@aerie/core/defined'
import { itemAt, numberAt } from '@aerie/core/item-at'
import { expect, it } from 'vitest'
import { Ems } from './ems.ts'
import { chanceAbove, chanceOfTouching } from './price-probability.ts'
import { priceFan, QUANTILE_LEVELS } from './quantile-levels.ts'
import { walk } from './test/candles.ts'

const model = new Ems()
for (const candle of walk(1200)) model.update(candle)
const anchor = itemAt(walk(1200), -1).close
const fan = defined(priceFan(model, anchor))

it('spans 24 hours with bands that never narrow and quantiles that never cross', () => {
  expect(fan.prices).toHaveLength(24)
  for (const [i, prices] of fan.prices.entries()) {
    expect(prices).toEqual(prices.toSorted())
    const before = fan.prices[i - 1] ?? new Float64Array(21).fill(anchor)
    const width = (from: ArrayLike<number>) => Math.log(numberAt(from, 18) / numberAt(from, 2))
    expect(width(prices)).toBeGreaterThanOrEqual(width(before) - 1e-12)
  }
})

it('returns no fan from too little history', () => {
  const young = new Ems()
  for (const candle of walk(20)) young.update(candle)
  expect(priceFan(young, 100)).toBeUndefined()
})

it('assigns each quantile the probability of its level', () => {
  const day = itemAt(fan.prices, 23)
  expect(QUANTILE_LEVELS.map((_, i) => chanceAbove(day, numberAt(day, i)))).toEqual(
    QUANTILE_LEVELS.map((level) => expect.closeTo(1 - level, 10)),
  )
})

it('lowers the probability as the price level rises, without reaching 0 or 1', () => {
  const day = itemAt(fan.prices, 23)
  const chances = [0.2, 0.5, 0.8, 0.95, 1, 1.05, 1.2, 2, 5].map((share) => chanceAbove(day, anchor * share))
  expect(chances).toEqual(chances.toSorted((a, b) => b - a))
  expect(chances[0]).toBeLessThan(1)
  expect(chances.at(-1)).toBeGreaterThan(0)
})

it('gives touching a level before the horizon twice the probability of ending beyond it, on either side', () => {
  const day = itemAt(fan.prices, 23)
  const [low, high] = [numberAt(day, 2), numberAt(day, 18)]
  expect(chanceOfTouching(day, anchor, high)).toBeCloseTo(0.2, 10)
  expect(chanceOfTouching(day, anchor, low)).toBeCloseTo(0.2, 10)
})

it('never gives touching a level more than certainty, and a level at the price has been touched', () => {
  const day = itemAt(fan.prices, 23)
  expect(chanceOfTouching(day, anchor, anchor)).toBe(1)
  // The median is not exactly the anchor: between the two, ending beyond is more likely than not.
  for (const share of [0.9999, 0.99999, 1.00001, 1.0001]) expect(chanceOfTouching(day, anchor, anchor * share)).toBeLessThanOrEqual(1)
})
