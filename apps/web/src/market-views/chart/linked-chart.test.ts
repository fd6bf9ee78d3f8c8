import { expect, it } from 'vitest'
import { placeAt, timeAt } from './chart-range.ts'
import { LAST, testBars } from './test-chart.ts'

const HOUR = 3_600_000

it('finds time and place among bars, between and beyond them, and back', () => {
  const bars = testBars(10)
  expect(timeAt(bars, 10, HOUR)).toBe(LAST + HOUR)
  expect(placeAt(bars, LAST + HOUR, HOUR)).toBe(10)
  expect(placeAt(bars, LAST + 3.5 * HOUR, HOUR)).toBe(12.5)
  expect(placeAt(bars, bars[0]!.timestamp - 2 * HOUR, HOUR)).toBe(-2)
  for (const place of [-3, 0, 0.25, 4.5, 9, 9.75, 14]) expect(placeAt(bars, timeAt(bars, place, HOUR), HOUR)).toBeCloseTo(place, 6)
})
