import { defined } from '@aerie/core/defined'
import { HOUR_MS } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { chartScale, niceStep, priceRange, priceTicks, snapToStep, timeTicks } from './chart-scale.ts'

const scale = chartScale({ from: 0, to: 10 * HOUR_MS, low: 100, high: 200, width: 1000, height: 500 })

it('maps the highest price to the top, and a pixel back to its price and time', () => {
  expect([scale.y(200), scale.y(100), scale.x(5 * HOUR_MS)]).toEqual([0, 500, 500])
  expect([scale.priceAt(scale.y(137)), scale.timeAt(scale.x(3 * HOUR_MS))]).toEqual([137, 3 * HOUR_MS])
})

it.each([
  { prices: [100, 200], level: 150, shown: [94, 206] },
  { prices: [100, 200], level: 260, shown: [90.4, 269.6] },
  { prices: [100, 200], level: 1000, shown: [94, 206] },
  { prices: [100, 100], level: null, shown: [99.999994, 100.000006] },
])('shows prices of $prices with a level of $level from $shown.0 to $shown.1', ({ prices, level, shown: [from, to] }) => {
  expect(priceRange(prices, level)).toEqual({ low: expect.closeTo(defined(from), 5), high: expect.closeTo(defined(to), 5) })
})

it('never shows a price of 0 or less', () => expect(priceRange([0.001, 5], null).low).toBeGreaterThan(0))

it.each([
  [1000, 4, 200],
  [0.00031, 3, 0.0001],
  [7, 5, 1],
])('divides a span of %d into at least %d steps of %d', (span, count, step) => expect(niceStep(span, count)).toBeCloseTo(step, 12))

it('snaps to a step without floating-point noise', () => {
  expect(snapToStep(0.30000000000000004, 0.1)).toBe(0.3)
  expect(snapToStep(64_123.4, 50)).toBe(64_100)
})

it('draws few round prices and hours, all within the plot', () => {
  expect(priceTicks(scale)).toEqual([100, 120, 140, 160, 180, 200])
  const midnight = new Date(2026, 0, 15).getTime()
  expect(timeTicks({ ...scale, from: midnight, to: midnight + 10 * HOUR_MS })).toEqual(
    Array.from({ length: 11 }, (_, hour) => midnight + hour * HOUR_MS),
  )
  expect(timeTicks({ ...scale, width: 300 }).length).toBeLessThanOrEqual(4)
})
