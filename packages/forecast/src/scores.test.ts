import fc from 'fast-check'
import { expect, it } from 'vitest'
import { QUANTILE_LEVELS } from './quantile-levels.ts'
import { crps, isCovered, pinball, pit, wilsonInterval } from './scores.ts'

const uniform = Float64Array.from(QUANTILE_LEVELS)

it('weights a miss by the quantile level above it and by the complement below it', () => {
  expect(pinball(0.9, 10, 12)).toBeCloseTo(1.8, 12)
  expect(pinball(0.9, 10, 8)).toBeCloseTo(0.2, 12)
  expect(pinball(0.9, 10, 10)).toBe(0)
})

// CRPS of U(0,1) at 0.5 is 1/12 (Gneiting and Raftery 2007, integrating F(1-F)); 19 levels leave a small discretization error.
it('approximates the exact CRPS of a uniform distribution', () => expect(crps(uniform, 0.5)).toBeCloseTo(1 / 12, 2))

it('scores a forecast without spread by its distance alone', () => {
  expect(crps(new Float64Array(21).fill(3), 5)).toBeCloseTo(2, 12)
})

it('finds the quantile level of an outcome', () => {
  expect(pit(uniform, 0.5)).toBeCloseTo(0.5, 12)
  expect(pit(uniform, 0.325)).toBeCloseTo(0.325, 12)
  expect(pit(uniform, -1)).toBe(0)
  expect(pit(uniform, 2)).toBe(1)
})

it('counts the edges of a band as inside', () => {
  expect(isCovered(uniform, 0.1, 80)).toBe(true)
  expect(isCovered(uniform, 0.9, 80)).toBe(true)
  expect(isCovered(uniform, 0.91, 80)).toBe(false)
})

it('is proper: no shift of the true quantiles scores better on average', () => {
  const outcomes = Array.from({ length: 999 }, (_, index) => (index + 1) / 1000)
  const meanScore = (shift: number) => {
    const shifted = uniform.map((quantile) => quantile + shift)
    return outcomes.reduce((sum, outcome) => sum + crps(shifted, outcome), 0) / outcomes.length
  }
  fc.assert(
    fc.property(fc.double({ min: 0.02, max: 1, noNaN: true }), (shift) => {
      expect(Math.min(meanScore(shift), meanScore(-shift))).toBeGreaterThan(meanScore(0))
    }),
  )
})

// Brown, Cai and DasGupta 2001: 0 of 10 gives (0, 0.2775).
it('returns the Wilson interval', () => {
  const [low, high] = wilsonInterval(0, 10)
  expect(low).toBeCloseTo(0, 10)
  expect(high).toBeCloseTo(0.2775, 4)
})
