import { numberAt } from '@aerie/core/item-at'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SortedWindow } from './random-walk.ts'

/** By definition on a plain array: position level (m + 1) - 1, linear interpolation between neighbours. */
function plainQuantile(values: readonly number[], level: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = Math.min(Math.max(level * (sorted.length + 1) - 1, 0), sorted.length - 1)
  const below = Math.floor(position)
  const high = sorted[below + 1]
  return high === undefined ? numberAt(sorted, below) : numberAt(sorted, below) + (position - below) * (high - numberAt(sorted, below))
}

it('returns the quantiles of the last values, whatever the earlier values and their order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (values, capacity, level) => {
        const window = new SortedWindow(capacity)
        for (const value of values) window.push(value)
        expect(window.quantile(level)).toBeCloseTo(plainQuantile(values.slice(-capacity), level), 12)
      },
    ),
  )
})

it('ignores non-finite numbers', () => {
  const window = new SortedWindow(3)
  for (const value of [1, Number.NaN, Number.POSITIVE_INFINITY]) window.push(value)
  expect(window.size).toBe(1)
})

it('returns no quantile while it is empty', () => expect(new SortedWindow(3).quantile(0.5)).toBeNaN())
