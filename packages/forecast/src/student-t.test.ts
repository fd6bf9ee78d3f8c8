import { expect, it } from 'vitest'
import { studentCdf, studentDensityAtZero, studentQuantile } from './student-t.ts'

// Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.10.
it.each([
  [0.975, 4, 2.776],
  [0.95, 3, 2.353],
  [0.995, 10, 3.169],
  [0.9, 2, 1.886],
])('matches the tabulated quantile at %f with %i degrees of freedom', (level, nu, value) => {
  expect(studentQuantile(level, nu)).toBeCloseTo(value, 3)
  expect(studentQuantile(1 - level, nu)).toBeCloseTo(-value, 3)
})

it('equals the Cauchy distribution at one degree of freedom', () => {
  expect(studentDensityAtZero(1)).toBeCloseTo(1 / Math.PI, 9)
  expect(studentCdf(1, 1)).toBeCloseTo(0.75, 9)
})

it('has half of its mass on either side of zero', () => expect(studentQuantile(0.5, 3.4)).toBe(0))
