import { expect, it } from 'vitest'
import { exceedance, meanDifference, medianWithInterval } from './sample-comparison.ts'

it('returns the median between order statistics', () => {
  // Conover's ranks for 16 values: 8 ± 1.96 · 2, rounded outwards: the 4th and the 13th.
  const values = Array.from({ length: 16 }, (_, at) => 16 - at)
  expect(medianWithInterval(values)).toEqual({ median: 8.5, interval: [4, 13] })
  expect(medianWithInterval([7])).toEqual({ median: 7, interval: [7, 7] })
})

it('returns Welch’s interval of a difference', () => {
  // Means 3 and 6, each with variance 2.5 over five values: standard error 1, 8 degrees of freedom, t 2.306.
  const { difference, interval } = meanDifference([1, 2, 3, 4, 5], [4, 5, 6, 7, 8])
  expect(difference).toBe(-3)
  expect(interval[0]).toBeCloseTo(-5.306, 3)
  expect(interval[1]).toBeCloseTo(-0.694, 3)
  expect(meanDifference([2, 2], [1, 1])).toEqual({ difference: 1, interval: [1, 1] })
})

it('counts how often one sample exceeds the other, with a tie as half', () => {
  expect(exceedance([2], [1, 3]).chance).toBe(0.5)
  expect(exceedance([1, 1], [1, 1]).chance).toBe(0.5)
  expect(exceedance([3, 4, 5], [1, 2, 3]).chance).toBeCloseTo(8.5 / 9, 12)
})

it('stays uncertain when every pair agrees, and is symmetric in its samples', () => {
  const [low, high] = exceedance([11, 12, 13, 14, 15], [1, 2, 3, 4, 5]).interval
  expect(high).toBe(1)
  expect(low).toBeGreaterThan(0.5)
  expect(low).toBeLessThan(0.9)
  const { chance, interval } = exceedance([1, 5, 7, 8, 12], [2, 3, 9, 10, 11, 13])
  const turned = exceedance([2, 3, 9, 10, 11, 13], [1, 5, 7, 8, 12])
  expect(turned.chance).toBeCloseTo(1 - chance, 12)
  expect(turned.interval[0]).toBeCloseTo(1 - interval[1], 9)
})
