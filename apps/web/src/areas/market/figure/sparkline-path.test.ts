import { expect, it } from 'vitest'
import { sparklinePath } from './sparkline-path.ts'

it('runs from left to right, with the lowest close at the bottom and the highest at the top', () =>
  expect(sparklinePath([1, 3, 2])).toBe('M1.5 18.5L40.0 1.5L78.5 10.0'))

it('draws a flat line when nothing moved, and no line when there are no points to connect', () => {
  expect(sparklinePath([5, 5])).toBe('M1.5 10.0L78.5 10.0')
  expect(sparklinePath([5])).toBe('')
  expect(sparklinePath([])).toBe('')
})
